import Testing

/// Tests of the failures in the reports of `run --collect`, and of the exit status if there are several failures.
@Suite("trackproof run --collect, reports and exit status", .timeLimit(.minutes(15)))
struct DeliveryReportTests {
    private static let green =
        #"<?xml version="1.0" encoding="UTF-8"?>\#n<testsuites name="trackproof" tests="1" failures="0"></testsuites>"#

    /// Makes a folder with a report of an earlier run that passed.
    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.green, to: "ui.xml")
        return place
    }

    @Test(arguments: [
        (
            "track('paid', source='provider:segment')\ndone()\n", "", "wire:segment",
            "nothing arrived at the collector"
        ),
        ("track('paid')\ndone()\n", "--wire segment=app", "wire:segment", "nothing arrived at the collector"),
        ("track('paid')\ndone()\n", "", "collector", "nothing arrived at the collector"),
        (
            "send(item('paid', '1'))\n", "", "wire:segment",
            "wire:segment: not compared: no events of the source `app` were"
        ),
        (
            "track('paid')\ndone()\nsend(item('paid', '1'), {'type': 'trak'})\n", "", "wire:segment against app",
            "wire:segment: rejected: batch.1.type: "
        ),
        ("track('$a')\ndone()\nsend(item('$a', '1'))\n", "", "wire:segment", "nothing was compared: "),
    ])
    func aFailureIsInTheReport(app: String, options: String, suite: String, message: String) async throws {
        let place = try place()
        let outcome = try await place.collect(app, "\(options) --report junit=ui.xml --report json")
        #expect(outcome.status == 1)
        let report = try place.read("ui.xml")
        #expect(report.contains(#"<testsuite name="\#(suite)" "#), "\(report)")
        #expect(report.contains(#"failures="1""#), "\(report)")
        #expect(report.contains(#"<failure type="failure" message="\#(message)"#), "\(report)")
        #expect(outcome.errors.contains(#""failures":["\#(message)"#), "\(outcome.errors)")
    }

    @Test func aRejectedRequestIsInTheReport() async throws {
        let place = try place()
        let outcome = try await place.collect(
            """
            import urllib.error
            try:
                send(item("paid", "1"), path="/nobody")
            except urllib.error.HTTPError:
                pass
            """, "--report junit=ui.xml")
        #expect(outcome.status == 1)
        let report = try place.read("ui.xml")
        #expect(report.contains(#"<testsuite name="collector" "#))
        #expect(report.contains("a request: rejected: "))
    }

    @Test func aMissingCommandLeavesNoReportOfAnEarlierRun() async throws {
        let place = try place()
        let outcome = try await place.shell("trackproof run --collect --report junit=ui.xml -- ./nothing")
        #expect(outcome.status == 127)
        #expect(try place.names() == ["tmp"])
    }

    /// Tests that the command does not remove a pipe at the path of a report. Another process could read from the pipe.
    @Test func aReportPathThatIsAPipeStaysAPipe() async throws {
        let place = try place()
        let outcome = try await place.shell(
            "mkfifo pipe; trackproof run --collect --report junit=pipe -- ./nothing; test -p pipe")
        #expect(outcome.status == 0)
    }

    // MARK: Arrival

    @Test func bridgeEventsWithAWireSourceHaveNotArrived() async throws {
        let place = try place()
        let alone = try await place.collect(
            "track('paid')\ntrack('paid', source='wire:segment')\ndone()\n", "--report junit=ui.xml")
        #expect(alone.status == 1)
        #expect(alone.errors.contains("nothing arrived at the collector"), "\(alone.errors)")

        try place.write(#"{"snapshot":1,"source":"wire:segment","events":[{"name":"paid"}]}"#, to: "s.json")
        let beside = try await place.collect(
            """
            track("paid")
            track("paid", source="wire:segment")
            done()
            send(item("paid", "1"), key="TRACKPROOF_COLLECTOR_RUDDERSTACK")
            """, "--snapshot s.json")
        #expect(beside.status == 1)
        #expect(
            beside.errors.contains(
                "trackproof: wire:segment: has events that came over the bridge instead of the collector\n"),
            "\(beside.errors)")
    }

    @Test func collectedProviderEventsAreNotComparedWithAWire() async throws {
        let place = try Workplace()
        let app = """
            track("paid", total=3)
            done()
            send(item("paid", "1", total=3))
            event = {"name": "order", "parameters": {}, "source": "provider:segment"}
            address = os.environ["TRACKPROOF_COLLECTOR"] + "/trackproof/v1/events"
            head = {"Content-Type": "application/json"}
            body = json.dumps({"events": [event]}).encode()
            urllib.request.urlopen(urllib.request.Request(address, body, head))

            """
        let outcome = try await place.collect(app, "--recording r.ndjson")
        #expect(try place.read("r.ndjson").contains(#""source":"provider:segment""#))
        #expect(outcome.errors.contains("wire:segment against app: 1 event as expected\n"), "\(outcome.errors)")
    }

    // MARK: Status

    @Test(arguments: [("--timeout 1", "exec sleep 20", 124), ("", "exit 3", 3), ("", "exit 0", 1)])
    func withoutAComparisonTheCommandsFailureTakesPrecedence(
        options: String, script: String, status: Int32
    ) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof run --collect \(options) -- sh -c '\(script)'")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("trackproof: nothing arrived at the collector: "), "\(outcome.errors)")
    }

    @Test func aDifferenceTakesPrecedenceOverTheCommandsFailure() async throws {
        let place = try Workplace()
        let outcome = try await place.collect(
            "track('paid')\ntrack('lost')\ndone()\nsend(item('paid', '1'))\nos._exit(3)\n", "")
        #expect(outcome.status == 1)
    }
}
