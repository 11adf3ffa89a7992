public import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// What a comparison heeds besides the snapshot's settings.
@_spi(Tooling) public struct ComparisonOptions: Sendable {
    /// Overrules the snapshot's order.
    public var order: SnapshotSettings.Order?
    /// Overrules the snapshot's source.
    public var source: EventSource?

    /// Options that overrule the snapshot's settings.
    public init(order: SnapshotSettings.Order? = nil, source: EventSource? = nil) {
        self.order = order
        self.source = source
    }
}

/// A recording against a snapshot: what differs, and how much does not.
@_spi(Tooling) public struct Comparison: Sendable {
    /// How many events match.
    public let matched: Int
    /// What differs, in the order of the snapshot.
    public internal(set) var differences: [Difference]
    /// How many matching events stand after the last difference.
    public let unchangedAfter: Int
    /// Events that match nothing and were not looked at, because there were so many: of the snapshot and of the
    /// recording. Both 0 unless the files have hardly anything in common.
    public let unexamined: (expected: Int, actual: Int)
    /// Compared events of the recording that were not tracked as the app's code says.
    public let encodingErrors: Int

    /// Whether everything is as expected.
    public var isEmpty: Bool { differences.isEmpty && unexamined.expected == 0 && unexamined.actual == 0 }

    /// Compares a recording with a snapshot.
    public init(of recording: Recording, with snapshot: Snapshot, options: ComparisonOptions = ComparisonOptions()) {
        let plan = ComparisonPlan(snapshot.settings, options)
        let (expected, actual) = plan.lists(expected: snapshot.events, actual: recording.events)
        self.init(
            plan, plan.fingerprinter, expected, actual,
            expectedEvents: { $0.map { snapshot.events[Int(expected.positions[$0])] } },
            actualEvents: { $0.map { recording.events[Int(actual.positions[$0])] } })
    }

    /// So many events, all as expected.
    init(matched: Int) {
        self.matched = matched
        differences = []
        unchangedAfter = matched
        unexamined = (0, 0)
        encodingErrors = 0
    }

    /// Compares, with the events fetched by their indices where they are needed.
    init(
        _ plan: ComparisonPlan, _ fingerprinter: Fingerprinter, _ expected: EventList, _ actual: EventList,
        ownRules: OwnRules? = nil, expectedEvents: ([Int]) throws -> [RecordedEvent],
        actualEvents: ([Int]) throws -> [RecordedEvent]
    ) rethrows {
        let matching = Matching(
            expected: expected, actual: actual, order: plan.settings.order, groupCount: plan.settings.ordered.count)
        let expectedLeft = matching.isMatched.indices.filter { !matching.isMatched[$0] }
        let actualLeft = matching.expectedOfActual.indices.filter { matching.expectedOfActual[$0] < 0 }
        let moved = matching.moved.sorted()

        var builder = DifferenceBuilder(plan, fingerprinter, expected, actual, matching, ownRules)
        let limit = Comparison.examined
        try builder.add(
            unmatched: expectedEvents(Array(expectedLeft.prefix(limit))), Array(expectedLeft.prefix(limit)),
            actualEvents(Array(actualLeft.prefix(limit))), Array(actualLeft.prefix(limit)))
        try builder.add(moved: Array(moved.prefix(limit)), actualEvents(Array(moved.prefix(limit))))

        (differences, unchangedAfter) = builder.inOrder()
        matched = matching.matched - moved.count + builder.matchedLate
        unexamined = (
            max(0, expectedLeft.count - limit), max(0, actualLeft.count - limit) + max(0, moved.count - limit)
        )
        encodingErrors = actual.encodingErrors
    }

    /// How many unmatched events a side are looked at, so that two files with nothing in common cost no more memory
    /// than two that differ a little.
    static let examined = 100_000
}

/// What both sides of a comparison are read by.
struct ComparisonPlan: Sendable {
    var settings: SnapshotSettings
    /// The source compared: that of the options, else the snapshot's, else `app`.
    let source: EventSource
    /// Whether the actual events are those of a snapshot.
    var actualIsSnapshot = false

    init(_ settings: SnapshotSettings, _ options: ComparisonOptions) {
        self.settings = settings
        if let order = options.order { self.settings.order = order }
        source = options.source ?? settings.source ?? .app
    }

    var rules: CompiledRules {
        CompiledRules(
            settings, types: ValueTypes(between: source, settings.source ?? .app), acceptsPlaceholders: actualIsSnapshot
        )
    }

    var fingerprinter: Fingerprinter { Fingerprinter(types: rules.types) }

    /// Takes the expected events. Those of a snapshot have the snapshot's source; a recording that stands for a
    /// snapshot has events of several.
    func expectedBuilder(snapshotIsRecording: Bool) -> EventListBuilder {
        EventListBuilder(rules, source: snapshotIsRecording ? settings.source ?? .app : nil, isExpected: true)
    }

    /// Takes the actual events. Those of a snapshot are all of one source.
    ///
    /// - Parameter expected: the expected events, as far as they are known.
    func actualBuilder(readBy expected: EventList? = nil) -> EventListBuilder {
        EventListBuilder(
            rules, source: actualIsSnapshot ? nil : source, isExpected: false,
            readBy: expected?.contents ?? ExpectedContents())
    }

    /// The lists of events that are in memory.
    func lists(expected: [RecordedEvent], actual: [RecordedEvent]) -> (expected: EventList, actual: EventList) {
        var expectedBuilder = expectedBuilder(snapshotIsRecording: false)
        for event in expected { expectedBuilder.append(event) }
        var actualBuilder = actualBuilder(readBy: expectedBuilder.list)
        for event in actual { actualBuilder.append(event) }
        var list = actualBuilder.list
        list.choose(among: expectedBuilder.list)
        return (expectedBuilder.list, list)
    }
}
