import Trackproof

/// A chart of the runs of a history: rows of bars for the differences, the findings and the coverage.
struct HistoryChart {
    private let runs: ArraySlice<HistorySummary.Run>

    /// The sizes, in user units of the SVG.
    private static let (barWidth, barHeight, rowHeight, labelWidth) = (14, 44, 64, 96)

    init(_ runs: [HistorySummary.Run]) { self.runs = runs.suffix(HTMLLimits.chartedRuns) }

    /// The chart as SVG, or no markup if there are no runs. A table next to the chart has the same numbers as text.
    var html: HTML {
        if runs.isEmpty { return "" }
        let differences = Row(title: "Differences", runs.map { Bar($0.differenceCount, $0) })
        let findings = Row(title: "Findings", runs.map { Bar($0.findingCount, $0) })
        var rows = [differences, findings]
        if runs.contains(where: { $0.coverage != nil }) {
            rows.append(Row(title: "Coverage", top: 100, "of 100 %", runs.map { Bar(coverageOf: $0) }))
        }
        let width = Self.labelWidth + runs.count * Self.barWidth
        let height = rows.count * Self.rowHeight
        let drawn = rows.enumerated().map { index, row in draw(row, at: index * Self.rowHeight) }
        return """
            <div class="wide" tabindex="0" role="region" aria-label="Chart of the runs">
            <svg class="chart" width="\(plain: width)" height="\(plain: height)" \
            viewBox="0 0 \(plain: width) \(plain: height)" role="img" aria-labelledby="chart-title">
            <title id="chart-title">Differences, findings and coverage of the last \(runs.count, "run"), the oldest first. \
            The numbers are in the table of the runs.</title>
            \(.joined(drawn))</svg>
            </div>

            """
    }

    private struct Row {
        let title: HTML
        /// The value at which a bar has its full height.
        let top: Double
        let topText: HTML
        let bars: [Bar]

        init(title: HTML, _ bars: [Bar]) {
            let most = bars.map(\.value).max() ?? 0
            self.init(title: title, top: max(most, 1), "highest \(most.shortText)", bars)
        }

        init(title: HTML, top: Double, _ topText: HTML, _ bars: [Bar]) {
            (self.title, self.top, self.topText, self.bars) = (title, top, topText, bars)
        }
    }

    private struct Bar {
        let value: Double
        let text: String
        let run: HistorySummary.Run
        let isCoverage: Bool

        init(_ count: Int, _ run: HistorySummary.Run) {
            (value, text, self.run, isCoverage) = (Double(max(count, 0)), "\(count)", run, false)
        }

        init(coverageOf run: HistorySummary.Run) {
            let share = run.coverage ?? 0
            value = share.isFinite ? min(max(share, 0), 100) : 0
            (text, self.run, isCoverage) = (run.coverageText, run, true)
        }
    }

    private func draw(_ row: Row, at y: Int) -> HTML {
        let base = y + Self.rowHeight - 10
        let bars = row.bars.enumerated().map { index, bar -> HTML in
            let height = Int((bar.value / row.top * Double(Self.barHeight)).rounded(.up))
            let style: HTML = bar.value == 0 ? "zero" : bar.isCoverage ? "share" : "bad"
            // A bar without height would be invisible. So the bar of a run without problems is 2 units high.
            let visible = max(height, 2)
            return """
                <rect class="\(style)" x="\(plain: Self.labelWidth + index * Self.barWidth)" y="\(plain: base - visible)" \
                width="\(plain: Self.barWidth - 3)" height="\(plain: visible)" rx="1">\
                <title>\(bar.run.started.description): \(bar.text)</title></rect>

                """
        }
        return """
            <text x="0" y="\(plain: base - Self.barHeight + 11)">\(row.title)</text>
            <text class="dim" x="0" y="\(plain: base - Self.barHeight + 27)">\(row.topText)</text>
            \(.joined(bars))
            """
    }
}
