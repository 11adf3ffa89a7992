import Dispatch
import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader
import TrackproofPlatform

/// Tests that the app neither blocks nor crashes, whatever the test at the other end of the bridge does.
@Suite(.blocking) struct AppTests {
    /// A number of events. The buffers of the bridge and the system cannot hold this many copies of `large`.
    private static let flood = 4_000
    private static let large = Event("large", ["text": String(repeating: "x", count: 10_000)])

    @Test func eventsThatAFullBufferDropsAreAnnounced() throws {
        let listener = try RawListener()
        let received: String
        do {
            let bridge = try EventBridge(listener.address, token: "secret")
            let start = ContinuousClock.now
            for _ in 0..<Self.flood { bridge.track(Self.large) }
            // The app has tracked all events without blocking, although the test has not accepted the connection yet.
            #expect(start.duration(to: .now) < timeout)
            let connection = try listener.accept()
            let first = connection.read(until: "\"lost\":")
            // The bridge announced the loss as soon as its buffer had room again, and did not wait for the next event.
            #expect(first.contains("{\"lost\":"))
            bridge.track(Event("last"))
            received = first + connection.read(until: "\"last\"")
        }
        let lines = received.split(separator: "\n")
        #expect(lines[0].hasPrefix("{\"hello\":1,\"writer\":\""))
        #expect(lines[0].hasSuffix("\",\"token\":\"secret\"}"))
        let lost = lines.compactMap { $0.firstMatch(of: /^\{"lost":([0-9]+)\}$/)?.output.1 }.compactMap { Int($0) }
        let events = lines.filter { $0.hasPrefix("{\"name\":\"large\"") }
        #expect(lost.reduce(0, +) > 0)
        #expect(events.count + lost.reduce(0, +) == Self.flood)
        let numbers = events.compactMap { $0.firstMatch(of: /"seq":([0-9]+)/)?.output.1 }.compactMap { Int($0) }
        #expect(numbers == Array(1..<events.count + 1))
    }

    @Test func aSlowReaderCountsLostEvents() throws {
        let inbox = Inbox()
        let gate = Lock(false)
        let reader = try BridgeReader(.tcp) { event, writer in
            _ = gate.wait(until: nil) { $0 ? true : nil }
            inbox.receive(event, writer)
        }
        do {
            let bridge = try reader.bridge()
            for _ in 0..<Self.flood { bridge.track(Self.large) }
            gate.withLock { $0 = true }
            gate.wakeAll()
            // The bridge answers a barrier after it has announced the loss, although its buffer is full.
            #expect(reader.barrier(within: timeout) == .passed)
        }
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(writer.lost > 0)
        #expect(writer.received + writer.lost == Int64(Self.flood))
        #expect(writer.received == Int64(inbox.count))
        #expect(writer.missing == 0 && writer.endedInOrder && !writer.isComplete)
    }

    @Test func anAppContinuesAfterItsReaderDisconnects() throws {
        let listener = try RawListener()
        let bridge = try EventBridge(listener.address)
        do {
            let connection = try listener.accept()
            bridge.track(Event("first"))
            #expect(connection.read(until: "first").contains("first"))
        }
        track(10_000, threads: 4, into: bridge)
        #expect(isQuick(.seconds(2)) { bridge.flush() })
    }

    @Test func aBridgeIgnoresInputOtherThanBarriers() throws {
        let listener = try RawListener()
        let bridge = try EventBridge(listener.address)
        let connection = try listener.accept()
        connection.send("{\"barrier\":1}\n{\"barrier\":-1}\nnonsense\n{\"hello\":1}\n\n{\"barrier\":")
        connection.send("9223372036854775807}\n" + String(repeating: "x", count: 100_000) + "\n{\"barrier\":3}\n")
        bridge.track(Event("tapped"))
        let text = connection.read(until: "{\"barrier\":3}")
        let answers = text.split(separator: "\n").filter { $0.hasPrefix("{\"barrier\"") }
        #expect(answers.last == "{\"barrier\":3}")
        // An answer to a barrier also answers all earlier barriers, so the bridge may skip answers.
        #expect(Set(answers).isSubset(of: ["{\"barrier\":1}", "{\"barrier\":9223372036854775807}", "{\"barrier\":3}"]))
        #expect(text.contains("tapped"))
    }

    @Test func flushEndsIfTheReaderDoesNotRead() throws {
        let listener = try RawListener()
        let bridge = try EventBridge(listener.address)
        for _ in 0..<Self.flood { bridge.track(Self.large) }
        let start = ContinuousClock.now
        bridge.flush()
        let waited = start.duration(to: .now)
        #expect(waited >= .seconds(2) && waited < timeout)
    }

    @Test func flushDoesNotWaitForEventsTrackedMeanwhile() throws {
        let listener = try RawListener()
        let bridge = try EventBridge(listener.address)
        let connection = try listener.accept()
        let large = Event("large", ["text": String(repeating: "x", count: 1 << 20)])
        // These events do not fit in the system's buffer, so some events always wait in the bridge.
        for _ in 0..<8 { bridge.track(large) }
        let isOver = Lock(false)
        let group = DispatchGroup()
        DispatchQueue(label: "tracking").async(group: group) {
            while !isOver.withLock({ $0 }) {
                bridge.track(large)
                connection.skip(1 << 20)
            }
        }
        #expect(isQuick(.seconds(2)) { bridge.flush() })
        isOver.withLock { $0 = true }
        group.wait()
    }

    @Test func unreadAnswersToBarriersDoNotAccumulate() throws {
        let listener = try RawListener()
        let bridge = try EventBridge(listener.address)
        let connection = try listener.accept()
        for hundreds in 0..<2_000 {
            connection.send((1...100).map { "{\"barrier\":\(100 * hundreds + $0)}\n" }.joined())
        }
        let answers = connection.read(until: "{\"barrier\":200000}\n").split(separator: "\n").dropFirst()
        #expect(answers.last == "{\"barrier\":200000}")
        #expect(answers.count < 100_000)
        withExtendedLifetime(bridge) {}
    }

    @Test func aReleasedBridgeSaysGoodbye() throws {
        let listener = try RawListener()
        do { try EventBridge(listener.address).track(Event("tapped")) }
        let text = try listener.accept().read()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last == "{\"bye\":1}")
    }

    @Test func bridgesCanConnectAndEndOnManyThreads() throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.tcp, inbox)
        let failures = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10 {
                do { try reader.bridge().track(Event("tapped")) } catch { failures.withLock { $0 += 1 } }
            }
        }
        #expect(inbox.wait(for: 80))
        let writers = reader.finish(within: timeout)
        #expect(failures.withLock { $0 } == 0)
        #expect(writers.count == 80 && writers.allSatisfy { $0.isComplete && $0.received == 1 })
    }

    #if os(macOS) || os(Linux)
        @Test func theExitOfAProcessDoesNotWaitForeverForAReader() async throws {
            let listener = try RawListener()
            let start = ContinuousClock.now
            await #expect(processExitsWith: .exitCode(7)) { [address = listener.address as String] in
                setenv("TRACKPROOF_BRIDGE", address, 1)
                // At the exit, all bridges wait for the listener at the same time. If they waited one after the other,
                // the exit would take a minute. The listener's queue is full when the last bridges connect, so these
                // bridges connect in the background.
                let bridges = (0..<30).map { _ in bridgeFromEnvironment() }
                for bridge in bridges { track(10, into: bridge) }
                exit(7)
            }
            #expect(start.duration(to: .now) < timeout)
        }
    #endif
}
