import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of a collector that fails while a test uses one of its sessions.
@Suite("A collector that fails", .timeLimit(.minutes(15)))
struct CollectorFailureTests {
    private static func send(_ name: String, to url: String) async throws {
        let item = #"{"type":"track","event":"\#(name)","userId":"u","messageId":"\#(name)"}"#
        try #require(try await HTTP.post("\(url)/v1/batch", #"{"batch":[\#(item)]}"#).status == 200)
    }

    private static func open(_ address: String) throws -> CollectorSession {
        let url = try #require(URL(string: address))
        return try CollectorSession.open(url)
    }

    @Test func eventsThatArriveDuringAFailureAreReadAfterwards() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            let recorder = TestRecorder()
            wire.record(into: recorder)
            try await Self.send("before", to: wire.url.absoluteString)
            await expectTracked("before", source: .wire("segment"), within: .seconds(600), in: recorder)
            #expect(wire.problem == nil)

            let start = ContinuousClock.now
            gateway.become(.failing)
            try await gateway.waitForRequests("events", .failing, times: 6)
            // `CollectorFeed` repeats its failed request after 0.1, 0.2, 0.4, 0.8 and 1.6 s.
            #expect(ContinuousClock.now - start > .seconds(3))
            #expect(wire.problem?.message == "\(gateway.address): GET events: status 503")
            try await Self.send("meanwhile", to: wire.url.absoluteString)

            gateway.become(.open)
            await expectTracked("meanwhile", source: .wire("segment"), within: .seconds(600), in: recorder)
            expectNothingElse(source: .wire("segment"), in: recorder)
            // `CollectorFeed` reads all events before it sends its next wait.
            try await gateway.waitForRequests("events", .open)
            try await gateway.waitForRequests("wait", .open)
            #expect(wire.problem == nil)
            wire.close()
        }
    }

    @Test func closingDoesNotWaitForAnUnansweredRequest() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            wire.record(into: TestRecorder())
            gateway.become(.held)
            try await gateway.waitForRequests("events", .held)
            let start = ContinuousClock.now
            #expect(wire.problem == nil)
            wire.close()
            // The request ends after 20 s.
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test func aFailedAssertionReportsTheCollectorsFailure() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            let app = SilentApp()
            let session = try UITestSession.launch(app, bridge: .file, collector: wire, timeout: .seconds(30))
            gateway.become(.failing)
            // When `CollectorFeed` sends its second request, it has read the answer to the first request, which failed.
            try await gateway.waitForRequests("events", .failing, times: 2)
            let problem = "\(gateway.address): GET events: status 503"
            let shortly = Duration.milliseconds(100)
            Self.expectIssue(
                { session.expectTracked("paid", source: .wire("segment"), within: shortly) },
                { $0.hasPrefix("not tracked: track paid\n") && $0.contains("\n\(problem)\n") })
            // While the collector fails, the absence of an event proves nothing.
            Self.expectIssue(
                { session.expectTracked("paid", times: 0, source: .wire("segment"), within: shortly) },
                { $0.hasPrefix("cannot tell whether the event would have been tracked: track paid\n\(problem)\n") })
            Self.expectIssue(
                { session.expectCount(1, source: .wire("segment"), within: shortly) },
                { $0.contains("\n\(problem)\n") })
            // The app would send `opened` over the bridge, so the collector's failure does not affect this assertion.
            session.expectTracked("opened", times: 0, within: shortly)

            gateway.become(.open)
            try await Self.send("paid", to: wire.url.absoluteString)
            session.expectTracked("paid", source: .wire("segment"))

            gateway.become(.failing)
            app.crash()
            Self.expectIssue(
                { session.expectTracked("paid", source: .wire("segment")) },
                { $0.contains("\nthe app was killed by signal 9; \(problem)\n") })
            gateway.become(.open)
            session.finish()
            wire.close()
        }
    }

    /// Tests a wait that polls, and a wait for an app that reports its changes.
    @Test(arguments: [(UITestBridge.file, false), (.tcp, true)])
    func removingTheSessionEndsTheWait(bridge: UITestBridge, reportsChanges: Bool) async throws {
        try await withGateway { gateway, collector in
            let wire = try Self.open(gateway.address)
            let app = SilentApp(reportsChanges: reportsChanges)
            let session = try UITestSession.launch(app, bridge: bridge, collector: wire)
            let removal = try await HTTP.delete(collector.control("sessions/\(wire.key)"))
            #expect(removal.status == 204)
            let start = ContinuousClock.now
            let problem = #"no session has the key "\#(wire.key)""#
            Self.expectIssue(
                { session.expectTracked("paid", source: .wire("segment"), within: .seconds(600)) },
                { $0.contains(problem) })
            #expect(ContinuousClock.now - start < .seconds(600))
            #expect(wire.problem?.message.hasSuffix(problem) == true)
            Self.expectIssue({ session.finish() }, { $0.hasPrefix("\(gateway.address): GET events: \(problem)\n") })
        }
    }

    /// Tests a collector that does not answer. The first assertion waits 20 s, and later assertions do not wait.
    @Test func onlyOneAssertionWaitsForAnUnresponsiveCollector() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            let session = try UITestSession.launch(SilentApp(), bridge: .file, collector: wire)
            gateway.become(.held)
            try await gateway.waitForRequests("events", .held)
            let isProblem: @Sendable (String) -> Bool = {
                $0.hasPrefix("\(gateway.address): the collector cannot be reached: ")
            }
            let start = ContinuousClock.now
            Self.expectIssue({ session.expectNothingElse() }, isProblem)
            let known = ContinuousClock.now
            // If the assertion waited for the request of `CollectorFeed` and then for another request, it would take
            // 40 s.
            #expect(known - start < .seconds(40))
            session.expectNothingElse()
            session.reset()
            Self.expectIssue({ session.expectNothingElse() }, isProblem)
            #expect(ContinuousClock.now - known < .seconds(20))

            gateway.become(.open)
            try await Self.send("paid", to: wire.url.absoluteString)
            session.expectTracked("paid", source: .wire("segment"), within: .seconds(600))
            session.finish()
            wire.close()
        }
    }

    @Test func aFailureIsReportedOnceInEachTest() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            let session = try UITestSession.launch(SilentApp(), bridge: .file, collector: wire)
            gateway.become(.failing)
            let isProblem: @Sendable (String) -> Bool = {
                $0.hasPrefix("\(gateway.address): GET events: status 503\n")
            }
            Self.expectIssue({ session.expectNothingElse() }, isProblem)
            session.expectNothingElse()
            session.reset()
            Self.expectIssue({ session.expectNothingElse() }, isProblem)
            session.expectNothingElse()
            gateway.become(.open)
            session.finish()
            wire.close()
        }
    }

    @Test func aRejectedItemFailsTheTestDuringWhichItArrives() async throws {
        try await withGateway { gateway, _ in
            let wire = try Self.open(gateway.address)
            let session = try UITestSession.launch(SilentApp(), bridge: .file, collector: wire)
            let rejected = #"the collector rejected what an SDK sent: wire:segment: batch.0.type: "trak" is not one of"#
            let count: @Sendable (String) -> Int = { $0.components(separatedBy: rejected).count - 1 }
            for times in [1, 2] {
                session.reset()
                for _ in 1...times { _ = try await HTTP.post("\(wire.url)/v1/batch", #"{"batch":[{"type":"trak"}]}"#) }
                Self.expectIssue({ session.expectNothingElse() }, { count($0) == times })
                session.expectNothingElse()
            }
            session.finish()
            // The next app gets a new UI test session, which does not report the rejected items again.
            try UITestSession.launch(SilentApp(), bridge: .file, collector: wire).finish()
            #expect(try wire.rejected().count == 3)
            wire.close()
        }
    }

    /// Checks that `body` records one issue whose message satisfies `isExpected`, and no other issue.
    private static func expectIssue(
        _ body: () -> Void, _ isExpected: @escaping @Sendable (String) -> Bool,
        at site: SourceLocation = #_sourceLocation
    ) {
        withKnownIssue(sourceLocation: site) {
            body()
        } matching: { issue in
            isExpected(issue.comments.first?.rawValue ?? "")
        }
    }
}
