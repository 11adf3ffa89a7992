import TrackproofPlans

// A tally stores thousands of event names and paths. They come from the checked events, so they can have any length.

extension String {
    /// The maximum length of a text in a tally, in bytes.
    private static let limit = 1_000

    /// The text, if it is not too long for a tally. Otherwise its beginning, "…" and its length in bytes.
    package var bounded: String {
        let count = utf8.count
        guard count > Self.limit else { return self }
        let end = utf8.index(utf8.startIndex, offsetBy: Self.limit)
        let start = self[..<unicodeScalars.index(before: unicodeScalars.index(after: end))]
        return "\(start)… (\(count) bytes)"
    }
}

extension PlanFinding {
    /// The finding, with its event name, path and `found` shortened if they are too long for a tally.
    var bounded: PlanFinding {
        var finding = self
        finding.event = event.bounded
        finding.path = path.bounded
        finding.found = found.bounded
        return finding
    }
}
