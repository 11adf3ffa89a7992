import Foundation
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// A benchmark of the time that an app needs to send an event over a bridge.
///
/// For the bridges `file` and `tcp`, the same process reads the events at the same time.
enum BridgingBenchmark {
    private static let counts = [100, 1_000, 10_000]
    private static let rounds = 7

    static func run() {
        print("\n## An event of seven parameters into a bridge\n")
        print("| bridge | " + counts.map { "\($0) events" }.joined(separator: " | ") + " |")
        print("|---|" + String(repeating: "---:|", count: counts.count))
        for transport in [BridgeTransport.file, .tcp] {
            row("facade to the bridge \(transport)") { count in bridge(transport, count) }
        }
        row("the bridge tcp, one event at a time") { count in bridge(.tcp, count, oneAtATime: true) }
        for way in ["accessibility", "pasteboard", "alert"] {
            row("facade to the bridge \(way), with its work on the main thread") { shown(way, $0) }
        }
        row("an alert's message, as published") { alertMessage($0) }
        let isSlow = ProcessInfo.processInfo.environment["TRACKPROOF_SLOW_BENCHMARKS"] != nil
        row("growing JSON in an accessible value or on the pasteboard, as published") { count in
            count < 10_000 || isSlow ? growingJSON(count, rounds: count < 1_000 ? 5 : 1) : nil
        }
        if !isSlow {
            print("\nThe growing JSON with 10,000 events takes minutes. Set TRACKPROOF_SLOW_BENCHMARKS to run it.")
        }
    }

    private static func row(_ name: String, _ seconds: (Int) -> Double?) {
        let cells = counts.map { seconds($0).map { Harness.text(seconds: $0) } ?? "not run" }
        print("| \(name) | " + cells.joined(separator: " | ") + " |")
    }

    /// Returns the seconds per event, as the median of several rounds.
    ///
    /// If `oneAtATime` is `true`, the app tracks an event only after the bridge has sent all earlier events. So each
    /// event wakes the thread that sends events, as in an app whose user pauses between two taps.
    private static func bridge(_ transport: BridgeTransport, _ count: Int, oneAtATime: Bool = false) -> Double {
        median(rounds: rounds) {
            let received = Received()
            let reader = must { try BridgeReader(transport) { _, _ in received.count += 1 } }
            let seconds = scoped {
                let address = reader.environment["TRACKPROOF_BRIDGE"] ?? ""
                let bridge = must { try EventBridge(address, token: reader.environment["TRACKPROOF_TOKEN"]) }
                let analytics = Analytics(providers: [bridge])
                if oneAtATime {
                    return (0..<count).reduce(0) { sum, index in
                        bridge.flush()
                        return sum + Harness.seconds { analytics.track(.movieTapped(index)) }
                    }
                }
                return Harness.seconds { for index in 0..<count { analytics.track(.movieTapped(index)) } }
            }
            let writers = reader.finish(within: .seconds(60))
            precondition(writers.count == 1 && writers[0].isComplete && received.count == count, "events are missing")
            return seconds / Double(count)
        }
    }

    /// Returns the seconds per event for a bridge that needs a UI toolkit, as the median of several rounds.
    ///
    /// The toolkit of this benchmark does nothing. The time includes the bridge's work on the main thread.
    private static func shown(_ way: String, _ count: Int) -> Double {
        median(rounds: rounds) {
            let surface = IdleSurface()
            let bridge = must { try EventBridge(way, surface: surface) }
            let analytics = Analytics(providers: [bridge])
            let seconds = Harness.seconds {
                for index in 0..<count { analytics.track(.movieTapped(index)) }
                // The main thread runs this block after all blocks that the bridge has queued.
                let served = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { served.signal() }
                while served.wait(timeout: .now()) == .timedOut {
                    _ = RunLoop.main.run(mode: .default, before: .distantFuture)
                }
            }
            use(bridge)
            return seconds / Double(count)
        }
    }

    /// Returns the seconds per event for the technique of the article "UI testing analytics code in Swift".
    ///
    /// That technique shows each event as the message of an alert. The benchmark only makes the message.
    private static func alertMessage(_ count: Int) -> Double {
        median(rounds: rounds) {
            Harness.seconds {
                for index in 0..<count {
                    let metadata = [
                        "movie_id": "67563", "slug": "67563-daredevil", "index": "\(index)", "rating": "4.5",
                        "is_favourite": "true", "section": "popular", "source": "home",
                    ]
                    use("movie_tapped\n" + metadata.map { "\($0): \($1)" }.joined(separator: "\n"))
                }
            } / Double(count)
        }
    }

    /// Returns the seconds per event for the technique of the article "Testing analytics in an iOS app".
    ///
    /// For each event, that technique reads the JSON of all earlier events from an accessible value, appends the event,
    /// and writes all events again. The article "Automation of testing product analytics in mobile applications" does
    /// so with the pasteboard instead of an accessible value. The benchmark keeps the JSON in a variable.
    private static func growingJSON(_ count: Int, rounds: Int) -> Double {
        struct Record: Codable {
            var type: String
            var identifier: String
            var data: [String: String]
        }
        return median(rounds: rounds) {
            var text = "[]"
            let seconds = Harness.seconds {
                for index in 0..<count {
                    must {
                        var records = try JSONDecoder().decode([Record].self, from: Data(text.utf8))
                        records.append(
                            Record(
                                type: "event", identifier: "movie_tapped",
                                data: [
                                    "movie_id": "67563", "slug": "67563-daredevil", "index": "\(index)",
                                    "rating": "4.5", "is_favourite": "true", "section": "popular", "source": "home",
                                ]))
                        text = String(decoding: try JSONEncoder().encode(records), as: UTF8.self)
                    }
                }
            }
            use(text)
            return seconds / Double(count)
        }
    }

    private static func median(rounds: Int, _ sample: () -> Double) -> Double {
        (0..<rounds).map { _ in sample() }.sorted()[rounds / 2]
    }

    /// Calls `body`, and releases all objects that only `body` used.
    ///
    /// A bridge closes its connection when it is released. The reader then knows that no more events follow.
    @inline(never)
    private static func scoped<Value>(_ body: () -> Value) -> Value { body() }

    private static func must<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("\(error)") }
    }
}

/// A UI toolkit that shows nothing.
private final class IdleSurface: BridgeSurface {
    nonisolated let accessibleValueBytes = 432

    nonisolated init() {}

    func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {}

    func elementDidChange(_ identifier: String) {}

    func setPasteboard(_ text: String, onTaken: @escaping @MainActor (Bool) -> Void) {}

    func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {}

    func speedUpAnimations() {}
}

/// The number of events that the reader received.
private final class Received: @unchecked Sendable {
    // Unchecked: the reader delivers one event at a time, and is finished when the benchmark reads `count`.
    var count = 0
}

extension Event {
    fileprivate static func movieTapped(_ index: Int) -> Event {
        Event(
            "movie_tapped",
            EventParameters([
                .init("movie_id", .integer(67_563)), .init("slug", .string("67563-daredevil")),
                .init("index", .integer(Int64(index))), .init("rating", .number(4.5)),
                .init("is_favourite", .bool(true)), .init("section", .string("popular")),
                .init("source", .string("home")),
            ]))
    }
}
