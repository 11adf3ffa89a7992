public import Trackproof
public import TrackproofJSON

/// Options that overrule a snapshot's settings in a comparison.
public struct ComparisonOptions: Sendable {
    /// The order to use instead of the snapshot's order, or `nil` to use the snapshot's order.
    public var order: SnapshotSettings.Order?
    /// The source to use instead of the snapshot's source, or `nil` to use the snapshot's source.
    public var source: EventSource?

    /// Creates options that overrule the snapshot's settings.
    public init(order: SnapshotSettings.Order? = nil, source: EventSource? = nil) {
        self.order = order
        self.source = source
    }
}

/// The result of comparing a recording with a snapshot.
public struct Comparison: Sendable {
    /// The number of events that match.
    public let matched: Int
    /// The differences, in the order of the snapshot.
    public internal(set) var differences: [Difference]
    /// The number of matching events after the last difference.
    public let unchangedAfter: Int
    /// How many events of the snapshot and of the recording differ but were not examined.
    ///
    /// A comparison examines at most 100,000 unmatched events of the snapshot, 100,000 unmatched events of the
    /// recording, 100,000 moved events, and 100,000 events in which only the user differs. The number for the recording
    /// includes the moved events and the events with another user that were not examined.
    public let unexamined: (expected: Int, actual: Int)
    /// The number of compared events of the recording that have an encoding error.
    ///
    /// Such an event lacks a value that could not be encoded, or a value whose name occurred twice.
    public let encodingErrors: Int
    /// Whether the snapshot's file has the member `common`, and no event that gets common parameters matches.
    ///
    /// The cause may be a change of the parameters that the app adds to every event. So ``text(limit:)`` says once
    /// what differs in the same way in every event.
    public let changesEveryEvent: Bool

    /// Whether there is no difference, and every event was examined.
    public var isEmpty: Bool { differences.isEmpty && unexamined.expected == 0 && unexamined.actual == 0 }

    /// Compares a recording with a snapshot.
    public init(of recording: Recording, with snapshot: Snapshot, options: ComparisonOptions = ComparisonOptions()) {
        var plan = ComparisonPlan(snapshot.settings, options)
        plan.hasCommon = snapshot.hasCommon
        let (expected, actual) = plan.lists(expected: snapshot.events, actual: recording.events)
        self.init(
            plan, expected, actual,
            expectedEvents: { $0.map { snapshot.events[Int(expected.positions[$0])] } },
            actualEvents: { $0.map { recording.events[Int(actual.positions[$0])] } })
    }

    /// Creates a comparison from its results, which a report contains.
    public init(
        matched: Int, differences: [Difference], unchangedAfter: Int, unexamined: (expected: Int, actual: Int),
        changesEveryEvent: Bool = false
    ) {
        self.matched = matched
        self.differences = differences
        self.unchangedAfter = unchangedAfter
        self.unexamined = unexamined
        encodingErrors = 0
        self.changesEveryEvent = changesEveryEvent
    }

    /// Returns the comparison with each difference replaced by the result of `transform`, for example to hide values.
    public func mapDifferences(_ transform: (Difference) -> Difference) -> Comparison {
        var result = self
        result.differences = differences.map(transform)
        return result
    }

    /// Compares two lists of events. Calls `expectedEvents` and `actualEvents` only for the events that differ.
    public init(
        _ plan: ComparisonPlan, _ expected: EventList, _ actual: EventList,
        expectedEvents: ([Int]) throws -> [RecordedEvent], actualEvents: ([Int]) throws -> [RecordedEvent]
    ) rethrows {
        try self.init(
            plan, plan.fingerprinter, expected, actual, ownRules: nil, expectedEvents: expectedEvents,
            actualEvents: actualEvents)
    }

    init(
        _ plan: ComparisonPlan, _ fingerprinter: Fingerprinter, _ expected: EventList, _ actual: EventList,
        ownRules: OwnRules?, expectedEvents: ([Int]) throws -> [RecordedEvent],
        actualEvents: ([Int]) throws -> [RecordedEvent]
    ) rethrows {
        let matching = Matching(
            expected: expected, actual: actual, order: plan.settings.order, groupCount: plan.settings.ordered.count)
        let expectedLeft = matching.isMatched.indices.filter { !matching.isMatched[$0] }
        let actualLeft = matching.expectedOfActual.indices.filter { matching.expectedOfActual[$0] < 0 }
        let moved = matching.moved.sorted()

        func namedEvents(_ indices: [Int]) throws -> [RecordedEvent] {
            try actualEvents(indices).map(actual.contents.named)
        }
        var builder = DifferenceBuilder(plan, fingerprinter, expected, actual, matching, ownRules)
        let limit = Comparison.examined
        try builder.add(
            unmatched: expectedEvents(Array(expectedLeft.prefix(limit))), Array(expectedLeft.prefix(limit)),
            namedEvents(Array(actualLeft.prefix(limit))), Array(actualLeft.prefix(limit)))
        try builder.add(moved: Array(moved.prefix(limit)), namedEvents(Array(moved.prefix(limit))))

        let otherUsers = builder.compareUsers(plan)
        let examined = Array(otherUsers.prefix(limit))
        try builder.add(examined, expectedEvents(examined.map(\.expected)), namedEvents(examined.map(\.actual)))

        (differences, unchangedAfter) = builder.inOrder()
        matched = matching.matched - moved.count + builder.matchedLate.count - otherUsers.count
        let unexaminedPairs = max(0, moved.count - limit) + otherUsers.count - examined.count
        unexamined = (max(0, expectedLeft.count - limit), max(0, actualLeft.count - limit) + unexaminedPairs)
        encodingErrors = actual.encodingErrors
        let identities = expected.identityCount - differences.count { $0.expected?.kind.isIdentity ?? false }
        changesEveryEvent = plan.hasCommon && matched <= identities && moved.isEmpty && unexamined == (0, 0)
    }

    /// The maximum number of unmatched events that a comparison examines in the snapshot and in the recording.
    ///
    /// This is also the maximum number of moved events that a comparison examines. Without this limit, a comparison of
    /// two large files with different events would read all events into memory.
    static let examined = 100_000
}

/// The settings of a comparison, and the source of the events that are compared.
public struct ComparisonPlan: Sendable {
    /// The settings, with the options that overrule them.
    public internal(set) var settings: SnapshotSettings
    /// The source of the compared events: the source in the options, else the snapshot's source, else `app`.
    public let source: EventSource
    /// Whether the actual events come from a snapshot, and not from a recording.
    public var actualIsSnapshot = false
    /// Whether the snapshot's file has the member `common`.
    public var hasCommon = false

    /// Creates the plan of a comparison.
    public init(_ settings: SnapshotSettings, _ options: ComparisonOptions) {
        self.settings = settings
        if let order = options.order { self.settings.order = order }
        source = options.source ?? settings.comparedSource
    }

    /// Whether the expected events must be read before the actual events, because their parameters decide which values of
    /// an actual event's context count as parameters.
    public var readsExpectedFirst: Bool { types.completesParameters }

    var types: ValueTypes { ValueTypes(between: source, settings.comparedSource) }

    var rules: CompiledRules { CompiledRules(settings, types: types, acceptsPlaceholders: actualIsSnapshot) }

    var fingerprinter: Fingerprinter { Fingerprinter(types: types) }

    /// Returns a builder for the list of expected events.
    ///
    /// All events of a snapshot have the snapshot's source. A recording that is used as a snapshot can have events of
    /// several sources, so the builder skips the events that do not have the expected source.
    public func expectedBuilder(snapshotIsRecording: Bool) -> EventListBuilder {
        EventListBuilder(rules, source: snapshotIsRecording ? settings.comparedSource : nil, isExpected: true)
    }

    /// Returns a builder for the list of actual events.
    ///
    /// If the actual events come from a snapshot, all of them have that snapshot's source, so the builder skips no
    /// events.
    ///
    /// - Parameter expected: The list of expected events, or `nil` if the expected events have not been read yet.
    public func actualBuilder(readBy expected: EventList? = nil) -> EventListBuilder {
        EventListBuilder(
            rules, source: actualIsSnapshot ? nil : source, isExpected: false,
            readBy: expected?.contents ?? ExpectedContents())
    }

    /// Returns the lists of expected and actual events if all events are in memory.
    public func lists(expected: [RecordedEvent], actual: [RecordedEvent]) -> (expected: EventList, actual: EventList) {
        var expectedBuilder = expectedBuilder(snapshotIsRecording: false)
        for event in expected { expectedBuilder.append(event) }
        var actualBuilder = actualBuilder(readBy: expectedBuilder.list)
        for event in actual { actualBuilder.append(event) }
        var list = actualBuilder.list
        list.choose(among: expectedBuilder.list)
        return (expectedBuilder.list, list)
    }
}

extension Comparison {
    /// The result of comparing a run with a snapshot, and how many events were compared.
    public struct FileResult: Sendable {
        /// The result of the comparison.
        public let comparison: Comparison
        /// An error that says where the recording's last line is cut short, or `nil` if the line is complete.
        ///
        /// If there is such an error, the comparison includes only the events before that line.
        public let truncation: EventFormatError?
        /// The number of events in the recording, including events that were not compared.
        public let recordedCount: Int
        /// The number of events of the recording that were compared.
        public let comparedCount: Int
        /// The number of expected events that were compared.
        public let expectedCount: Int
        /// The source of the compared events.
        public let source: EventSource

        /// Creates the result of a comparison.
        public init(
            comparison: Comparison, truncation: EventFormatError?, recordedCount: Int, comparedCount: Int,
            expectedCount: Int, source: EventSource
        ) {
            self.comparison = comparison
            self.truncation = truncation
            self.recordedCount = recordedCount
            self.comparedCount = comparedCount
            self.expectedCount = expectedCount
            self.source = source
        }
    }

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
    /// Returns the rule in `volatile` that decides about the value at a path, and the path of the rule.
    ///
    /// - Parameter path: The path of the value, with `*` for the indices of arrays.
    public func rule(at path: String, of event: Event) -> (path: String, shape: VolatileShape)? {
        var rules = rules
        var rule = rules.rules(for: event).volatile
        var value: EventValue? = .object(event.parameters)
        var taken: [String] = []
        for component in ParameterPath(parsing: path).components {
            if case .array(let elements)? = value {
                (rule, value) = (rule?.element(0), elements.first)
            } else {
                (rule, value) = (rule?.member(component), value?.object?[component])
            }
            taken.append(component)
            if let shape = rule?.shape { return (ParameterPath(taken).description, shape) }
        }
        return nil
    }

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
