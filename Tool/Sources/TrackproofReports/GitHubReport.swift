@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// The error annotations on the snapshot's file, one for each failure and each difference.
    ///
    /// If there are no failures and no differences, there is one notice instead. The format is that of GitHub's
    /// workflow commands: `::error file=…,title=…::message`.
    var gitHubAnnotations: String {
        if isPassed {
            return "::notice title=trackproof::\(Self.message("\(snapshot): \(comparison.headline)"))\n"
        }
        // Failures of the whole comparison come before differences of single events.
        let all = failures.map { annotation("trackproof", $0) } + differenceAnnotations(beside: failures.count)
        return all.joined(separator: "\n") + "\n"
    }

    /// The annotations for differences. If there are too many differences, the last annotation has their number.
    private func differenceAnnotations(beside others: Int) -> [String] {
        if comparison.isEmpty { return [] }
        let limit = max(1, GitHubLimits.annotations - others)
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

    /// Returns the escaped text of a message.
    ///
    /// The message is the part of an annotation after the second `::`. The escaped text cannot start another command.
    static func message(_ text: String) -> String {
        text.displayable.replacing(scalar: "%", with: "%25")
    }

    /// Returns the escaped text of a property, such as the title.
    ///
    /// Colons and commas have a meaning in a property, so they are escaped too.
    static func property(_ text: String) -> String {
        message(text).replacing(scalar: ":", with: "%3A").replacing(scalar: ",", with: "%2C")
    }
}
