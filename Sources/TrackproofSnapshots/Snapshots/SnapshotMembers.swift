import Trackproof
import TrackproofJSON
import TrackproofText

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
    func checkIsSnapshot() throws {
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
    func forEach(
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
