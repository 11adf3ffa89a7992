import _TrackproofTestSupport
import Testing
import Trackproof

@Suite("Sessions of real SDKs", .timeLimit(.minutes(15)))
struct SessionTests {
    /// The part of a request that contains the key of the client's session.
    enum Way: Sendable, CaseIterable {
        case path, apiKey
    }

    @Test(arguments: [("rudderstack", Way.path), ("posthog", .path), ("segment", .apiKey), ("mixpanel", .apiKey)])
    func aLateEventStaysInItsSession(client: String, way: Way) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            @Sendable func track(in session: RunningCollector.Session) async throws -> Client.Output {
                switch way {
                case .path: try await Client.run(client, "once", at: session.url)
                case .apiKey: try await Client.run(client, "once", at: collector.address, key: session.key)
                }
            }
            let first = try await collector.openSession("first")
            _ = try await track(in: first)
            let second = try await collector.openSession("second")
            _ = try await track(in: second)
            // An SDK may send an event after its test has ended.
            _ = try await track(in: first)

            #expect(try await collector.export(first).map(\.sequence) == [1, 2])
            #expect(try await collector.export(second).map(\.sequence) == [1])
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
