import Foundation
import Trackproof
import TrackproofArchives
import TrackproofFiles
import TrackproofJSON
import TrackproofMutation
import TrackproofSnapshots
import TrackproofConsole

/// What the tests of one run have told about themselves.
struct TestNotes {
    /// What one test has told.
    struct OneTest {
        var hasBegun = false
        var hasEnded = false
        var isPlanted = false
        /// Whether the test has got an event that another test may have tracked.
        var isDoubtful = false
        /// Whether the test has failed.
        var hasFailed = false
        /// The first line of the failure, or `nil` if it is unknown.
        var failure: String?
        /// How long the test took, or `nil` if it is unknown.
        var seconds: Double?
        /// The events that the test has recorded, in order.
        var events: [RecordedEvent] = []
        /// What the assertions of the test have told.
        var checks: [MutationNote] = []
        /// The kinds and names of the events that the test has discarded without a check, one for each event.
        var cleared: [MutationCheck] = []
        /// Whether events that no assertion has checked fail the test.
        var isExhaustive = false
    }

    /// The tests by their ids.
    private(set) var tests: [String: OneTest] = [:]
    /// Whether a process of the tests has opened the folder.
    let hasJournal: Bool

    /// Reads what the tests have written into a folder.
    ///
    /// - Throws: An error if a file is not as tests write it.
    init(in folder: String) throws {
        let journal = folder + "/" + MutationRound.journalFileName
        hasJournal = FileStatus(ofTarget: journal) != nil
        try forEachLine(of: journal) { try note($0) }
        try forEachLine(of: folder + "/" + Self.eventStreamFileName) { noteSwiftTesting($0) }
        let events = folder + "/" + MutationRound.eventsFileName
        guard FileStatus(ofTarget: events) != nil else { return }
        try EventFile(path: events).forEach { event in
            guard let test = event.unknown["test"]?.string else { return }
            tests[test, default: OneTest()].events.append(event)
        }
    }

    private func forEachLine(of path: String, _ body: (EventValue) throws -> Void) throws {
        guard FileStatus(ofTarget: path) != nil else { return }
        let lines = LineReader(try OpenFile(path: path), limit: 16 << 20)
        // A test that crashes may leave a part of a line, which is not read.
        while let line = try lines.next() {
            try body(try EventValue(json: Array(line), of: "\(path):\(lines.lineNumber)"))
        }
    }

    private mutating func note(_ value: EventValue) throws {
        let note: MutationNote
        do {
            note = try MutationNote(value)
        } catch {
            throw CommandError(
                """
                the tests and this command have different versions of Trackproof, so the command cannot read what the tests \
                have written (\(error)): use the command of the version that the tests use
                """, .notUnderstood)
        }
        var test = tests[note.test, default: OneTest()]
        switch note.fact {
        case .begun: (test.hasBegun, test.hasEnded) = (true, false)
        case .planted: test.isPlanted = true
        case .doubtful: test.isDoubtful = true
        case .failed:
            test.hasFailed = true
            test.failure = test.failure ?? note.text
        case .ended:
            test.hasEnded = true
            test.seconds = note.seconds
        case .checked: test.checks.append(note)
        case .cleared: if let check = note.check { test.cleared.append(check) }
        case .exhaustive: test.isExhaustive = true
        }
        tests[note.test] = test
    }
}

extension TestNotes.OneTest {
    /// Returns the names of the parameters of an event that the assertions of the test ignore.
    func ignored(in event: RecordedEvent) -> Set<String> {
        let names = event.unknown["ignored"]?.array?.compactMap(\.string) ?? []
        if names.isEmpty { return [] }
        let named = checks.compactMap(\.check).filter { $0.isAbout(event.event) }.flatMap { $0.exact + $0.loose.keys }
        return Set(names).subtracting(named)
    }

    /// Returns whether the test has discarded all events with the kind and name of `event`, and no assertion is about them.
    func discards(_ event: Event) -> Bool {
        let count = cleared.count { $0.isAbout(event) }
        return count > 0 && count == events.count { $0.source == .app && $0.event.isNamed(like: event) }
            && !checks.contains { $0.check?.isAbout(event) == true }
    }
}

extension MutationCheck {
    /// Returns whether the assertion is about events with this kind and name.
    func isAbout(_ event: Event) -> Bool { Event(name, kind: kind).isNamed(like: event) }
}

// The event stream of Swift Testing, version 0. It also tells about tests that have no trait of Trackproof.
// See `Documentation/ABI/JSON.md` of swift-testing.
extension TestNotes {
    /// The name of the file into which `swift test` writes the event stream.
    static let eventStreamFileName = "swift-testing.ndjson"

    private mutating func noteSwiftTesting(_ line: EventValue) {
        guard let event = line.object?["payload"]?.object, let kind = event["kind"]?.string,
            let test = event["testID"]?.string.flatMap(Self.test)
        else { return }
        switch kind {
        case "testStarted": tests[test, default: OneTest()].hasBegun = true
        case "testEnded": tests[test, default: OneTest()].hasEnded = true
        case "issueRecorded":
            let issue = event["issue"]?.object
            let isKnown = issue?["isKnown"]?.bool ?? false
            if isKnown || issue?["isFailure"]?.bool == false { return }
            var note = tests[test, default: OneTest()]
            note.hasFailed = true
            note.failure = note.failure ?? event["messages"]?.array?.first?.object?["text"]?.string
            tests[test] = note
        default: break
        }
    }

    /// Returns the id of a test, without its place in the source code; `nil` for a suite.
    private static func test(_ id: String) -> String? {
        guard let slash = id.lastIndex(of: "/"), id[slash...].contains(".swift:") else { return nil }
        return String(id[..<slash])
    }
}
