public import Trackproof
public import TrackproofJSON
import TrackproofText

/// The parameters in the member `common` of a snapshot's file. Each event of the snapshot has them in addition to its own.
///
/// Apps add such parameters to every event, for example the version of the app. An identity event does not get them,
/// because its parameters are traits. An event that contains a common parameter itself keeps its own value.
public struct CommonParameters: Sendable {
    static let member = "common"

    /// The largest number of parameters in `common`.
    static let limit = 100
    /// The largest size of the parameters in `common`, as JSON, in bytes.
    static let size = 16 << 10

    /// Whether the file is a snapshot with the member `common`.
    public private(set) var isGiven = false
    private var parameters: [EventParameter] = []

    /// Creates the common parameters of a file without the member `common`.
    public init() {}

    /// Takes `common` from the members that `reader` has read. A recording has no common parameters.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where a member of the snapshot is not valid.
    public init(_ reader: EventReader) throws {
        guard reader.isSnapshot, let value = reader.members[Self.member] else { return }
        try reader.checkMembers()
        func error(_ field: String, _ message: String) -> EventFormatError {
            reader.error(inMember: Self.member, field: field, message)
        }
        guard case .object(let object) = value else {
            throw error(
                Self.member, #"expected an object such as {"app_version": "1.2"}, found \#(value.typeName)"#)
        }
        var budget = Budget()
        if let parameter = object.first(where: { !budget.take($0) }) {
            throw error(
                Self.member + "." + parameter.name,
                "expected at most \(Self.limit) parameters, together at most \(Self.size >> 10) KiB")
        }
        isGiven = true
        parameters = Array(object)
    }

    /// Adds the common parameters to an event.
    public func complete(_ recorded: inout RecordedEvent) {
        if parameters.isEmpty || recorded.event.kind.isIdentity { return }
        let own = recorded.event.parameters
        recorded.event.parameters = EventParameters(distinct: own + parameters.filter { own[$0.name] == nil })
    }
}

extension CommonParameters {
    /// Returns the parameters that a file contains in `common` if it contains these events, sorted by name.
    ///
    /// These are the parameters that have the same value in all events except identity events. If there are fewer than
    /// two such events, there are no common parameters.
    static func shared(by events: [RecordedEvent]) -> EventParameters {
        let lists = events.lazy.filter { !$0.event.kind.isIdentity }.map(\.event.parameters)
        guard var shared = lists.first, lists.dropFirst().first != nil else { return EventParameters() }
        for parameters in lists.dropFirst() {
            shared = EventParameters(distinct: shared.filter { parameters[$0.name] == $0.value })
            if shared.isEmpty { return shared }
        }
        var budget = Budget()
        return EventParameters(distinct: shared.sortedDeeply.filter { budget.take($0) })
    }

    /// A counter that says which parameters fit into the limits of `common`.
    private struct Budget {
        private var count = limit
        private var bytes = size

        /// Counts a parameter if it fits. Returns `false` if it does not fit.
        mutating func take(_ parameter: EventParameter) -> Bool {
            let size = EventParameters(distinct: [parameter]).json.utf8.count
            guard count > 0, size <= bytes else { return false }
            count -= 1
            bytes -= size
            return true
        }
    }
}

extension Snapshot {
    /// Whether the snapshot's file has the member `common`.
    var hasCommon: Bool { members[CommonParameters.member] != nil }

    /// The content of the member `common` in the snapshot's file, or `nil` if the file does not have this member.
    var common: EventParameters? { hasCommon ? CommonParameters.shared(by: events) : nil }

    /// Whether the member `common` would change if the snapshot's file was written again.
    var hasOutdatedCommon: Bool { common.map { members[CommonParameters.member] != .object($0) } ?? false }
}

extension Event {
    /// Returns the event without its common parameters, which have these names.
    func without(common names: Set<ExactText>) -> Event {
        if names.isEmpty || kind.isIdentity { return self }
        var event = self
        event.parameters = EventParameters(distinct: parameters.filter { !names.contains(ExactText($0.name)) })
        return event
    }
}
