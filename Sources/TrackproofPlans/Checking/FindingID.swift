/// The kind of a finding about an event. Its raw value is its id in files and reports, and never changes.
public enum FindingID: String, Sendable, CaseIterable {
    // Findings about an event

    /// The plan has no event with the name of the recorded event.
    case unplannedEvent = "unplanned-event"
    /// The plan has an event of this name, but the recorded event has a different kind, such as `screen`.
    case wrongKind = "wrong-kind"
    /// The app runs on a platform that, according to the plan, does not track the event.
    case wrongPlatform = "wrong-platform"
    /// The event fits only a version of the event that the plan lists under `versions`, not the newest version.
    case outdated
    /// The plan marks the event as deprecated, so apps should not track it any longer.
    case deprecated
    /// The app tracked the event after the last day that the plan allows.
    case expired
    /// The app's version is older than the first version that, according to the plan, tracks the event.
    case tooEarly = "too-early"

    // Findings about a record of an archive

    /// A record of an archive is damaged or is not an event.
    case unreadable

    // Findings about a parameter

    /// A required parameter is absent.
    case missing
    /// The plan does not declare the parameter.
    case unplannedParameter = "unplanned-parameter"
    /// The plan forbids the parameter with `never: true`.
    case forbidden
    /// The value does not have the type that the plan demands.
    case wrongType = "wrong-type"
    /// The value is null, and the plan does not allow null.
    case null
    /// The plan lists the allowed values in `enum` or `const`, and the value is not one of them.
    case notInEnum = "not-in-enum"
    /// The text does not fit the `pattern` that the plan demands.
    case pattern
    /// The text does not have the `format` that the plan demands, such as `date`.
    case format
    /// The number is too small, too large, or not a multiple of `multipleOf`.
    case range
    /// The text is too short or too long.
    case length
    /// The list or object has too few or too many elements, or the list repeats an element.
    case items
    /// The parameter belongs to another variant of the event, or the value fits too few or too many alternatives.
    case variant
    /// A name or a value is too long for a destination, or the event has too many parameters for it.
    case limit
    /// The value looks like personal data, but the plan does not declare it as personal data.
    case pii
    /// A whole number is written with a decimal point, such as 3.0.
    case integerAsFloat = "integer-as-float"
    /// The text is a word that programs write for an absent value, such as `null`.
    case nullText = "null-text"
    /// The event is so complex that the checker reached one of its limits and stopped.
    case unchecked

    /// The severity if the plan does not set a severity.
    public var defaultSeverity: Severity {
        switch self {
        case .outdated, .deprecated, .expired, .tooEarly: .warning
        case .integerAsFloat, .nullText: .info
        default: .error
        }
    }
}

/// A set of finding ids, stored as one bit for each id.
public struct FindingIDs: OptionSet, Sendable, Hashable {
    /// One bit for each id.
    public let rawValue: UInt64

    /// Creates a set from its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates a set with one id.
    public init(_ id: FindingID) { rawValue = 1 << UInt64(id.index) }

    /// Creates a set with the ids of the findings about events in a list of exemptions.
    public init(_ exemptions: [NameWithPlace]) {
        self = exemptions.reduce(into: []) { ids, exemption in
            if let id = FindingID(rawValue: exemption.name) { ids.insert(id) }
        }
    }

    /// Returns whether the set contains an id.
    public func contains(_ id: FindingID) -> Bool { contains(FindingIDs(id)) }

    /// Adds an id.
    public mutating func insert(_ id: FindingID) { formUnion(FindingIDs(id)) }
}

extension FindingID {
    /// The position of the id in `allCases`.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
