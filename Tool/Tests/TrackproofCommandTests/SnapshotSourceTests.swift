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

    // MARK: Another source

    // MARK: A recording of several wire formats as the snapshot
}
