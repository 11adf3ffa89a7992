internal import Trackproof

@_spi(Tooling) extension Comparison {
    /// Whether any event of the snapshot or of the recording was compared. A comparison of nothing proves nothing.
    public var hasCompared: Bool { matched > 0 || !isEmpty }

    /// How many events of the snapshot took part.
    var expectedCount: Int {
        matched + differences.count { $0.expected != nil } + unexamined.expected
    }

    /// How many events of the recording took part.
    var actualCount: Int {
        matched + differences.count { $0.actual != nil } + unexamined.actual
    }
}

extension ComparisonPlan {
    /// Whether a recording has any event that is compared: one of the source, which is not ignored.
    func takesAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { $0.source == source && !rules.rules(for: $0.event).isIgnored }
    }

    /// Whether any of a snapshot's own events is compared: they have its source, whatever they say.
    func expectsAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { !rules.rules(for: $0.event).isIgnored }
    }
}
