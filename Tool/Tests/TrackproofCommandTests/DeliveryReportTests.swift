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

    /// Tests that the command does not remove a pipe at the path of a report. Another process could read from the pipe.
    @Test func aReportPathThatIsAPipeStaysAPipe() async throws {
        let place = try place()
        let outcome = try await place.shell(
            "mkfifo pipe; trackproof run --collect --report junit=pipe -- ./nothing; test -p pipe")
        #expect(outcome.status == 0)
    }

    // MARK: Arrival

    // MARK: Status

    @Test(arguments: [("--timeout 1", "exec sleep 20", 124), ("", "exit 3", 3), ("", "exit 0", 1)])
    func withoutAComparisonTheCommandsFailureTakesPrecedence(
        options: String, script: String, status: Int32
    ) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof run --collect \(options) -- sh -c '\(script)'")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("trackproof: nothing arrived at the collector: "), "\(outcome.errors)")
        try place.write("plan: 1\nevents:\n  paid:\n", to: "plan.yaml")
        let planned = try await place.shell("trackproof run --plan plan.yaml \(options) -- sh -c '\(script)'")
        #expect(planned.status == status)
        #expect(planned.errors.contains("no events were recorded, so nothing was checked"), "\(planned.errors)")
    }
}
