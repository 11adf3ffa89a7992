public import Trackproof
import TrackproofJSON

/// What an assertion of a test says about one event. It shows which mistakes in the event the assertion overlooks.
public struct MutationCheck: Sendable, Hashable {
    /// The kind of the event.
    public let kind: EventKind
    /// The name of the event.
    public let name: String
    /// The names of the parameters that the assertion compares with one value each.
    public let exact: [String]
    /// The names of the parameters that the assertion compares with more than one value, and the accepted values in
    /// words, such as `any number`.
    public let loose: [String: String]
    /// Whether the event may have more parameters.
    public let allowsMore: Bool
    /// The accepted users in words; `nil` if the assertion accepts one user only.
    public let looseUser: String?
    /// Whether the assertion marks the event as checked, so that another assertion cannot expect the same event.
    public var marksEvent = true

    /// Creates a check.
    public init(
        kind: EventKind, name: String, exact: [String], loose: [String: String], allowsMore: Bool, looseUser: String?
    ) {
        (self.kind, self.name, self.exact, self.loose) = (kind, name, exact, loose)
        (self.allowsMore, self.looseUser) = (allowsMore, looseUser)
    }

    /// The check as members of a JSON object.
    var members: EventParameters {
        [
            "kind": kind.rawValue, "name": name, "exact": exact, "loose": loose, "more": allowsMore,
            "user": looseUser, "marks": marksEvent,
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        (kind, name) = (try object.choice("kind"), try object.text("name"))
        (exact, allowsMore) = (try object.texts("exact"), try object.bool("more"))
        (marksEvent, looseUser) = (try object.bool("marks"), try object.optionalText("user"))
        var loose: [String: String] = [:]
        for entry in try object.entries("loose") { loose[entry.name] = entry.value.string ?? "" }
        self.loose = loose
    }
}
