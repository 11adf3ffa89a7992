@_spi(Tooling) internal import TrackproofJSON
internal import Trackproof

// What a snapshot's file may say besides its events. A member that means nothing would pass for a setting that holds.
extension EventReader {
    private static let snapshotMembers = ["snapshot", "order", "events", "volatile", "ignore", "ordered", "source"]

    /// The members that a snapshot may have.
    var membersOfSnapshot: EventParameters {
        EventParameters(members.filter { FileMember.isOwn($0.name) || Self.snapshotMembers.contains($0.name) })
    }

    /// Refuses an empty file where a snapshot is wanted: it would pass for one that expects nothing.
    func checkIsSnapshot() throws {
        if isBlank { throw error("the file is empty") }
    }

    /// Refuses a snapshot or recording of a version that is not known, and a snapshot with a member that means nothing,
    /// as far as the file has been read. A recording may have any members.
    func checkMembers() throws {
        try checkVersion()
        guard isSnapshot else { return }
        for member in memberNames where !FileMember.isOwn(member.name) && !Self.snapshotMembers.contains(member.name) {
            throw error(
                at: member, Self.message("a snapshot has no member of this name", member.name, Self.snapshotMembers))
        }
        if let strangeMember {
            throw error(
                at: strangeMember,
                Self.message(
                    "an event of a snapshot has no member of this name", strangeMember.name,
                    (shape ?? .trackproof).memberNames))
        }
        // The last would win without a word, and what the first says would never be checked.
        if let repeated = repeatedMember ?? memberNames.firstRepeated { throw error(at: repeated, "given twice") }
        if let namelessEvent { throw error(at: namelessEvent, "an event needs a name, and this one is empty") }
    }

    private func checkVersion() throws {
        for name in ["snapshot", "recording"] {
            switch members[name] {
            case nil, .integer(1)?: continue
            case .integer(let version)? where version > 1:
                throw error(
                    inMember: name, field: name, "version \(version) is newer than this trackproof, which reads 1")
            case let other?: throw error(inMember: name, field: name, "expected the version 1, found \(other)")
            }
        }
    }

    /// Refuses a document that stands for a snapshot as a recording does, but that its writer took for a snapshot: it has
    /// a setting, though no version. The members must have been read.
    func checkIsNoMisspeltSnapshot() throws {
        guard layout == .document, members["recording"] == nil else { return }
        for member in memberNames where member.name != "events" && member.name != "source" {
            if Self.snapshotMembers.contains(member.name) {
                throw error(at: member, "this is a snapshot's, and the file does not say \"snapshot\": 1")
            }
            if let name = NameSimilarity.nearest(to: member.name, among: Self.snapshotMembers, from: 0.7) {
                throw error(at: member, "a snapshot has no member of this name; did you mean \"\(name)\"?")
            }
        }
    }

    private static func message(_ what: String, _ name: String, _ names: [String]) -> String {
        let nearest = NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar)
        let question = nearest.map { "; did you mean \"\($0)\"?" } ?? ";"
        return what + question + " Members of your own begin with \"x-\""
    }
}

extension [FileMember] {
    /// The first whose name another has before it.
    fileprivate var firstRepeated: FileMember? {
        var names: Set<ExactText> = []
        return first { !names.insert(ExactText($0.name)).inserted }
    }
}

extension VolatileShape {
    /// The word that a wrong shape nearly is, as a question; nothing where it is like none.
    static func suggestion(for value: EventValue) -> String {
        guard case .string(let word) = value else { return "" }
        let words = ["any", "string", "integer", "number", "bool", "uuid", "timestamp", "url"]
        return NameSimilarity.nearest(to: word, among: words, from: NameSimilarity.similar)
            .map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
