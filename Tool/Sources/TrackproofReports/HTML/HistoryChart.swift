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
        var rows = [row("Differences", \.differenceCount), row("Findings", \.findingCount)]
        if runs.contains(where: { $0.coverage != nil }) { rows.append(shares("Coverage", \.coverage)) }
        if runs.contains(where: { $0.score != nil }) { rows.append(shares("Mutants", \.score)) }
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
        /// The CSS class of the bars.
        let style: HTML
        /// A value and its text for each run.
        let bars: [(value: Double, text: String)]
    }

    private func row(_ title: HTML, _ count: (HistorySummary.Run) -> Int) -> Row {
        let bars = runs.map { (value: Double(max(count($0), 0)), text: "\(count($0))") }
        let most = bars.map(\.value).max() ?? 0
        return Row(title: title, top: max(most, 1), topText: "highest \(most.shortText)", style: "bad", bars: bars)
    }

    private func shares(_ title: HTML, _ value: (HistorySummary.Run) -> Double?) -> Row {
        let bars = runs.map { run in
            let share = value(run) ?? 0
            let text = HistorySummary.Run.percentText(value(run))
            return (value: share.isFinite ? min(max(share, 0), 100) : 0, text: text)
        }
        return Row(title: title, top: 100, topText: "of 100 %", style: "share", bars: bars)
    }

    private func draw(_ row: Row, at y: Int) -> HTML {
        let base = y + Self.rowHeight - 10
        let bars = zip(runs, row.bars).enumerated().map { index, pair -> HTML in
            let (run, bar) = pair
            let height = Int((bar.value / row.top * Double(Self.barHeight)).rounded(.up))
            let style: HTML = bar.value == 0 ? "zero" : row.style
            // A bar without height would be invisible. So the bar of a run without problems is 2 units high.
            let visible = max(height, 2)
            return """
                <rect class="\(style)" x="\(plain: Self.labelWidth + index * Self.barWidth)" y="\(plain: base - visible)" \
                width="\(plain: Self.barWidth - 3)" height="\(plain: visible)" rx="1">\
                <title>\(run.started.description): \(bar.text)</title></rect>

                """
        }
        return """
            <text x="0" y="\(plain: base - Self.barHeight + 11)">\(row.title)</text>
            <text class="dim" x="0" y="\(plain: base - Self.barHeight + 27)">\(row.topText)</text>
            \(.joined(bars))
            """
    }
}
