import Dispatch
import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader
import TrackproofPlatform

/// Tests that a barrier passes only after all events that the app tracked before the barrier have arrived.
///
/// An app answers a barrier on its main queue. In these tests, the app is a child process, or the test process itself.
/// The test runner serves the main queue of the test process.
@Suite(.blocking) struct BarrierTests {
    @Test func allEventsTrackedBeforeABarrierHaveArrived() throws {
        let (reader, inbox) = try openReader(.tcp)
        let bridges = try (0..<3).map { _ in try reader.bridge() }
        // Waits until each bridge has connected, because bridges connect in the background and a barrier asks only
        // connected bridges.
        for bridge in bridges { bridge.track(Event("first")) }
        #expect(inbox.wait(for: 3))
        for round in 1...50 {
            for bridge in bridges { bridge.track(Event("tapped")) }
            try #require(reader.barrier(within: timeout) == .passed)
            try #require(inbox.count == 3 + 3 * round)
        }
        withExtendedLifetime(bridges) {}
    }

    @Test func severalBarriersCanWaitAtOnce() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let bridge = try reader.bridge()
        let answers = Lock<[BridgeBarrier]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20 {
                let answer = reader.barrier(within: timeout)
                answers.withLock { $0.append(answer) }
            }
        }
        #expect(answers.withLock { $0 } == Array(repeating: .passed, count: 160))
        withExtendedLifetime(bridge) {}
    }

    @Test func aWriterThatDoesNotAnswerIsNamed() throws {
        let (reader, inbox) = try openReader(.tcp)
        let mute = try reader.writer("mute")
        let bridge = try reader.bridge()
        bridge.track(Event("tapped"))
        #expect(inbox.wait(for: 1))
        let start = ContinuousClock.now
        #expect(reader.barrier(within: .milliseconds(200)).silentWriters?.map(\.name) == ["mute"])
        #expect(start.duration(to: .now) >= .milliseconds(200))
        // `finish` also stops waiting at its limit, and reports that the writer `mute` is still connected.
        let writers = reader.finish(within: .milliseconds(200))
        #expect(start.duration(to: .now) < timeout)
        #expect(writers.first { $0.name == "mute" }?.isOpen == true)
        #expect(writers.count == 2 && writers.allSatisfy { !$0.endedInOrder })
        #expect(mute.read() == "{\"barrier\":1}\n{\"barrier\":2}\n")
        withExtendedLifetime(bridge) {}
    }

    @Test func theEndDoesNotWaitForAWriterThatHasAnswered() throws {
        let (reader, inbox) = try openReader(.tcp)
        let bridge = try reader.bridge()
        track(1_000, into: bridge)
        #expect(inbox.wait(for: 1))
        let start = ContinuousClock.now
        let writer = try #require(reader.finish(within: .seconds(3_600)).first)
        #expect(start.duration(to: .now) < timeout)
        #expect(writer.received == 1_000 && writer.isOpen && !writer.endedInOrder)
        // The bridge notices that the reader has ended. Tracking more events neither blocks nor crashes.
        track(1_000, into: bridge)
        #expect(isQuick(.seconds(2)) { bridge.flush() })
        #expect(inbox.count == 1_000)
    }

    @Test func aWriterThatSaidGoodbyeIsNotAwaited() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let writer = try reader.writer("w")
        writer.send("{\"name\":\"a\",\"seq\":1}\n{\"bye\":1}\n")
        // The writer said goodbye and stays connected. The reader does not wait for the writer.
        #expect(reader.barrier(within: timeout) == .passed)
        let writers = reader.finish(within: timeout)
        #expect(writers.map(\.isComplete) == [true])
        #expect(writers.map(\.isOpen) == [false])
    }
}

/// Tests of barriers that must not pass, because some events can still arrive.
@Suite(.blocking) struct UnansweredBarrierTests {
    @Test func aBarrierDoesNotPassWhileTheReaderIsBehind() throws {
        let gate = Lock(false)
        let inbox = Inbox()
        let reader = try BridgeReader(.tcp) { event, writer in
            inbox.receive(event, writer)
            _ = gate.wait(until: nil) { $0 ? true : nil }
        }
        // This barrier passes. The next barrier must not return this result again.
        #expect(reader.barrier(within: timeout) == .passed)
        let bridge = try reader.bridge()
        bridge.track(Event("tapped"))
        #expect(inbox.wait(for: 1))
        #expect(reader.barrier(within: .zero) == .silent([]))
        #expect(reader.barrier(within: .milliseconds(50)) == .silent([]))
        gate.withLock { $0 = true }
        gate.wakeAll()
        #expect(reader.barrier(within: timeout) == .passed)
        withExtendedLifetime(bridge) {}
    }

    @Test func aBarrierWaitsForANewConnectionToIntroduceItself() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        // A barrier waits for a new connection only while the connection still has time to introduce itself. If this
        // thread was delayed for longer than that, the test tries again.
        var connections: [RawSocket] = []
        for _ in 0..<20 {
            connections.append(try RawSocket(reader.address))
            if reader.barrier(within: .milliseconds(50)) == .silent([]) { return }
        }
        Issue.record("the barrier passed, although a new connection had not introduced itself yet")
    }

    @Test func anAnswerToAnUnaskedQuestionIsIgnored() throws {
        let (reader, inbox) = try openReader(.tcp)
        let writer = try reader.writer("hasty")
        writer.send("{\"barrier\":9999}\n{\"name\":\"a\",\"seq\":1}\n")
        #expect(inbox.wait(for: 1))
        #expect(reader.barrier(within: .seconds(1)).silentWriters?.map(\.name) == ["hasty"])
        writer.send("{\"barrier\":2}\n{\"name\":\"b\",\"seq\":2}\n")
        #expect(inbox.wait(for: 2))
        #expect(reader.barrier(within: .seconds(1)).silentWriters?.map(\.name) == ["hasty"])
        writer.send("{\"barrier\":3}\n")
        #expect(writer.read(until: "{\"barrier\":2}").hasSuffix("{\"barrier\":2}\n"))
    }

    @Test func aWriterThatTheEndDisconnectedIsSilent() throws {
        let (reader, inbox) = try openReader(.tcp)
        let writer = try reader.writer("mute")
        writer.send("{\"name\":\"a\",\"seq\":1}\n")
        #expect(inbox.wait(for: 1))
        let writers = reader.finish(within: .zero)
        #expect(writers.map(\.name) == ["mute"])
        #expect(reader.barrier(within: timeout) == .silent(writers))
    }

    #if os(macOS) || os(Linux)
        /// The test needs its own process, because it needs more descriptors than a process has by default.
        @Test func aBarrierWaitsForAConnectionBeyondTheLimit() async {
            await #expect(processExitsWith: .success) {
                do {
                    raiseDescriptorLimit(to: 2_200)
                    let (reader, inbox) = try openReader(.tcp)
                    var crowd = try (0..<1_024).map { index in
                        let writer = try reader.writer("w\(index)")
                        writer.send("{\"name\":\"a\",\"seq\":1}\n{\"bye\":1}\n")
                        return writer
                    }
                    if !inbox.wait(for: 1_024) { exit(2) }
                    if reader.barrier(within: timeout) != .passed { exit(3) }
                    let late = try reader.writer("late")
                    late.send("{\"name\":\"late\",\"seq\":1}\n")
                    if reader.barrier(within: .milliseconds(100)) != .silent([]) { exit(4) }
                    crowd.removeLast()
                    if !inbox.wait(for: 1_025) { exit(5) }
                    // The reader sent barrier 2 while `late` waited for a free connection. The writer `late` gets this
                    // barrier now.
                    if late.read(until: "}\n") != "{\"barrier\":2}\n" { exit(6) }
                    if reader.barrier(within: .seconds(2)).silentWriters?.map(\.name) != ["late"] { exit(7) }
                    late.send("{\"barrier\":3}\n{\"bye\":1}\n")
                    if reader.barrier(within: timeout) != .passed { exit(8) }
                } catch {
                    exit(9)
                }
            }
        }
    #endif
}

#if os(macOS) || os(Linux)
    private func raiseDescriptorLimit(to count: rlim_t) {
        var limit = rlimit()
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        if getrlimit(resource, &limit) != 0 { exit(96) }
        limit.rlim_cur = max(limit.rlim_cur, count)
        if setrlimit(resource, &limit) != 0 { exit(97) }
    }
#endif

extension BridgeBarrier {
    /// The writers that did not answer the barrier, or `nil` if the result is not `silent`.
    var silentWriters: [BridgeWriter]? {
        if case .silent(let writers) = self { writers } else { nil }
    }
}

extension RawSocket {
    /// Sends the line with which a writer introduces itself: its name and the reader's token.
    func introduce(_ name: String, to reader: BridgeReader) {
        send("{\"hello\":1,\"writer\":\"\(name)\",\"token\":\"\(reader.token ?? "")\"}\n")
    }
}
