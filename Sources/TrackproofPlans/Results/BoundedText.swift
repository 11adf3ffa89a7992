// A tally keeps thousands of names and paths of events. A client that sends events chooses how long they are.

extension String {
    /// The maximum length of a text in a tally, in bytes.
    private static let limit = 1_000

    /// The text, or its beginning and its length if the text is too long for a tally.
    var bounded: String {
        let count = utf8.count
        guard count > Self.limit else { return self }
        let end = utf8.index(utf8.startIndex, offsetBy: Self.limit)
        let start = self[..<unicodeScalars.index(before: unicodeScalars.index(after: end))]
        return "\(start)… (\(count) bytes)"
    }
}

extension PlanFinding {
    /// The finding with texts that are not too long for a tally.
    var bounded: PlanFinding {
        var finding = self
        finding.event = event.bounded
        finding.path = path.bounded
        finding.found = found.bounded
        return finding
    }
}
