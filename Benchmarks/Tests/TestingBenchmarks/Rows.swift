import Foundation

/// A table of measured times. Each row has a median, a 95th percentile, and the ratio of its median to the first row's
/// median.
struct Rows {
    private let title: String
    private var rows: [(name: String, median: Double, slowest: Double)] = []

    init(_ title: String) { self.title = title }

    mutating func add(_ name: String, _ seconds: [Double]) {
        let sorted = seconds.sorted()
        rows.append((name, sorted[sorted.count / 2], sorted[sorted.count * 95 / 100]))
    }

    func print() {
        var lines = ["", title]
        for row in rows {
            let name = row.name.padding(toLength: 40, withPad: " ", startingAt: 0)
            let ratio = row.median / rows[0].median
            lines.append(
                name
                    + String(
                        format: "%10.1f µs   95 %% < %10.1f µs   %8.1f×", row.median * 1e6, row.slowest * 1e6, ratio))
        }
        Swift.print(lines.joined(separator: "\n"))
    }
}
