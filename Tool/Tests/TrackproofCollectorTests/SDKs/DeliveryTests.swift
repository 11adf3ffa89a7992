import Testing
import Trackproof

@Suite("Real SDKs deliver, and what is recorded is what they put on the wire", .timeLimit(.minutes(15)))
struct DeliveryTests {
    @Test(arguments: Delivery.all)
    func isRecordedAsSent(delivery: Delivery) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            let deed = try await Client.run(delivery.vendor, delivery.mode, at: collector.address)
            #expect(deed.raised == nil)

            // Between SDK and collector stood someone who kept the bytes.
            #expect(try await collector.requests() == deed.requests)
            #expect(deed.areZipped.allSatisfy { $0 == delivery.isZipped })
            switch delivery.packing {
            case .one: #expect(deed.requests.count == delivery.events.count)
            case .many: #expect(deed.requests.count < delivery.events.count || delivery.mode == "postponed")
            }

            let events = try await collector.export()
            #expect(events.count == delivery.events.count)
            for (event, expected) in zip(events, delivery.events) { #expect(event.asTracked == expected) }
            #expect(try await collector.rejections() == [])
            #expect(try await collector.retries() == [])

            guard delivery.hasIDs else { return }
            let ids = events.compactMap(\.id)
            #expect(Set(ids).count == events.count)
            let wire = deed.requests.map { $0.target + String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(ids.allSatisfy { wire.contains($0) })
        }
    }
}

extension RecordedEvent {
    /// Without what the SDK's clock, chance and version said.
    var asTracked: RecordedEvent {
        RecordedEvent(event, source: source, sequence: sequence, anonymous: anonymous)
    }
}
