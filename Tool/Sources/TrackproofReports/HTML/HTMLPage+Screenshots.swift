import Foundation

extension HTMLPage {
    var hasScreenshots: Bool { report.runs.contains { !$0.screenshots.isEmpty } }

    /// The screenshots of all runs, or no markup if there are no screenshots.
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
    /// The screenshot, with the name of the test below it.
    fileprivate var figure: HTML {
        // Base64 does not contain special characters of HTML, so the data needs no escapes.
        let data = HTML(trusted: Array(Data(png).base64EncodedData()))
        return """
            <figure><img alt="The screen at the failure of \(test, limit: HTMLLimits.name)" \
            src="data:image/png;base64,\(data)"><figcaption>\(test, limit: HTMLLimits.name)</figcaption></figure>

            """
    }
}
