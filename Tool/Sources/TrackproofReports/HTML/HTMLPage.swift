import Foundation
import Trackproof
import TrackproofPlanning
import TrackproofSnapshots

extension Report {
    /// The report as one HTML page.
    ///
    /// The page needs no other file and no network, and can be read without scripts. The page has less than 20 MB, and
    /// says how many items are left out.
    package var html: String {
        var page = HTMLPage(self)
        return page.document.markup
    }
}

/// A page that shows a report.
struct HTMLPage {
    let report: Report
    var budgets = HTMLBudgets()

    init(_ report: Report) { self.report = report }

    /// A part of the page that has a link in the navigation.
    private struct Part {
        let id: HTML
        let title: HTML
        let body: HTML
        /// A number that the link shows next to the title, or no markup.
        var count: HTML = ""
        var isBad = false
    }

    var document: HTML {
        mutating get {
            let style = PackageResources.report_css
            let script = PackageResources.report_js
            let pictures: HTML = hasScreenshots ? "img-src data:; " : ""
            let policy: HTML = """
                default-src 'none'; style-src \(Self.source(style)); \
                script-src \(Self.source(script)); \(pictures)base-uri 'none'; form-action 'none'
                """
            let parts = parts
            return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="generator" content="trackproof">
                <meta http-equiv="Content-Security-Policy" content="\(policy)">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="referrer" content="no-referrer">
                <title>\(result) - Trackproof</title>
                <style>\(HTML(trusted: style))</style>
                </head>
                <body>
                <a class="skip" href="#content">Skip to the report</a>
                \(head(parts))\
                <main id="content" tabindex="-1">
                \(.joined(parts.map(section)))\
                </main>
                <script>\(HTML(trusted: script))</script>
                </body>
                </html>

                """
        }
    }

    /// Returns the source expression that allows only this style or script (Content Security Policy Level 3, 2.3.1).
    private static func source(_ bytes: [UInt8]) -> HTML {
        "'sha256-\(HTML(trusted: Data(SHA256.hash(bytes)).base64EncodedData().map { $0 }))'"
    }

    private func head(_ parts: [Part]) -> HTML {
        let links = parts.map { part -> HTML in
            let count: HTML = part.count.size == 0 ? "" : " <span class=\"count\">\(part.count)</span>"
            let style: HTML = part.isBad ? " class=\"alarm\"" : ""
            return "<li><a href=\"#\(part.id)\"\(style)>\(part.title)\(count)</a></li>\n"
        }
        let state: HTML = report.verdict ? "data-state=\"passed\">Passed" : "data-state=\"failed\">Failed"
        return """
            <header>
            <p class="bar"><span class="brand">Trackproof</span> <span class="result" \(state)</span></p>
            <nav aria-label="Parts of the report"><ul class="tabs">
            \(.joined(links))</ul></nav>
            </header>

            """
    }

    private func section(_ part: Part) -> HTML {
        """
        <section id="\(part.id)" aria-labelledby="title-\(part.id)">
        \(part.body)</section>

        """
    }

    private var parts: [Part] {
        mutating get {
            var parts = [Part(id: "summary", title: "Summary", body: summary)]
            func add<Section: ReportSection>(
                _ id: HTML, _ title: HTML, _ body: HTML, _ count: HTML, _ sections: [Section]
            ) {
                if sections.isEmpty { return }
                let isBad = !sections.allSatisfy(\.isPassed)
                parts.append(Part(id: id, title: title, body: body, count: count, isBad: isBad))
            }
            let comparisons = report.shown(ComparisonSection.self)
            let differenceCount = comparisons.reduce(0) { $0 + $1.comparison.differences.count }
            add("differences", "Differences", differences(of: comparisons), "\(differenceCount)", comparisons)
            let checks = report.shown(FindingsSection.self)
            let findingCount = checks.reduce(0) { $0 + $1.tally.groups.count }
            add("findings", "Plan", findings(of: checks), "\(findingCount)", checks)
            let coverages = report.shown(CoverageSection.self)
            let share: HTML = coverages.count == 1 ? "\(coverages[0].coverage.ratio().percentText)" : ""
            add("coverage", "Coverage", coverage(of: coverages), share, coverages)
            let mutations = report.shown(MutationSection.self)
            let score: HTML = mutations.count == 1 ? "\(mutations[0].ratio.percentText)" : ""
            add("mutants", "Mutants", mutants(of: mutations), score, mutations)
            if let history = report.history {
                parts.append(Part(id: "history", title: "History", body: self.history(history)))
            }
            let recorded = report.runs.filter { $0.recording != nil }
            if !recorded.isEmpty {
                let count = recorded.reduce(0) { $0 &+ ($1.recording?.eventCount ?? 0) }
                parts.append(Part(id: "events", title: "Events", body: events(of: recorded), count: "\(count)"))
            }
            return parts
        }
    }
}

extension Report {
    /// Returns the sections of one type, at most ``HTMLLimits/sections``. Failed sections come first.
    fileprivate func shown<Section: ReportSection>(_ type: Section.Type) -> [Section] {
        let all = sections(of: type)
        return Array((all.filter { !$0.isPassed } + all.filter(\.isPassed)).prefix(HTMLLimits.sections))
    }
}
