import Dispatch
import Foundation
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// After a barrier, all that was tracked before it has arrived; and an end waits for no more than it must.
///
/// The main queue that answers is the test process' own, which the runner of the tests pumps, or a child's.
@Suite struct BarrierTests {
    @Test(arguments: [BridgeTransport.tcp, .unix])
    func everythingTrackedBeforeHasArrived(transport: BridgeTransport) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        let bridges = try (0..<3).map { _ in try reader.bridge() }
        // A bridge connects in the background, and a barrier asks those that are connected.
        for bridge in bridges { bridge.track(Event("first")) }
        #expect(inbox.wait(for: 3))
        for round in 1...300 {
            for bridge in bridges { bridge.track(Event("tapped")) }
            try #require(reader.barrier(within: patience) == [])
            try #require(inbox.count == 3 + 3 * round)
        }
        withExtendedLifetime(bridges) {}
    }

    @Test(arguments: [BridgeTransport.tcp, .unix])
    func aBarrierHoldsWhileOthersTrack(transport: BridgeTransport) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        let bridge = try reader.bridge()
        let progress = Lock((tracked: 0, isOver: false))
        let group = DispatchGroup()
        DispatchQueue(label: "tracking").async(group: group) {
            while !progress.withLock({ $0.isOver }) {
                bridge.track(Event("tapped"))
                let tracked = progress.withLock { progress -> Int in
                    progress.tracked += 1
                    return progress.tracked
                }
                // Not so far ahead of the reader that the buffer fills, and events are dropped.
                if !inbox.wait(for: tracked - 1_000) { return }
            }
        }
        #expect(inbox.wait(for: 1))
        for _ in 0..<100 {
            let tracked = progress.withLock { $0.tracked }
            #expect(reader.barrier(within: patience) == [])
            #expect(inbox.count >= tracked)
        }
        progress.withLock { $0.isOver = true }
        group.wait()
        #expect(reader.barrier(within: patience) == [])
        #expect(inbox.count == progress.withLock { $0.tracked })
    }

    @Test func severalCanWaitAtOnce() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let bridge = try reader.bridge()
        let answers = Lock<[[BridgeWriter]?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20 {
                let answer = reader.barrier(within: patience)
                answers.withLock { $0.append(answer) }
            }
        }
        #expect(answers.withLock { $0 } == Array(repeating: [], count: 160))
        withExtendedLifetime(bridge) {}
    }

    @Test func aWriterThatDoesNotAnswerIsNamed() throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.tcp, inbox)
        let mute = try RawSocket(reader.address)
        mute.introduce("mute", to: reader)
        let bridge = try reader.bridge()
        bridge.track(Event("tapped"))
        #expect(inbox.wait(for: 1))
        let start = ContinuousClock.now
        #expect(reader.barrier(within: .milliseconds(200))?.map(\.name) == ["mute"])
        #expect(start.duration(to: .now) >= .milliseconds(200))
        // The end does not wait longer for it either, and it shows who was still there.
        let writers = reader.finish(within: .milliseconds(200))
        #expect(start.duration(to: .now) < patience)
        #expect(writers.first { $0.name == "mute" }?.isOpen == true)
        #expect(writers.count == 2 && writers.allSatisfy { !$0.endedInOrder })
        #expect(mute.read() == "{\"barrier\":1}\n{\"barrier\":2}\n")
        withExtendedLifetime(bridge) {}
    }

    @Test func theEndWaitsForNoneThatHasAnswered() throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.unix, inbox)
        let bridge = try reader.bridge()
        track(1_000, into: bridge)
        #expect(inbox.wait(for: 1))
        let start = ContinuousClock.now
        let writer = try #require(reader.finish(within: .seconds(3_600)).first)
        #expect(start.duration(to: .now) < patience)
        #expect(writer.received == 1_000 && writer.isOpen && !writer.endedInOrder)
        // The bridge notes that nobody reads any more, and tracking goes on.
        track(1_000, into: bridge)
        bridge.flush()
        #expect(inbox.count == 1_000)
    }

    @Test func whoHasAnsweredWhatIsLeftIsNotAwaited() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let writer = try RawSocket(reader.address)
        writer.introduce("w", to: reader)
        writer.send("{\"name\":\"a\",\"seq\":1}\n{\"bye\":1}\n")
        // It said goodbye and stays: there is nothing to wait for.
        #expect(reader.barrier(within: patience) == [])
        let writers = reader.finish(within: patience)
        #expect(writers.map(\.isComplete) == [true])
        #expect(writers.map(\.isOpen) == [false])
    }
}

extension RawSocket {
    /// Shows the token.
    func introduce(_ name: String, to reader: BridgeReader) {
        send("{\"hello\":1,\"writer\":\"\(name)\",\"token\":\"\(reader.token ?? "")\"}\n")
    }
}
