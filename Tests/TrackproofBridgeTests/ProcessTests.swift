#if os(macOS) || os(Linux)
    import Dispatch
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofBridgeReader

    /// Tests of writers in child processes that exit, are killed, are blocked or cannot connect.
    @Suite(.blocking) struct ProcessTests {
        @Test(arguments: BridgeTransport.allCases)
        func eventsTrackedRightBeforeTheExitArrive(transport: BridgeTransport) async throws {
            let (reader, inbox) = try openReader(transport)
            await #expect(processExitsWith: .exitCode(7)) {
                [environment = reader.environment as [String: String]] in
                adopt(environment)
                // The bridge `kept` exists until the process exits. The other bridge is released when its call of
                // `track` returns.
                let kept = bridgeFromEnvironment()
                track(1_000, into: bridgeFromEnvironment())
                track(1_000, into: kept)
                exit(7)
            }
            let writers = reader.finish(within: timeout)
            #expect(inbox.count == 2_000)
            #expect(writers.map(\.received) == [1_000, 1_000])
            #expect(writers.allSatisfy { $0.isComplete })
        }

        // The cases run one after the other, because each case keeps the machine busy, and an exiting process waits
        // only a limited time for its events.
        @Test(.serialized, arguments: BridgeTransport.allCases)
        func threadsCanTrackWhileTheProcessEnds(transport: BridgeTransport) async throws {
            let (reader, inbox) = try openReader(transport)
            let start = ContinuousClock.now
            await #expect(processExitsWith: .exitCode(7)) {
                [environment = reader.environment as [String: String]] in
                adopt(environment)
                let bridge = bridgeFromEnvironment()
                for _ in 0..<2 {
                    DispatchQueue(label: "tracking").async { while true { bridge.track(Event("tapped")) } }
                }
                track(1_000, into: bridge)
                exit(7)
            }
            #expect(start.duration(to: .now) < timeout)
            let writer = try #require(reader.finish(within: timeout).first)
            #expect(inbox.count >= 1_000)
            // All events that the writer tracked before its goodbye have arrived.
            #expect(inbox.sequences[writer.name] == Array(1..<writer.received + 1))
            #expect(writer.endedInOrder && writer.missing == 0 && writer.problem == nil)
        }

        @Test(arguments: BridgeTransport.allCases)
        func theEventsOfAKilledProcessAreKept(transport: BridgeTransport) async throws {
            let (reader, inbox) = try openReader(transport)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [environment = reader.environment as [String: String]] in
                adopt(environment)
                let bridge = bridgeFromEnvironment()
                track(1_000, into: bridge)
                bridge.flush()
                kill(getpid(), SIGKILL)
            }
            let writer = try #require(reader.finish(within: timeout).first)
            #expect(writer.received == 1_000 && writer.missing == 0)
            #expect(!writer.endedInOrder && !writer.isOpen && !writer.isComplete)
            #expect(inbox.count == 1_000)
        }

        @Test(arguments: BridgeTransport.allCases)
        func severalProcessesCanShareAReader(transport: BridgeTransport) async throws {
            let (reader, inbox) = try openReader(transport)
            await withTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            [environment = reader.environment as [String: String]] in
                            adopt(environment)
                            track(2_000, into: bridgeFromEnvironment())
                        }
                    }
                }
            }
            if transport == .file {
                let lines = try lines(of: reader.path)
                #expect(lines.count { $0.hasPrefix("{\"hello\":1,\"writer\":\"") } == 3)
                // The file has only complete lines. Each of three writers wrote `hello`, 2,000 events and `bye`. The
                // last element is the empty text after the last line break.
                #expect(lines.count { $0.hasSuffix("\"}") } == 3 * 2_002)
                #expect(lines.count == 3 * 2_002 + 1)
            }
            let writers = reader.finish(within: timeout)
            #expect(writers.map(\.received) == [2_000, 2_000, 2_000])
            #expect(writers.allSatisfy { $0.isComplete })
            #expect(Set(writers.map { $0.name.prefix { $0 != "-" } }).count == 3)
            for writer in writers { #expect(inbox.sequences[writer.name] == Array(1...2_000)) }
        }

        /// Tests addresses for which the app gets no bridge. The app continues.
        @Test func anAddressWithoutABridgeIsReported() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                unsetenv("TRACKPROOF_BRIDGE")
                guard EventBridge.fromEnvironment() == nil else { exit(1) }
                for address in ["", "tcp://example.com:80", "accessibility", "pasteboard", "alert"] {
                    setenv("TRACKPROOF_BRIDGE", address, 1)
                    guard EventBridge.fromEnvironment() == nil else { exit(1) }
                }
            }
            let surface = """
                this bridge needs a surface; an app without UIKit or AppKit must pass a surface to \
                fromEnvironment(surface:)
                """
            let reasons = [
                "tcp://example.com:80: bridges connect only to 127.0.0.1", "accessibility: \(surface)",
                "pasteboard: \(surface)", "alert: \(surface)",
            ]
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text == reasons.map { "trackproof: cannot open the bridge: \($0)\n" }.joined())
        }

        @Test func aMissingReaderIsReportedAndTheAppContinues() async throws {
            // The `RawListener` is released at once, so no process listens at its port.
            let address = try RawListener().address
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                [address = address as String] in
                setenv("TRACKPROOF_BRIDGE", address, 1)
                let bridge = bridgeFromEnvironment()
                track(1_000, into: bridge)
                bridge.flush()
                track(1_000, into: bridge)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text == "trackproof: cannot open the bridge: \(address): Connection refused\n")
        }
    }
#endif
