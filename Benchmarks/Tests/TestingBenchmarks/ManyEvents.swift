import Foundation
import Testing
import Trackproof
import TrackproofTesting

extension TestingBenchmarks {
    /// Measures the mean time of an assertion in a test with N events and N assertions.
    @Test func manyEvents() {
        let counts = [100, 1_000]
        var lines = ["", "one assertion of N on N events" + counts.map { pad("N = \($0)") }.joined()]
        func measure(_ name: String, _ body: (Int) -> Void) {
            let times = counts.map { count -> String in
                let start = Moment()
                body(count)
                return pad(String(format: "%.1f µs", start.secondsSince / Double(count) * 1e6))
            }
            lines.append(name.padding(toLength: 30, withPad: " ", startingAt: 0) + times.joined())
        }
        measure("tracking alone") { count in _ = recorder(of: count) }
        measure("expectTracked, by its values") { count in
            let recorder = recorder(of: count)
            for index in 0..<count { expectTracked("tapped", ["index": index, "order_id": Self.order], in: recorder) }
            expectNothingElse(in: recorder)
        }
        measure("expectTracked, with a matcher") { count in
            let recorder = recorder(of: count)
            for index in 0..<count { expectTracked("tapped", ["index": index, "order_id": .uuid], in: recorder) }
            expectNothingElse(in: recorder)
        }
        measure("expectTracked after each event") { count in
            let recorder = TestRecorder(exhaustively: false)
            for _ in 0..<count {
                recorder.track(Event("tapped", ["order_id": Self.order]))
                expectTracked("tapped", ["order_id": .uuid], in: recorder)
            }
        }
        measure("expectEvents around each") { count in
            let recorder = TestRecorder(exhaustively: false)
            for index in 0..<count {
                let event = Event("tapped", ["index": index])
                expectEvents(event, in: recorder) { recorder.track(event) }
            }
        }
        measure("expectNotTracked") { count in
            let recorder = recorder(of: count)
            for _ in 0..<count { expectNotTracked("crashed", in: recorder) }
        }
        measure("expectCount") { count in
            let recorder = recorder(of: count)
            for index in 0..<count { expectCount(1, of: "tapped", including: ["index": index], in: recorder) }
        }
        measure("filter over an array, by hand") { count in
            let events = recorder(of: count).events
            for index in 0..<count {
                let found = events.filter {
                    $0.event.name == "tapped" && $0.event.parameters["index"] == .integer(Int64(index))
                }
                #expect(found.count == 1)
            }
        }
        print(lines.joined(separator: "\n"))
    }

    private static let order = "8C1B5E0A-6A0F-4B6C-9C55-0D3B1B7E2F10"

    private func recorder(of count: Int) -> TestRecorder {
        let recorder = TestRecorder(exhaustively: false)
        for index in 0..<count { recorder.track(Event("tapped", ["index": index, "order_id": Self.order])) }
        return recorder
    }

    private func pad(_ text: String) -> String { String(repeating: " ", count: max(0, 14 - text.count)) + text }
}
