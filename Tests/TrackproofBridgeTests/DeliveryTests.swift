import Dispatch
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// Tests that all tracked events arrive, in order and unchanged.
@Suite(.blocking) struct DeliveryTests {
    @Test(arguments: BridgeTransport.allCases, [1, 8])
    func everyEventArrivesInOrder(transport: BridgeTransport, threads: Int) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        track(10_000, threads: threads, into: try reader.bridge())
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(inbox.sequences == [writer.name: Array(1...10_000)])
        #expect(writer.received == 10_000)
        #expect(writer.missing == 0 && writer.lost == 0 && writer.problem == nil)
        #expect(writer.endedInOrder && !writer.isOpen && writer.isComplete)
        // The events of a thread arrive in the order in which they were tracked.
        let places = Dictionary(grouping: inbox.events, by: { $0.event.parameters["thread"] })
            .mapValues { $0.map { $0.event.parameters["index"] } }
        #expect(places.count == threads)
        let inOrder = (0..<Int64(10_000 / threads)).map { EventValue.integer($0) as EventValue? }
        for thread in places.values { #expect(thread == inOrder) }
    }

    @Test(arguments: BridgeTransport.allCases)
    func everyWriterHasItsOwnSequenceNumbers(transport: BridgeTransport) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        do {
            let bridges = try (0..<5).map { _ in try reader.bridge() }
            DispatchQueue.concurrentPerform(iterations: 5) { track(200 * ($0 + 1), into: bridges[$0]) }
            if transport != .file { #expect(reader.barrier(within: timeout) == .passed) }
        }
        let writers = reader.finish(within: timeout)
        #expect(Set(writers.map(\.name)).count == 5)
        #expect(writers.map(\.received).sorted() == [200, 400, 600, 800, 1_000])
        #expect(writers.allSatisfy { $0.isComplete })
        for writer in writers { #expect(inbox.sequences[writer.name] == Array(1..<writer.received + 1)) }
    }

    @Test(arguments: BridgeTransport.allCases)
    func valuesKeepTheirTypes(transport: BridgeTransport) throws {
        let parameters: EventParameters = [
            "integer": Int64.max, "smallest": Int64.min, "number": 3.0, "fraction": 0.1, "bool": true,
            "text": "quote \" slash \\ line\nbreak \u{0} é 👩‍👩‍👧", "null": EventValue.null, "array": [1, 2, 3],
            "writer": "not the bridge's", "lost": 5,
            "object": EventValue.object(["bye": 1, "inner": EventValue.array([.bool(false), .number(-0.0)])]),
        ]
        let tracked = [
            Event("every_type", parameters), .screen("login"), .identify("u1", ["plan": "pro"]), .alias("u2"), .reset,
            .group("g1"), Event("", [:]), Event("hello", ["hello": 1]), .identify(nil, ["barrier": 1]),
        ]
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        let before = EventTime.now
        do {
            let analytics = Analytics(providers: [try reader.bridge()])
            for event in tracked { analytics.track(event) }
            analytics.track(Event("secret").unrecorded())
        }
        let writers = reader.finish(within: timeout)
        // The receiver does not get the lines `hello` and `bye`, but it gets events that look like these lines.
        #expect(inbox.events.map(\.event) == tracked)
        #expect(inbox.events.allSatisfy { $0.source == .app && $0.unknown.isEmpty })
        let times = inbox.events.compactMap(\.time)
        #expect(times.count == tracked.count && times.allSatisfy { $0 >= before && $0 <= .now })
        #expect(writers.map(\.isComplete) == [true])
    }

    @Test(arguments: BridgeTransport.allCases)
    func eventsOfARecordedProviderHaveItsSource(transport: BridgeTransport) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        do {
            let firebase = ClosureProvider("firebase") { _ in }.recorded(in: try reader.bridge())
            Analytics(providers: [firebase]).track(Event("tapped").named("tap", for: "firebase"))
        }
        _ = reader.finish(within: timeout)
        #expect(inbox.names == ["tap"])
        #expect(inbox.events.map(\.source) == [.provider("firebase")])
    }

    @Test func anEventOf15MiBArrivesAndALargerOneIsLost() throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.tcp, inbox)
        do {
            let bridge = try reader.bridge()
            bridge.track(Event("large", ["text": String(repeating: "x", count: 15 << 20)]))
            bridge.flush()
            bridge.track(Event("too_large", ["text": String(repeating: "x", count: 16 << 20)]))
            bridge.track(Event("small"))
        }
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(inbox.names == ["large", "small"])
        #expect(writer.lost == 1 && writer.missing == 0 && writer.problem == nil)
        #expect(writer.endedInOrder && !writer.isComplete)
    }

    @Test func aBarrierReadsAllEventsInAFile() throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.file, inbox)
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
