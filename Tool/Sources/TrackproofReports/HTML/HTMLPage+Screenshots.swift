internal import Foundation

extension HTMLPage {
    /// Whether the page shows pictures.
    var hasScreenshots: Bool { report.runs.contains { !$0.screenshots.isEmpty } }

    /// The pictures of all runs, or no markup if there are no pictures.
    var screenshots: HTML {
        mutating get {
            let pictures = report.runs.flatMap(\.screenshots)
            if pictures.isEmpty { return "" }
            var figures: HTML = ""
            let left = figures.append(pictures, within: &budgets.screenshots, \.figure)
            return """
                <h2>Screenshots</h2>
                <div class="pictures">
                \(figures)</div>
                \(.note(leftOut: left, "screenshot"))
                """
        }
    }
}

extension ReportedScreenshot {
    /// The picture with the name of the test.
    fileprivate var figure: HTML {
        // Base64 has no special characters of HTML.
        let data = HTML(trusted: Array(Data(png).base64EncodedData()))
        return """
            <figure><img alt="The screen at the failure of \(test, limit: HTMLLimits.name)" \
            src="data:image/png;base64,\(data)"><figcaption>\(test, limit: HTMLLimits.name)</figcaption></figure>

            """
    }
}
