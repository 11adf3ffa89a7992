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
    private static let flood = 400
    private static let large = Event("large", ["text": String(repeating: "x", count: 100_000)])

    /// Tests a full buffer. `flush()` ends although the reader does not read.
    @Test func eventsThatAFullBufferDropsAreAnnounced() throws {
        let listener = try RawListener()
        let received: String
        do {
            let bridge = try EventBridge(listener.address, token: "secret")
            let start = ContinuousClock.now
            for _ in 0..<Self.flood { bridge.track(Self.large) }
            // The app has tracked all events without blocking, although the test has not accepted the connection yet.
            #expect(start.duration(to: .now) < timeout)
            let flushing = ContinuousClock.now
            bridge.flush()
            let flushed = flushing.duration(to: .now)
            #expect(flushed >= .seconds(2) && flushed < timeout)
            let connection = try listener.accept()
            let first = connection.read(until: "\"lost\":")
            // The bridge announced the loss as soon as its buffer had room again, and did not wait for the next event.
            #expect(String(decoding: first.utf8.suffix(1 << 17), as: UTF8.self).contains("{\"lost\":"))
            bridge.track(Event("last"))
            received = first + connection.read(until: "\"last\"")
            // The buffer is full again, and the bridge answers a barrier after it has announced the loss.
            for _ in 0..<Self.flood { bridge.track(Self.large) }
            connection.send("{\"barrier\":1}\n")
            let answer = Self.lines(connection.read(until: "{\"barrier\":1}\n"))
            #expect(answer.lost > 0 && answer.events.count + answer.lost == Self.flood)
        }
        #expect(received.hasPrefix("{\"hello\":1,\"writer\":\""))
        #expect(received.prefix { $0 != "\n" }.hasSuffix("\",\"token\":\"secret\"}"))
        let (events, lost) = Self.lines(received)
        #expect(lost > 0 && events.count + lost == Self.flood)
        let numbers = events.compactMap { $0.suffix(60).firstMatch(of: /"seq":([0-9]+)/)?.output.1 }.compactMap {
            Int($0)
        }
        #expect(numbers == Array(1..<events.count + 1))
    }

    /// Returns the lines of copies of `large`, and the number of events that the other lines announce as lost.
    private static func lines(_ received: String) -> (events: [Substring], lost: Int) {
        let lines = received.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
        let lost = lines.compactMap { $0.wholeMatch(of: /\{"lost":([0-9]+)\}/)?.output.1 }.compactMap { Int($0) }
        return (lines.filter { $0.hasPrefix("{\"name\":\"large\"") }, lost.reduce(0, +))
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
        for hundreds in 0..<400 {
            connection.send((1...100).map { "{\"barrier\":\(100 * hundreds + $0)}\n" }.joined())
        }
        let answers = connection.read(until: "{\"barrier\":40000}\n").split(separator: "\n").dropFirst()
        #expect(answers.last == "{\"barrier\":40000}")
        #expect(answers.count < 20_000)
        withExtendedLifetime(bridge) {}
    }

    @Test func bridgesCanConnectAndEndOnManyThreads() throws {
        let (reader, inbox) = try openReader(.tcp)
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
