@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// The maximum number of annotations that GitHub shows for a step.
    ///
    /// If there are more differences, the last annotation says how many there are.
    private static let annotationLimit = 10

    /// An error annotation for each difference and for each other failure, on the snapshot's file.
    ///
    /// If the report has neither, there is one notice. The format is that of GitHub's workflow commands:
    /// `::error file=…,title=…::message`.
    var gitHubAnnotations: String {
        if isPassed {
            return "::notice title=trackproof::\(Self.message("\(snapshot): \(comparison.headline)"))\n"
        }
        // Failures of the whole comparison come before differences of single events.
        let all = failures.map { annotation("trackproof", $0) } + differenceAnnotations(beside: failures.count)
        return all.joined(separator: "\n") + "\n"
    }

    private func differenceAnnotations(beside others: Int) -> [String] {
        if comparison.isEmpty { return [] }
        let limit = max(1, Self.annotationLimit - others)
        let fits = comparison.differences.count <= limit
        let shown = comparison.differences.prefix(fits ? limit : limit - 1)
        var lines = shown.map { difference in
            annotation("\(difference.kind.rawValue): \(difference.title)", difference.summary)
        }
        if !fits || lines.isEmpty { lines.append(annotation("trackproof", comparison.headline)) }
        return lines
    }

    private func annotation(_ title: String, _ message: String) -> String {
        "::error file=\(Self.property(snapshot)),title=\(Self.property(title))::\(Self.message(message))"
    }

    /// Returns the text of a message, which follows the second `::`.
    ///
    /// Characters that could start another command are escaped.
    static func message(_ text: String) -> String {
        text.displayable.replacing(scalar: "%", with: "%25")
    }

    /// Returns the text of a property. A colon and a comma have a meaning there, so they are escaped too.
    static func property(_ text: String) -> String {
        message(text).replacing(scalar: ":", with: "%3A").replacing(scalar: ",", with: "%2C")
    }
}
