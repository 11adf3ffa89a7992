import TestSupport
import Testing
import Trackproof

/// Tests of SDKs that send the key of their session as their API key. In `RetryTests`, all SDKs send it in the path.
@Suite("Sessions of real SDKs", .timeLimit(.minutes(15)))
struct SessionTests {
    @Test(arguments: ["segment", "mixpanel"])
    func aLateEventStaysInItsSession(client: String) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            @Sendable func track(in session: RunningCollector.Session) async throws {
                _ = try await Client.run(client, "once", at: collector.address, key: session.key)
            }
            let first = try await collector.openSession("first")
            try await track(in: first)
            let second = try await collector.openSession("second")
            // An SDK may send an event after its test has ended.
            try await track(in: first)

            #expect(try await collector.export(first).map(\.sequence) == [1, 2])
            #expect(try await collector.export(second) == [])
            #expect(try await collector.export() == [])
        }
    }

    @Test func anEventOfARemovedSessionIsRejected() async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let session = try await collector.openSession("gone")
            #expect(try await HTTP.delete(collector.control("sessions/\(session.key)")).status == 204)
            let output = try await Client.run("segment", "once-sync", at: collector.address, key: session.key)
            #expect(output.raised == "APIError")
            #expect(try await collector.export() == [])
            // The collector lists each attempt to send as rejected.
            let rejections = try await collector.rejections()
            #expect(!rejections.isEmpty)
            for rejection in rejections {
                #expect(rejection.object?["vendor"]?.string == "segment")
                #expect(
                    rejection.object?["reason"]?.string == "no session has this key; the session may have been removed")
            }
        }
    }
}
