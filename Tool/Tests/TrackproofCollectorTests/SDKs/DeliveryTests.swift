import _TrackproofTestSupport
import Testing
import Trackproof

@Suite("Delivery by real SDKs", .timeLimit(.minutes(15)))
struct DeliveryTests {
    @Test(arguments: Delivery.all)
    func theCollectorRecordsWhatTheSDKSends(delivery: Delivery) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let output = try await Client.run(delivery.vendor, delivery.mode, at: collector.address)
            #expect(output.raised == nil)

            // A proxy in the client keeps the requests that the SDK sent. The collector must have received the same
            // requests.
            #expect(try await collector.requests() == output.requests)
            #expect(output.areZipped.allSatisfy { $0 == delivery.isZipped })
            switch delivery.packing {
            case .one: #expect(output.requests.count == delivery.events.count)
            case .many: #expect(output.requests.count < delivery.events.count || delivery.mode == "postponed")
            }

            let events = try await collector.export()
            #expect(events.count == delivery.events.count)
            for (event, expected) in zip(events, delivery.events) { #expect(event.withoutSDKValues == expected) }
            #expect(try await collector.rejections() == [])
            #expect(try await collector.retries() == [])

            guard delivery.hasIDs else { return }
            let ids = events.compactMap(\.id)
            #expect(Set(ids).count == events.count)
            let wire = output.requests.map { $0.target + String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(ids.allSatisfy { wire.contains($0) })
        }
    }
}

extension RecordedEvent {
    /// The event without the SDK's time, id and context, which differ between runs.
    var withoutSDKValues: RecordedEvent {
        RecordedEvent(event, source: source, sequence: sequence, anonymous: anonymous)
    }
}
