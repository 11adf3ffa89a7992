import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of the Swift API with which a test uses a session of a collector.
@Suite("Collector sessions in tests", .timeLimit(.minutes(15)))
struct CollectorSessionTests {
    private static func item(_ name: String, id: String, _ properties: String = "{}") -> String {
        #"{"batch":[{"type":"track","event":"\#(name)","userId":"u","messageId":"\#(id)","properties":\#(properties)}]}"#
    }

    private func address(_ collector: RunningCollector) throws -> URL { try #require(URL(string: collector.address)) }

    @Test func requestsOfAnSDKBecomeEventsOfTheRecorder() async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let wire = try CollectorSession.open(try address(collector), named: "checkout")
            let recorder = TestRecorder()
            wire.record(into: recorder)
            let sender = Task {
                try await HTTP.post(
                    "\(wire.url)/v1/batch", Self.item("paid", id: "1", #"{"price":20.0,"n":9007199254740993}"#))
            }
            await expectTracked(
                "paid", ["price": 20.0, "n": 9_007_199_254_740_993], source: .wire("segment"), within: .seconds(600),
                in: recorder)
            #expect(try await sender.value.status == 200)
            // This request belongs to the default session, not to the test's session.
            _ = try await HTTP.post("\(collector.address)/v1/batch", Self.item("other", id: "2"))
            // The SDK sends the session's key in place of its own write key.
            _ = try await HTTP.post(
                "\(collector.address)/v1/batch",
                #"{"writeKey":"\#(wire.key)","batch":[{"type":"screen","name":"list","userId":"u","messageId":"3"}]}"#)
            await expectTracked("list", kind: .screen, source: .wire("segment"), within: .seconds(600), in: recorder)
            expectNothingElse(source: .wire("segment"), in: recorder)
            wire.close()
        }
    }

    @Test func aSessionHasAnAddressRetriesAndRejectedItems() async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let port = try #require(try address(collector).port)
            let capitals = try #require(URL(string: "HTTP://LocalHost:\(port)"))
            #expect(try CollectorSession.open(capitals).rejected() == [])
            let wire = try CollectorSession.open(try address(collector))
            let variables = wire.environment
            #expect(wire.url.absoluteString == "\(collector.address)/s/\(wire.key)")
            #expect(variables["TRACKPROOF_COLLECTOR"] == "\(wire.url)")
            #expect(variables["TRACKPROOF_COLLECTOR_SEGMENT"] == "\(wire.url)/segment")
            #expect(variables["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"] == "\(wire.url)/v1/logs")
            for name in ["paid", "paid", "refunded"] {
                _ = try await HTTP.post("\(wire.url)/v1/batch", Self.item(name, id: "1"))
            }
            #expect(try wire.retries().map(\.event.name) == ["paid"])
            #expect(
                try wire.rejected() == [
                    """
                    wire:segment: item 0: an earlier event with other content has the id "1"; the vendor would treat \
                    this event as a retry and drop it
                    """
                ])
        }
    }

    @Test func requestsFailAsPlanned() async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let wire = try CollectorSession.open(try address(collector))
            let batch = "\(wire.url)/v1/batch"
            try wire.failNext(with: .status(503))
            try wire.failNext(2, with: .status(429), stored: true)
            var statuses: [Int] = []
            for number in 1...4 {
                statuses.append(try await HTTP.post(batch, Self.item("paid", id: "\(number)")).status)
            }
            #expect(statuses == [503, 429, 429, 200])
            #expect(
                try await collector.export(RunningCollector.Session(key: wire.key, url: "")).map(\.id) == [
                    "2", "3", "4",
                ])
            // A planned failure can have a vendor and a path, a delay, or a time to wait before a retry.
            try wire.failNext(with: .status(503, retryAfter: 7), vendor: "segment", path: "/track")
            try wire.failNext(with: .late, after: .milliseconds(300), vendor: "segment", path: "/batch")
            let start = ContinuousClock.now
            #expect(try await HTTP.post(batch, Self.item("paid", id: "6")).status == 200)
            #expect(ContinuousClock.now - start >= .milliseconds(300))
            let refused = try await HTTP.post(
                "\(wire.url)/v1/track", #"{"type":"track","event":"paid","userId":"u"}"#)
            #expect(refused.status == 503)
            let error = #expect(throws: CollectorError.self) { try wire.failNext(with: .drop, vendor: "segmnt") }
            #expect(error?.message.contains("segmnt") == true)
            try wire.failNext(with: .drop)
            // `URLSession` would keep a processor busy for half a minute after the end of the connection.
            let item = Self.item("paid", id: "5")
            let length = "Content-Length: \(item.utf8.count)"
            let head = "POST \(wire.url.path)/v1/batch HTTP/1.1\r\nHost: localhost\r\n\(length)"
            let client = try AttackClient(port: UInt16(try #require(wire.url.port)))
            #expect(try client.exchange("\(head)\r\n\r\n\(item)").status == 0)
        }
    }

    @Test func aMissingCollectorOrTokenIsReported() async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        let error = #expect(throws: CollectorError.self) { try CollectorSession.open(nowhere) }
        #expect(error?.message.hasPrefix("http://127.0.0.1:1: the collector cannot be reached: ") == true)

        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite"), ["--token", "a-token-that-is-long"]) { collector in
            let address = try address(collector)
            let error = #expect(throws: CollectorError.self) { try CollectorSession.open(address) }
            #expect(
                error?.message
                    == "\(address): POST sessions: the control API needs the header `Authorization: Bearer TOKEN`; "
                    + "at its start, the collector prints where the token is")
            let wire = try CollectorSession.open(address, token: "a-token-that-is-long")
            #expect(try await HTTP.post("\(wire.url)/v1/batch", Self.item("paid", id: "1")).status == 200)
        }
    }

    /// Tests an app that tracks events over a bridge while its SDK sends requests to the collector.
    @Test func aUITestSessionReceivesEventsOfAppAndSDK() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.app, to: "app.py")
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let wire = try CollectorSession.open(try address(collector), named: "UI test")
            let app = ProcessUnderTest("/usr/bin/env", ["python3", folder.file("app.py")])
            let session = try UITestSession.launch(app, bridge: .file, collector: wire, timeout: .seconds(30))
            defer { app.process.terminate() }
            session.expectTracked("paid", ["price": 20.0])
            // The SDK converts the price to a string.
            session.expectTracked("paid", ["price": "20.0"], source: .wire("segment"))
            session.expectCount(1, source: .wire("segment"))
            session.expectNothingElse(source: .wire("segment"))
            session.expectNothingElse()

            _ = try await HTTP.post("\(wire.url)/v1/batch", #"{"batch":[{"type":"trak"}]}"#)
            withKnownIssue {
                session.expectNothingElse()
            } matching: { issue in
                issue.comments.first?.rawValue.hasPrefix(
                    "the collector rejected what an SDK sent: wire:segment: batch.0.type: \"trak\" is not one") == true
            }
            session.finish()
        }
    }

    /// Tests that the end of a test fails if the collector has removed what an SDK sent.
    @Test func aLossFailsTheTest() async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite"), ["--keep-events", "2"]) { collector in
            let wire = try CollectorSession.open(try address(collector))
            let session = try UITestSession.launch(SilentApp(), bridge: .file, collector: wire)
            for _ in 1...3 { _ = try await HTTP.post("\(wire.url)/v1/batch", #"{"batch":[{"type":"trak"}]}"#) }
            withKnownIssue {
                session.expectNothingElse()
            } matching: { issue in
                issue.comments.first?.rawValue.contains(
                    "\nthe collector lost what an SDK sent: events and rejected items that were removed because of the "
                        + "limits of the store: 1\n") == true
            }
            session.finish()
            wire.close()
        }
    }

    /// Tests an assertion while the collector answers no waits. The assertion must read the event without a wait.
    @Test func anAssertionReadsArrivedEventsWithoutAWait() async throws {
        try await withGateway { gateway, _ in
            let url = try #require(URL(string: gateway.address))
            let wire = try CollectorSession.open(url)
            let session = try UITestSession.launch(SilentApp(), bridge: .file, collector: wire)
            try await gateway.waitForRequests("wait", .open)
            gateway.become(.held, for: "wait")
            try await gateway.waitForRequests("wait", .held)
            _ = try await HTTP.post("\(wire.url)/v1/batch", Self.item("paid", id: "1"))
            session.expectTracked("paid", source: .wire("segment"), within: .zero)

            gateway.become(.failing)
            let problem = "\(gateway.address): GET events: status 503"
            withKnownIssue {
                session.expectTracked("refunded", times: 0, source: .wire("segment"), within: .zero)
            } matching: { issue in
                issue.comments.first?.rawValue.hasPrefix("\(problem)\n") == true
            }
            gateway.become(.open)
            session.finish()
            wire.close()
        }
    }

    private static let app = """
        import json, os, sys, urllib.request
        with open(os.environ["TRACKPROOF_BRIDGE"].removeprefix("file:"), "a") as bridge:
            bridge.write(json.dumps({"hello": 1, "writer": "1-a"}) + "\\n")
            bridge.write(json.dumps({"name": "paid", "parameters": {"price": 20.0}, "seq": 1, "writer": "1-a"}) + "\\n")
        item = {"type": "track", "event": "paid", "userId": "u", "messageId": "1", "properties": {"price": "20.0"}}
        url = os.environ["TRACKPROOF_COLLECTOR_SEGMENT"] + "/v1/batch"
        urllib.request.urlopen(urllib.request.Request(url, json.dumps({"batch": [item]}).encode()))
        sys.stdin.read()
        """
}
