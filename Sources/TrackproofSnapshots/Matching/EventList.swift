internal import Trackproof

/// One side of a comparison as matching sees it: a fingerprint an event, and where the event is to be found again.
struct EventList: Sendable {
    /// The fingerprints of the compared events, in order.
    var fingerprints: [Fingerprint] = []
    /// The groups of `ordered` that each event is in, as bits; empty where there are no groups.
    fileprivate(set) var groups: [UInt64] = []
    /// The place of each compared event among all of its recording or snapshot, from 0.
    var positions: [Int32] = []
    /// The offset of each compared event in its file.
    fileprivate(set) var offsets: [UInt64] = []
    /// Further fingerprints of actual events. If the expected events of a name have several sets of rules, an actual
    /// event of that name has one fingerprint for each set after the first. An event that is expected both as it was sent
    /// and completed has one for the latter.
    var otherFingerprints: [Int: [Fingerprint]] = [:]
    /// The parameters of expected events by which actual ones are completed; empty if both are of one source.
    fileprivate(set) var parameters = ExpectedParameters()
    /// The fingerprints of actual events with what expected ones have and they have in their context.
    fileprivate(set) var completed: [Int: Fingerprint] = [:]
    /// How many events the recording or snapshot has, compared or not.
    var total: Int32 = 0
    /// Compared events that were not tracked as the app's code says.
    fileprivate(set) var encodingErrors = 0

    var count: Int { fingerprints.count }

    /// Has each event that was completed count as what is expected: as it was sent, completed, or as both of them.
    mutating func choose(among expected: EventList) {
        if completed.isEmpty { return }
        let known = Set(expected.fingerprints)
        for (index, fingerprint) in completed where known.contains(fingerprint) {
            if known.contains(fingerprints[index]) {
                otherFingerprints[index] = [fingerprint]
            } else {
                fingerprints[index] = fingerprint
            }
        }
    }
}

/// Takes the events of one side one by one; keeps nothing of them but what an ``EventList`` holds.
struct EventListBuilder {
    private(set) var list = EventList()
    private var rules: CompiledRules
    private let fingerprinter: Fingerprinter
    private let source: EventSource?
    private let isExpected: Bool
    private let hasGroups: Bool
    /// Whether what stands in an actual event's context may be one of its parameters.
    private let completes: Bool

    /// A list of the events of `source`; nil takes all.
    ///
    /// - Parameter parameters: those of the expected events, for a list of actual ones of another source.
    init(
        _ rules: CompiledRules, source: EventSource?, isExpected: Bool,
        completedBy parameters: ExpectedParameters = ExpectedParameters()
    ) {
        self.rules = rules
        self.source = source
        self.isExpected = isExpected
        fingerprinter = Fingerprinter(types: rules.types)
        hasGroups = !rules.settings.ordered.isEmpty
        completes = rules.types != .exact
        list.parameters = parameters
    }

    mutating func append(_ recorded: RecordedEvent, offset: UInt64 = 0) {
        let isOther = source.map { $0 != recorded.source } ?? false
        // A recording that stands for a snapshot is one of the events of its source.
        if isOther, isExpected { return }
        defer { list.total += 1 }
        if isOther { return }
        let rules = rules.rules(for: recorded.event)
        if rules.isIgnored { return }
        if recorded.event.encodingError != nil { list.encodingErrors += 1 }
        list.fingerprints.append(
            fingerprinter.fingerprint(of: recorded.event, rule: rules.volatile, isExpected: isExpected))
        if completes {
            if isExpected {
                list.parameters.insert(recorded.event)
            } else if let event = list.parameters.completed(recorded) {
                list.completed[list.count - 1] = fingerprinter.fingerprint(
                    of: event, rule: rules.volatile, isExpected: false)
            }
        }
        list.positions.append(list.total)
        list.offsets.append(offset)
        if hasGroups { list.groups.append(rules.groups) }
    }
}
