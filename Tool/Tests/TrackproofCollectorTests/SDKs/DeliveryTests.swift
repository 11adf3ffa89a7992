import TestSupport
import Testing
import Trackproof

/// Tests with the real SDKs, which need most of the time.
@Suite("Delivery by real SDKs", .timeLimit(.minutes(15)))
struct DeliveryTests {
    @Test(arguments: Set(Delivery.all.map(\.vendor)).sorted())
    func theCollectorRecordsWhatTheSDKSends(vendor: String) async throws {
        let folder = try TemporaryFolder()
        try await withCollector(store: folder.file("s.sqlite")) { collector in
            var requests = 0
            for delivery in Delivery.all where delivery.vendor == vendor {
                requests += try await check(delivery, collector, after: requests)
                #expect(try await collector.post("reset", "").status == 204)
            }
        }
    }

    /// Runs a client in an empty session of a collector that has received `earlier` requests.
    ///
    /// - Returns: The number of the client's requests.
    private func check(_ delivery: Delivery, _ collector: RunningCollector, after earlier: Int) async throws -> Int {
        let output = try await Client.run(delivery.vendor, delivery.mode, at: collector.address)
        let name: Comment = "\(delivery.vendor), \(delivery.mode)"
        #expect(output.raised == nil, name)

        // A proxy in the client keeps the requests that the SDK sent. The collector must have received the same requests.
        #expect(try await collector.requests(after: earlier) == output.requests, name)
        #expect(output.areZipped.allSatisfy { $0 == delivery.isZipped }, name)
        switch delivery.packing {
        case .one: #expect(output.requests.count == delivery.events.count, name)
        case .many: #expect(output.requests.count < delivery.events.count || delivery.mode == "postponed", name)
        }

        let events = try await collector.export()
        #expect(events.map(\.withoutSDKValues) == delivery.events, name)
        #expect(try await collector.rejections() == [], name)
        #expect(try await collector.retries() == [], name)

        if delivery.hasIDs {
            let ids = events.compactMap(\.id)
            #expect(Set(ids).count == events.count, name)
            let wire = output.requests.map { $0.target + String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(ids.allSatisfy { wire.contains($0) }, name)
        }
        return output.requests.count
    }
}

extension RecordedEvent {
    /// The event without the SDK's time, id and context, which differ between runs.
    var withoutSDKValues: RecordedEvent {
        RecordedEvent(event, source: source, sequence: sequence, anonymous: anonymous)
    }
}
