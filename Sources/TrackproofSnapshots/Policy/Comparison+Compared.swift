internal import Trackproof

@_spi(Tooling) extension Comparison {
    /// Whether any event of the snapshot or the recording was compared. A comparison without events proves nothing.
    public var hasCompared: Bool { matched > 0 || !isEmpty }

    /// The number of events of the snapshot that were compared. A duplicate counts its expected event again.
    var expectedCount: Int {
        matched + differences.count { $0.expected != nil } + unexamined.expected
    }

    /// The number of events of the recording that were compared.
    var actualCount: Int {
        matched + differences.count { $0.actual != nil } + unexamined.actual
    }
}

extension ComparisonPlan {
    /// Returns whether any of the events is compared. A compared event has the plan's source and is not ignored.
    func comparesAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { $0.source == source && !rules.rules(for: $0.event).isIgnored }
    }

    /// Returns whether any of a snapshot's own events is compared.
    ///
    /// These events have the snapshot's source, whatever source they name.
    func expectsAny(of events: [RecordedEvent]) -> Bool {
        var rules = rules
        return events.contains { !rules.rules(for: $0.event).isIgnored }
    }
}
