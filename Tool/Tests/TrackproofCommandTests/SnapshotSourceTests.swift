import Testing

/// Tests that the command records a snapshot only from events of the snapshot's source.
@Suite("A snapshot is recorded from its source only", .timeLimit(.minutes(15)))
struct SnapshotSourceTests {
    static let wire = "send(item('paid', '1', total=3))\n"
    static let app = "track('paid', total=3)\ndone()\n"
    static let ofApp = #"{"snapshot":1,"events":[{"name":"paid","parameters":{"total":3}}]}"#
    static let ofWire =
        #"{"snapshot":1,"source":"wire:segment","events":[{"name":"paid","parameters":{"total":3}}]}"#
    /// A recording with events of two sources.
    static let two = """
        {"name":"paid","parameters":{"total":3},"source":"wire:segment"}
        {"name":"paid","source":"wire:mixpanel"}

        """

    // MARK: No events of the source

    @Test func noFirstSnapshotIsRecordedWithoutEventsOfItsSource() async throws {
        let place = try Workplace()
        let outcome = try await place.collect(
            Self.wire + Self.app, "--snapshot s.json --source wire:segmnt --report junit=ui.xml")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == """
                trackproof: s.json: not recorded: no events of the source `wire:segmnt` were recorded (recorded \
                sources: app, wire:segment); name one with --source
                wire:segment against app: 1 event as expected

                """)
        #expect(!place.has("s.json"))
        #expect(!place.has("s.pending.json"))
        #expect(try place.read("ui.xml").contains(#"failures="1""#))
        let failure = "s.json: not recorded: no events of the source `wire:segmnt` were recorded"
        #expect(try place.read("ui.xml").contains(failure))
    }

    @Test func nothingIsLearnedWithoutEventsOfTheSource() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--runs", "2", "--record", "all", "--snapshot", "s.json", "--source", "provider:x", "--",
            "trackproof-demo-app")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "trackproof: s.json: not recorded: no events of the source `provider:x` were recorded "
                + "(recorded sources: app); name one with --source\n")
        #expect(!place.has("s.json"))
    }

    @Test(arguments: ["all", "failed"], [(ofApp, wire, "app"), (ofWire, app, "wire:segment")])
    func aSnapshotIsNotEmptiedByEventsOfAnotherSource(mode: String, side: (String, String, String)) async throws {
        let place = try Workplace()
        try place.write(side.0, to: "s.json")
        let outcome = try await place.collect(side.1, "--snapshot s.json --record \(mode)")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("trackproof: s.json: left unchanged: no events of the source `\(side.2)` were "),
            "\(outcome.errors)")
        #expect(try place.read("s.json") == side.0)
    }

    @Test(arguments: [("all", 0), ("failed", 1)])
    func aSnapshotOfAWireIsUpdated(mode: String, status: Int32) async throws {
        let place = try Workplace()
        try place.write(Self.ofWire.replacing("3", with: "4"), to: "s.json")
        let outcome = try await place.collect(Self.wire, "--snapshot s.json --record \(mode)")
        #expect(outcome.status == status)
        #expect(try place.read("s.json").contains(#""total": 3"#))
        let note = "wire:segment: only the snapshot checks it: no events of the source `app` were recorded\n"
        #expect(outcome.errors.hasSuffix(note), "\(outcome.errors)")
    }

    // MARK: Another source

    @Test func eventsOfAnotherSourceAreNotAccepted() async throws {
        let place = try Workplace(recording: Self.two, snapshot: Self.ofApp)
        let outcome = try await place.trackproof(
            "accept", "r.ndjson", "--snapshot", "s.json", "--source", "wire:segment")
        #expect(outcome.status == 64)
        #expect(outcome.errors == Self.refusal)
        #expect(try place.read("s.json") == Self.ofApp)
    }

    static let refusal = """
        trackproof: s.json: the snapshot expects events of the source `app`; for events of `wire:segment`, use another \
        snapshot

        """

    @Test(arguments: ["all", "failed"])
    func eventsOfAnotherSourceAreNotRecorded(mode: String) async throws {
        let place = try Workplace()
        try place.write(Self.ofApp, to: "s.json")
        let outcome = try await place.collect(
            "print('ran')\n" + Self.wire, "--snapshot s.json --source wire:segment --record \(mode)")
        #expect(outcome.status == 64)
        // The command refuses the run before it starts the app.
        #expect(outcome.output == "")
        #expect(outcome.errors == Self.refusal)
        #expect(try place.read("s.json") == Self.ofApp)
    }

    @Test func eventsOfAnotherSourceWriteNoPendingSnapshot() async throws {
        let place = try Workplace(
            recording: Self.two.replacing("3", with: "4"), snapshot: Self.ofApp)
        let outcome = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "s.json", "--source", "wire:segment")
        #expect(outcome.status == 1)
        #expect(outcome.errors == Self.refusal)
        #expect(!place.has("s.pending.json"))
    }

    // MARK: A recording of several wire formats as the snapshot

    @Test func theChosenWireOfARecordingIsPendingAndAccepted() async throws {
        let place = try Workplace(recording: Self.two.replacing("3", with: "4"), snapshot: Self.two)
        let differs = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "s.json", "--source", "wire:segment")
        #expect(differs.status == 1)
        #expect(
            differs.errors == """
                trackproof: review and accept the pending snapshot: trackproof accept \
                s.pending.json

                """)
        let review = try await place.trackproof("accept", "s.pending.json", input: "a\n")
        #expect(review.status == 0)
        #expect(review.output.contains("    - total: 3\n    + total: 4\n"), "\(review.output)")
        #expect(try place.read("s.json").contains(#""source": "wire:segment""#))
        #expect(try place.read("s.json").contains(#""total": 4"#))
    }

    @Test func theChosenWireOfARecordingIsUpdated() async throws {
        let place = try Workplace(recording: Self.two.replacing("3", with: "4"), snapshot: Self.two)
        let accepted = try await place.trackproof(
            "accept", "r.ndjson", "--snapshot", "s.json", "--source", "wire:segment")
        #expect(accepted.status == 0)
        #expect(accepted.output == "s.json expects 1 event\n")
        try place.write(Self.two, to: "s.json")
        let recorded = try await place.collect(
            Self.wire.replacing("3", with: "5"), "--snapshot s.json --source wire:segment --record all")
        #expect(recorded.status == 0)
        #expect(try place.read("s.json").contains(#""total": 5"#))
    }
}
