import DesktopDriver
import DesktopUITesting
import Foundation
import Trackproof
import TrackproofTesting
import TrackproofUITesting

// Measures the time from a tap in an app until the test has received the event. The app has a real window. Before the
// tap, the app has tracked 0, 100, 1,000 or 10,000 events. The table has a row for the tap alone, for each bridge, and
// for the techniques of two articles.
let counts = [0, 100, 1_000, 10_000]
let rounds = 20

print("| from a tap to its event, after | " + counts.map { "\($0) events" }.joined(separator: " | ") + " |")
print("|---|" + String(repeating: "---:|", count: counts.count))
row("the tap alone, without a bridge") { try Taps.alone($0) }
for bridge in UITestBridge.allCases where bridge != .automatic {
    row(bridge.rawValue) { try $0 > 100 && bridge == .alert ? nil : Taps.over(bridge, $0) }
}
row("growing JSON in an accessible value, as published") { try $0 > 1_000 ? nil : Taps.json($0) }
row("growing JSON on the pasteboard, as published") { try $0 > 1_000 ? nil : Taps.pasteboard($0) }

func row(_ name: String, _ milliseconds: (Int) throws -> [Double]?) {
    let cells = counts.map { count -> String in
        do {
            guard let times = try milliseconds(count)?.sorted() else { return "–" }
            return String(format: "%.1f ms", times[times.count / 2])
        } catch {
            return "\(error)"
        }
    }
    print("| \(name) | \(cells.joined(separator: " | ")) |")
}
