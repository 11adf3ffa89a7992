@_spi(Tooling) internal import TrackproofJSON
internal import Trackproof

// The members that a snapshot's file may have. The user could mistake any other member for a setting that applies.
extension EventReader {
    private static let snapshotMembers = ["snapshot", "order", "events", "volatile", "ignore", "ordered", "source"]

    /// The members of this file that a snapshot may have.
    var membersOfSnapshot: EventParameters {
        EventParameters(members.filter { FileMember.isOwn($0.name) || Self.snapshotMembers.contains($0.name) })
    }

    /// Throws an error if the file is empty.
    ///
    /// An empty file could be mistaken for a snapshot that expects no events.
    func checkIsSnapshot() throws {
        if isBlank { throw error("the file is empty") }
    }

    /// Throws an error if the part of the file that was read has an unknown version or an invalid member.
    ///
    /// In a snapshot, a member is invalid if it has no meaning or is repeated. An event without a name is invalid too.
    /// A recording may have any members.
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
        // Without this error, the last of two equal members would win silently, and the first value would be unchecked.
        if let repeated = repeatedMember ?? memberNames.firstRepeated { throw error(at: repeated, "given twice") }
        if let namelessEvent { throw error(at: namelessEvent, "an event needs a name, but this name is empty") }
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

    /// Throws an error if a document without a version was probably meant to be a snapshot.
    ///
    /// A document without a version is read like a recording that is used as a snapshot. It was probably meant to be a
    /// snapshot if it has a snapshot's setting, or a member with a similar name. Call this method after reading the
    /// members.
    func checkForMisspelledSnapshot() throws {
        guard layout == .document, members["recording"] == nil else { return }
        for member in memberNames where member.name != "events" && member.name != "source" {
            if Self.snapshotMembers.contains(member.name) {
                throw error(at: member, "this member belongs to a snapshot, but the file has no \"snapshot\": 1")
            }
            if let name = NameSimilarity.nearest(to: member.name, among: Self.snapshotMembers, from: 0.7) {
                throw error(at: member, "unknown member of a snapshot; did you mean \"\(name)\"?")
            }
        }
    }

    private static func message(_ what: String, _ name: String, _ names: [String]) -> String {
        let nearest = NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar)
        let question = nearest.map { "; did you mean \"\($0)\"? Names" } ?? "; names"
        return what + question + " of your own members must begin with \"x-\""
    }
}

extension [FileMember] {
    /// The first member that has the same name as a member before it.
    fileprivate var firstRepeated: FileMember? {
        var names: Set<ExactText> = []
        return first { !names.insert(ExactText($0.name)).inserted }
    }
}

extension VolatileShape {
    /// Returns a question that suggests the shape whose name is most similar to a wrong word.
    ///
    /// - Returns: The question, or an empty string if no shape is similar.
    static func suggestion(for value: EventValue) -> String {
        guard case .string(let word) = value else { return "" }
        let words = ["any", "string", "integer", "number", "bool", "uuid", "timestamp", "url"]
        return NameSimilarity.nearest(to: word, among: words, from: NameSimilarity.similar)
            .map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
