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
    /// What the expected events have that decides how actual ones are read.
    fileprivate(set) var contents = ExpectedContents()
    /// Further fingerprints that actual events may have, the most specific first: with parameters of their context that
    /// expected events have, and with their user.
    fileprivate(set) var alternatives: [Int: [Fingerprint]] = [:]
    /// How many events the recording or snapshot has, compared or not.
    var total: Int32 = 0
    /// Compared events that were not tracked as the app's code says.
    fileprivate(set) var encodingErrors = 0

    var count: Int { fingerprints.count }

    /// Gives each event that has alternatives the fingerprints that are expected.
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
    /// - Parameter contents: that of the expected events, for a list of actual ones.
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
        // A recording that stands for a snapshot is one of the events of its source.
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
        // A recording says whose each event was. As a snapshot it expects no user.
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
