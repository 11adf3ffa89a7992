internal import Trackproof

/// One side of a comparison: a fingerprint for each event, and the place at which to find the event again.
struct EventList: Sendable {
    /// The fingerprints of the compared events, in order.
    var fingerprints: [Fingerprint] = []
    /// The groups of `ordered` to which each event belongs, as bits. Empty if there are no groups.
    fileprivate(set) var groups: [UInt64] = []
    /// The position of each compared event among all events of its recording or snapshot, from 0.
    var positions: [Int32] = []
    /// The offset of each compared event in its file, in bytes.
    fileprivate(set) var offsets: [UInt64] = []
    /// Further fingerprints of actual events, by the index of the event.
    ///
    /// If the expected events of a name have several sets of rules, an actual event of that name has one fingerprint
    /// here for each set after the first set. An actual event can also match in several forms, such as the event as it
    /// was sent and the event completed from its context. Such an event has one fingerprint here for each form after
    /// the most specific form.
    var otherFingerprints: [Int: [Fingerprint]] = [:]
    /// The contents of the expected events that decide how actual events are read.
    fileprivate(set) var contents = ExpectedContents()
    /// Alternative fingerprints of actual events, by the index of the event, the most specific first.
    ///
    /// An alternative includes the event's user, values of its context that are expected as parameters, or both.
    fileprivate(set) var alternatives: [Int: [Fingerprint]] = [:]
    /// The number of events in the recording or snapshot, compared or not.
    var total: Int32 = 0
    /// The number of compared events that have an encoding error.
    fileprivate(set) var encodingErrors = 0

    var count: Int { fingerprints.count }

    /// For each event with alternatives, chooses the fingerprints that expected events also have.
    mutating func choose(among expected: EventList) {
        if alternatives.isEmpty { return }
        let known = Set(expected.fingerprints)
        for (index, own) in alternatives {
            let chosen = (own + [fingerprints[index]]).filter(known.contains)
            guard let first = chosen.first else { continue }
            fingerprints[index] = first
            if chosen.count > 1 { otherFingerprints[index] = Array(chosen.dropFirst()) }
        }
    }
}

/// A builder that receives the events of one side one by one, and creates an ``EventList`` without keeping the events.
struct EventListBuilder {
    private(set) var list = EventList()
    private var rules: CompiledRules
    private let fingerprinter: Fingerprinter
    private let source: EventSource?
    private let isExpected: Bool
    private let hasGroups: Bool
    /// Whether values in an actual event's context may be parameters of the event.
    private let completes: Bool

    /// Creates a builder for a list of events.
    ///
    /// - Parameters:
    ///   - rules: The rules of the comparison.
    ///   - source: The source of the events to take, or `nil` to take all events.
    ///   - isExpected: Whether the events are expected events.
    ///   - contents: The contents of the expected events, for a list of actual events.
    init(
        _ rules: CompiledRules, source: EventSource?, isExpected: Bool,
        readBy contents: ExpectedContents = ExpectedContents()
    ) {
        self.rules = rules
        self.source = source
        self.isExpected = isExpected
        fingerprinter = Fingerprinter(types: rules.types)
        hasGroups = !rules.settings.ordered.isEmpty
        completes = rules.types != .exact
        list.contents = contents
    }

    mutating func append(_ recorded: RecordedEvent, offset: UInt64 = 0) {
        let isOther = source.map { $0 != recorded.source } ?? false
        // A recording can be used as a snapshot. In that case, its events of other sources are not expected.
        if isOther, isExpected { return }
        defer { list.total += 1 }
        if isOther { return }
        let rules = rules.rules(for: recorded.event)
        if rules.isIgnored { return }
        if recorded.event.encodingError != nil { list.encodingErrors += 1 }
        if isExpected {
            appendExpected(recorded.event, rules.volatile)
        } else {
            appendActual(recorded, rules.volatile)
        }
        list.positions.append(list.total)
        list.offsets.append(offset)
        if hasGroups { list.groups.append(rules.groups) }
    }

    private mutating func appendExpected(_ event: Event, _ rule: ValueRule?) {
        // A recording names the user of each event. If a recording is used as a snapshot, these users are not expected.
        let hasUser = event.user != nil && !event.kind.isIdentity && source == nil
        if hasUser { list.contents.insertUser(of: event) }
        if completes { list.contents.insertParameters(of: event) }
        list.fingerprints.append(
            (hasUser ? fingerprinter.withUsers : fingerprinter).fingerprint(of: event, rule: rule, isExpected: true))
    }

    private mutating func appendActual(_ recorded: RecordedEvent, _ rule: ValueRule?) {
        let event = recorded.event
        list.fingerprints.append(fingerprinter.fingerprint(of: event, rule: rule, isExpected: false))
        let completed = completes ? list.contents.completed(recorded) : nil
        let hasUser = event.user != nil && list.contents.expectsUser(of: event)
        guard completed != nil || hasUser else { return }
        var alternatives: [Fingerprint] = []
        for event in [completed, event].compactMap({ $0 }) where hasUser {
            alternatives.append(fingerprinter.withUsers.fingerprint(of: event, rule: rule, isExpected: false))
        }
        if let completed {
            alternatives.append(fingerprinter.fingerprint(of: completed, rule: rule, isExpected: false))
        }
        list.alternatives[list.count - 1] = alternatives
    }
}
