import Trackproof

/// The actual events or the expected events of a comparison: a fingerprint and a file offset for each event.
struct EventList: Sendable {
    /// The fingerprints of the compared events, in the order of the events.
    var fingerprints: [Fingerprint] = []
    /// For each compared event, one bit for each group in ``SnapshotSettings/ordered`` that contains the event's name.
    ///
    /// The array is empty if the settings contain no groups.
    fileprivate(set) var groups: [UInt64] = []
    /// The position of each compared event among all events of its recording or snapshot, from 0.
    var positions: [Int32] = []
    /// The offset of each compared event in its file, in bytes.
    fileprivate(set) var offsets: [UInt64] = []
    /// The second and further fingerprints of actual events. The key is the event's index in ``fingerprints``.
    ///
    /// An actual event matches an expected event if one of its fingerprints is the fingerprint of the expected event.
    /// An actual event has several fingerprints in two cases:
    /// - Expected events with its kind and name have different rules. The actual event has a fingerprint for each of
    ///   these rules.
    /// - ``choose(among:)`` found more than one of the event's ``alternatives`` among the expected events.
    var otherFingerprints: [Int: [Fingerprint]] = [:]
    /// The users of the compared events.
    var users = EventUsers()
    /// The names of the expected events' parameters.
    fileprivate(set) var contents = ExpectedContents()
    /// Fingerprints of actual events with values of their context as additional parameters.
    ///
    /// The key is the event's index in ``fingerprints``. An event without such values has no entry.
    fileprivate(set) var alternatives: [Int: Fingerprint] = [:]
    /// The number of events in the recording or snapshot, including the events that are not compared.
    var total: Int32 = 0
    /// The number of compared events that have an encoding error.
    fileprivate(set) var encodingErrors = 0
    /// The number of compared events that are identity events.
    fileprivate(set) var identityCount = 0

    var count: Int { fingerprints.count }

    /// For each actual event with ``alternatives``, keeps only the fingerprints that expected events also have.
    mutating func choose(among expected: EventList) {
        if alternatives.isEmpty { return }
        let known = Set(expected.fingerprints)
        for (index, own) in alternatives {
            let chosen = [own, fingerprints[index]].filter(known.contains)
            guard let first = chosen.first else { continue }
            fingerprints[index] = first
            if chosen.count > 1 { otherFingerprints[index] = Array(chosen.dropFirst()) }
        }
    }
}

/// A builder of an ``EventList`` that receives one event at a time and does not keep the events in memory.
struct EventListBuilder {
    private(set) var list = EventList()
    private var rules: CompiledRules
    private let fingerprinter: Fingerprinter
    private let source: EventSource?
    private let isExpected: Bool
    private let hasGroups: Bool
    private let completes: Bool

    /// Creates a builder for a list of events.
    ///
    /// - Parameters:
    ///   - rules: The rules of the comparison.
    ///   - source: The source of the events to compare, or `nil` to compare the events of all sources.
    ///   - isExpected: Whether the events are expected events.
    ///   - contents: For a list of actual events, the parameter names of the expected events.
    init(
        _ rules: CompiledRules, source: EventSource?, isExpected: Bool,
        readBy contents: ExpectedContents = ExpectedContents()
    ) {
        self.rules = rules
        self.source = source
        self.isExpected = isExpected
        fingerprinter = Fingerprinter(types: rules.types)
        hasGroups = !rules.settings.ordered.isEmpty
        completes = rules.types.completesParameters
        list.contents = contents
    }

    mutating func append(_ recorded: RecordedEvent, offset: UInt64 = 0) {
        let isOther = source.map { $0 != recorded.source } ?? false
        // A recording can be used as a snapshot. In that case, its events of other sources are not expected.
        if isOther, isExpected { return }
        defer { list.total += 1 }
        if isOther { return }
        let recorded = isExpected ? recorded : list.contents.named(recorded)
        let rules = rules.rules(for: recorded.event)
        if rules.isIgnored { return }
        if recorded.event.encodingError != nil { list.encodingErrors += 1 }
        if recorded.event.kind.isIdentity { list.identityCount += 1 }
        list.users.append(recorded.event, rules.volatile)
        if isExpected, completes { list.contents.insertParameters(of: recorded.event) }
        list.fingerprints.append(
            fingerprinter.fingerprint(of: recorded.event, rule: rules.volatile, isExpected: isExpected))
        if !isExpected, completes, let event = list.contents.completed(recorded) {
            list.alternatives[list.count - 1] = fingerprinter.fingerprint(
                of: event, rule: rules.volatile, isExpected: false)
        }
        list.positions.append(list.total)
        list.offsets.append(offset)
        if hasGroups { list.groups.append(rules.groups) }
    }
}
