public import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// One run of the tests, as `trackproof mutate` tells it to the tests: the mutant of each test.
///
/// The command writes the round to the file ``fileName`` in the folder that the environment variable
/// `TRACKPROOF_MUTATION` names. The tests append to the files ``eventsFileName`` and ``journalFileName`` in this folder.
public struct MutationRound: Sendable {
    /// The name of the round's file: one JSON object.
    public static let fileName = "round.json"
    /// The name of the file with the events of all tests: a recording whose events have the member `test`.
    public static let eventsFileName = "events.ndjson"
    /// The name of the file with a ``MutationNote`` in each line.
    public static let journalFileName = "journal.ndjson"

    /// Whether the tests note their events and their assertions, as in a run without mutants.
    public var notesEvents: Bool
    /// The mutants by the ids of the tests. A test without a mutant runs as usual.
    public var mutants: [String: Mutant]
    /// How the tests with a mutant run without it, by the ids of the tests.
    public var usual: [String: Usual]

    /// How a test runs without a mutant.
    public struct Usual: Sendable, Hashable {
        /// The duration of the test, in seconds.
        public let seconds: Double
        /// The number of events that the app tracks; `nil` if it is unknown.
        public let eventCount: Int?

        /// Creates the description of a test.
        public init(seconds: Double, eventCount: Int?) { (self.seconds, self.eventCount) = (seconds, eventCount) }
    }

    /// Creates a round.
    public init(notesEvents: Bool = false, mutants: [String: Mutant] = [:], usual: [String: Usual] = [:]) {
        (self.notesEvents, self.mutants, self.usual) = (notesEvents, mutants, usual)
    }

    /// The content of the round's file.
    public var bytes: [UInt8] {
        var members = mutants.mapValues(\.members)
        for (test, usual) in usual {
            members[test] = members[test]?.merging(["seconds": usual.seconds, "events": usual.eventCount])
        }
        let round: EventParameters = ["mutation": 1, "notes": notesEvents, "mutants": members]
        return Array(round.json.utf8)
    }

    /// Reads a round from the content of its file.
    ///
    /// - Parameter file: The path of the file, for errors.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` or ``/TrackproofJSON/DocumentError`` if the content is not a round.
    public init(_ bytes: [UInt8], file: String) throws {
        let object = try DocumentObject(EventValue(json: bytes, of: file), at: file + ":")
        notesEvents = try object.bool("notes")
        let mutants = try object.object("mutants")
        (self.mutants, usual) = ([:], [:])
        for entry in try object.entries("mutants") {
            let mutant = try DocumentObject(entry.value, at: mutants.path(entry.name))
            self.mutants[entry.name] = try Mutant(mutant)
            guard let seconds = try mutant.optionalNumber("seconds") else { continue }
            usual[entry.name] = Usual(seconds: seconds, eventCount: try mutant.optionalCount("events"))
        }
    }
}

/// What a test tells `trackproof mutate`: one line of the journal.
public struct MutationNote: Sendable, Hashable {
    /// What happened in the test.
    public enum Fact: String, Sendable {
        /// The test has begun, or a case of a parameterized test has begun.
        case begun
        /// The mistake was planted at least once.
        case planted
        /// The test has got an event that another test may have tracked, because the tests share a facade.
        case doubtful
        /// The test has failed.
        case failed
        /// The test has ended.
        case ended
        /// An assertion has checked an event, or has compared the events with a snapshot.
        case checked
        /// The test has discarded an event that no assertion has checked.
        case cleared
        /// Events that no assertion has checked fail the test.
        case exhaustive
    }

    /// The id of the test, such as `ShopTests.CheckoutTests/buys()`.
    public let test: String
    /// What happened.
    public let fact: Fact
    /// The first line of the failure, or the path of the snapshot.
    public var text: String?
    /// What the assertion expects, if it has checked an event; the event alone, if the test has discarded it.
    public var check: MutationCheck?
    /// The place of the assertion in the source code, such as `CheckoutTests.swift:12`.
    public var place: String?
    /// How long the test took, in seconds, if it has ended.
    public var seconds: Double?

    /// Creates a note.
    public init(
        _ test: String, _ fact: Fact, text: String? = nil, check: MutationCheck? = nil, place: String? = nil,
        seconds: Double? = nil
    ) {
        (self.test, self.fact, self.text, self.check, self.place) = (test, fact, text, check, place)
        self.seconds = seconds
    }

    /// The line of the journal, with its line break.
    public var line: String {
        let members: EventParameters = [
            "test": test, "fact": fact.rawValue, "text": text, "check": check?.members, "place": place,
            "seconds": seconds,
        ]
        return members.json + "\n"
    }

    /// Reads a line of the journal.
    public init(_ line: EventValue) throws {
        let object = try DocumentObject(line, at: "\(MutationRound.journalFileName):")
        (test, fact) = (try object.text("test"), try object.choice("fact"))
        (text, place) = (try object.optionalText("text"), try object.optionalText("place"))
        seconds = try object.optionalNumber("seconds")
        check = try object.optionalObject("check").map(MutationCheck.init)
    }
}

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
        loose = try object.entries("loose").reduce(into: [:]) { $0[$1.name] = $1.value.string ?? "" }
    }
}
