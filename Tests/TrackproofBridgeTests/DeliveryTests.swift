import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// Tests that all tracked events arrive, in order and unchanged.
@Suite(.blocking) struct DeliveryTests {
    @Test(arguments: BridgeTransport.allCases, [1, 8])
    func everyEventArrivesInOrder(transport: BridgeTransport, threads: Int) throws {
        let (reader, inbox) = try openReader(transport)
        track(2_000, threads: threads, into: try reader.bridge())
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(inbox.sequences == [writer.name: Array(1...2_000)])
        #expect(writer.received == 2_000)
        #expect(writer.missing == 0 && writer.lost == 0 && writer.problem == nil)
        #expect(writer.endedInOrder && !writer.isOpen && writer.isComplete)
        // The events of a thread arrive in the order in which they were tracked.
        let places = Dictionary(grouping: inbox.events, by: { $0.event.parameters["thread"] })
            .mapValues { $0.map { $0.event.parameters["index"] } }
        #expect(places.count == threads)
        let inOrder = (0..<Int64(2_000 / threads)).map { EventValue.integer($0) as EventValue? }
        for thread in places.values { #expect(thread == inOrder) }
    }

    @Test func anEventOfMoreThan16MiBIsLost() throws {
        let (reader, inbox) = try openReader(.tcp)
        do {
            let bridge = try reader.bridge()
            bridge.track(Event("too_large", ["text": String(repeating: "x", count: 16 << 20)]))
            bridge.track(Event("small"))
        }
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(inbox.names == ["small"])
        #expect(writer.lost == 1 && writer.missing == 0 && writer.problem == nil)
        #expect(writer.endedInOrder && !writer.isComplete)
    }

    @Test func aBarrierReadsAllEventsInAFile() throws {
        let (reader, inbox) = try openReader(.file)
        #expect(reader.barrier(within: timeout) == .unsupported)
        let bridge = try reader.bridge()
        for count in 1...100 {
            bridge.track(Event("tapped"))
            #expect(reader.barrier(within: timeout) == .unsupported)
            #expect(inbox.count == count)
        }
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(inbox.count == 100)
        // The writer is still open, because its process runs and the bridge has not said goodbye.
        #expect(writer.isOpen && !writer.endedInOrder && !writer.isComplete)
        #expect(reader.finish(within: timeout) == [writer])
        withExtendedLifetime(bridge) {}
    }

    @Test(arguments: BridgeTransport.allCases)
    func aReaderWithoutWritersEndsAtOnce(transport: BridgeTransport) throws {
        let reader = try BridgeReader(transport, Inbox())
        #expect(reader.barrier(within: timeout) == (transport == .file ? .unsupported : .passed))
        #expect(reader.finish(within: timeout) == [])
        #expect(reader.finish(within: timeout) == [])
        #expect(reader.barrier(within: timeout) == (transport == .file ? .unsupported : .passed))
    }
}
