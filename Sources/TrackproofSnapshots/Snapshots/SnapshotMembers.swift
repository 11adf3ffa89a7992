public import Trackproof
public import TrackproofJSON
import TrackproofPlatform

// The members that a snapshot's file may have. A user could mistake any other member for a setting that has an effect.
extension EventReader {
    private static let snapshotMembers = [
        "snapshot", "order", CommonParameters.member, "events", "volatile", "ignore", "ordered", "source",
    ]

    /// The members of this file that a snapshot may have.
    var membersOfSnapshot: EventParameters {
        EventParameters(members.filter { FileMember.isOwn($0.name) || Self.snapshotMembers.contains($0.name) })
    }

    /// Throws an error if the file is empty.
    ///
    /// Without this error, an empty file would be read as a snapshot that expects no events.
    public func checkIsSnapshot() throws {
        if isBlank { throw error("the file is empty") }
    }

    /// Throws an error if the members that were read so far have an unknown version or are not valid in a snapshot.
    ///
    /// Members are not valid in a snapshot if their names are unknown or repeated. An event without a name is not valid
    /// either. A recording can have any members.
    func checkMembers() throws {
        try checkVersion()
        guard isSnapshot else { return }
        for member in memberNames where !FileMember.isOwn(member.name) && !Self.snapshotMembers.contains(member.name) {
            throw error(
                at: member, Self.message("unknown member of a snapshot", member.name, Self.snapshotMembers))
        }
        if let unknownMember {
            throw error(
                at: unknownMember,
                Self.message(
                    "unknown member of an event in a snapshot", unknownMember.name,
                    (shape ?? .trackproof).memberNames))
        }
        // Without this error, the second of two members with the same name would silently replace the first.
        if let repeated = repeatedMember ?? memberNames.firstRepeated { throw error(at: repeated, "given twice") }
        if let namelessEvent { throw error(at: namelessEvent, "an event needs a name, but this name is empty") }
    }

    /// Calls `body` for every event, in order, and checks the members of the file.
    ///
    /// - Parameter common: The parameters that each event gets in addition to its own.
    /// - Returns: An error that says where the last line is cut short, or `nil` if the last line is complete.
    public func forEach(
        adding common: CommonParameters, _ body: (RecordedEvent) throws -> Void
    ) throws -> EventFormatError? {
        // An unknown version is reported first, because it may be the reason why later content cannot be read.
        try checkMembers()
        while var event = try next() {
            common.complete(&event)
            try body(event)
        }
        try checkMembers()
        return truncation
    }

    /// Returns all events, and an error that says where the last line is cut short.
    func events() throws -> (events: [RecordedEvent], truncation: EventFormatError?) {
        var events: [RecordedEvent] = []
        let truncation = try forEach(adding: CommonParameters()) { events.append($0) }
        // The member `common` may come after the events.
        let common = try CommonParameters(self)
        for index in events.indices { common.complete(&events[index]) }
        return (events, truncation)
    }

    private func checkVersion() throws {
        for name in ["snapshot", "recording"] {
            switch members[name] {
            case nil, .integer(1)?: continue
            case .integer(let version)? where version > 1:
                throw error(
                    inMember: name, field: name,
                    "version \(version) of the format needs a newer trackproof; this trackproof reads only version 1")
            case let other?: throw error(inMember: name, field: name, "expected version 1, found \(other)")
            }
        }
    }

    /// Throws an error if a file without the member `snapshot` was probably meant to be a snapshot.
    ///
    /// Such a file is read as a recording, so settings in it would have no effect. The file was probably meant to be a
    /// snapshot if it has a member with the name of a setting, or with a similar name. Call this method after the
    /// reader has read the members.
    func checkForMisspelledSnapshot() throws {
        guard layout == .document, members["recording"] == nil else { return }
        for member in memberNames where member.name != "events" && member.name != "source" {
            if Self.snapshotMembers.contains(member.name) {
                throw error(at: member, "this member belongs to a snapshot, but the file has no \"snapshot\": 1")
            }
            // With a lower limit, a recording could not have a member `comment` or `command`.
            if let name = NameSimilarity.nearest(to: member.name, among: Self.snapshotMembers, from: 0.75) {
                throw error(at: member, "unknown member of a snapshot; did you mean \"\(name)\"?")
            }
        }
    }

    private static func message(_ what: String, _ name: String, _ names: [String]) -> String {
        let question = NameSimilarity.question(about: name, among: names)
        return what + question + (question.isEmpty ? "; names" : " Names")
            + " of your own members must begin with \"x-\""
    }
}

extension [FileMember] {
    /// The first member that has the same name as a member before it.
    fileprivate var firstRepeated: FileMember? {
        var names: Set<ExactText> = []
        return first { !names.insert(ExactText($0.name)).inserted }
    }
}

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
