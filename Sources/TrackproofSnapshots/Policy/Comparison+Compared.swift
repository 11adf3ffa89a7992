import Trackproof

extension Comparison {
    /// Whether any event of the snapshot or the recording was compared. A comparison without events proves nothing.
    public var hasCompared: Bool { matched > 0 || !isEmpty }

    /// The number of events of the snapshot that were compared.
    ///
    /// If an expected event was tracked too often, it counts once more for each extra time.
    var expectedCount: Int {
        matched + differences.count { $0.expected != nil } + unexamined.expected
    }

    /// The number of events of the recording that were compared.
    var actualCount: Int {
        matched + differences.count { $0.actual != nil } + unexamined.actual
    }
}

extension ComparisonPlan {
    /// Returns whether a comparison with these settings would compare any of `events`.
    ///
    /// A comparison skips the events that have a source other than ``source``, and the events that the settings ignore.
    func comparesAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { $0.source == source && !rules.rules(for: $0.event).isIgnored }
    }

    /// Returns whether a comparison with these settings would compare any of `events`, the events of a snapshot.
    ///
    /// The source of these events is not checked, because all events of a snapshot have the snapshot's source.
    func expectsAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { !rules.rules(for: $0.event).isIgnored }
    }
}
