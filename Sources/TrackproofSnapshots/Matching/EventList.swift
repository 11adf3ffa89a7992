public import Trackproof
import TrackproofPlatform

/// The actual events or the expected events of a comparison: a fingerprint and a file offset for each event.
public struct EventList: Sendable {
    /// The fingerprints of the compared events, in the order of the events.
    public internal(set) var fingerprints: [Fingerprint] = []
    /// For each compared event, one bit for each group in ``SnapshotSettings/ordered`` that contains the event's name.
    ///
    /// The array is empty if the settings contain no groups.
    public fileprivate(set) var groups: [UInt64] = []
    /// The position of each compared event among all events of its recording or snapshot, from 0.
    public internal(set) var positions: [Int32] = []
    /// The offset of each compared event in its file, in bytes.
    public fileprivate(set) var offsets: [UInt64] = []
    /// The second and further fingerprints of actual events. The key is the event's index in ``fingerprints``.
    ///
    /// An actual event matches an expected event if one of its fingerprints is the fingerprint of the expected event.
    /// An actual event has several fingerprints in two cases:
    /// - Expected events with its kind and name have different rules. The actual event has a fingerprint for each of
    ///   these rules.
    /// - ``choose(among:)`` found more than one of the event's ``alternatives`` among the expected events.
    public internal(set) var otherFingerprints: [Int: [Fingerprint]] = [:]
    /// The users of the compared events.
    var users = EventUsers()
    /// The names of the expected events' parameters.
    fileprivate(set) var contents = ExpectedContents()
    /// Fingerprints of actual events with values of their context as additional parameters.
    ///
    /// The key is the event's index in ``fingerprints``. An event without such values has no entry.
    fileprivate(set) var alternatives: [Int: Fingerprint] = [:]
    /// The number of events in the recording or snapshot, including the events that are not compared.
    public internal(set) var total: Int32 = 0
    /// The number of compared events that have an encoding error.
    fileprivate(set) var encodingErrors = 0
    /// The number of compared events that are identity events.
    fileprivate(set) var identityCount = 0

    /// The number of compared events.
    public var count: Int { fingerprints.count }

    /// Returns whether two events have the same user, or both have none.
    public func haveSameUser(_ index: Int, _ other: Int) -> Bool { users.numbers[index] == users.numbers[other] }

    /// For each actual event with ``alternatives``, keeps only the fingerprints that expected events also have.
    public mutating func choose(among expected: EventList) {
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
public struct EventListBuilder {
    /// The events so far.
    public private(set) var list = EventList()
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

    /// Adds an event.
    ///
    /// - Parameter offset: The offset of the event in its file, in bytes.
    public mutating func append(_ recorded: RecordedEvent, offset: UInt64 = 0) {
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

/// The kind and name of an event. An actual event can match only expected events with the same kind and name.
///
/// An identity event without a name has the name of its kind.
public struct EventIdentity: Hashable, Sendable {
    private let kind: EventKind
    private let name: ExactText

    /// Creates the kind and name of an event.
    public init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.displayName)) }
}

extension Event {
    /// Returns whether both events have the same kind and name.
    public func isNamed(like other: Event) -> Bool { EventIdentity(self) == EventIdentity(other) }
}

/// The parameter names of expected events, which decide how actual events are compared.
struct ExpectedContents: Sendable {
    /// The parameter names of the expected events with the same kind and name.
    ///
    /// A decoder of a vendor's wire format cannot always distinguish the parameters that the app passed from the
    /// parameters that the SDK added. The decoder puts values that seem to come from the SDK into the event's context.
    /// If such a value has the name of an expected parameter, the app may have passed it.
    private var parameters: [EventIdentity: Set<ExactText>] = [:]

    /// Adds the names of the parameters of an expected event.
    mutating func insertParameters(of event: Event) {
        parameters[EventIdentity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// Returns the event under the name that its vendor gives to screens or pages, such as `page_view`, if this event is
    /// expected and the screen or page is not.
    func named(_ recorded: RecordedEvent) -> RecordedEvent {
        guard !parameters.isEmpty else { return recorded }
        return recorded.underVendorsName { parameters[EventIdentity($0)] != nil } ?? recorded
    }

    /// Returns the event with values of its context as additional parameters.
    ///
    /// A value becomes a parameter if expected events of the same kind and name have a parameter with the value's name,
    /// and the event itself has no parameter with this name.
    ///
    /// - Returns: `nil` if no value becomes a parameter.
    func completed(_ recorded: RecordedEvent) -> Event? {
        guard recorded.context != nil, let known = parameters[EventIdentity(recorded.event)] else { return nil }
        return recorded.completed(known)
    }
}

extension RecordedEvent {
    /// Returns the event under the name that its vendor gives to screens or pages, such as `page_view`.
    ///
    /// An app can also track such an event by this name. The context of a screen or page contains the vendor's name, with
    /// the parameters from which the name of the screen or page comes.
    ///
    /// - Returns: `nil` if the event is not a screen or page at a vendor, or if the event itself is known, or if the event
    ///   under the vendor's name is not known.
    package func underVendorsName(ifKnown isKnown: (Event) -> Bool) -> RecordedEvent? {
        guard event.kind == .screen || event.kind == .page, source.vendor != nil, let context, !isKnown(event) else {
            return nil
        }
        for member in context {
            guard let parameters = member.value.object else { continue }
            var named = self
            named.event = Event(member.name, parameters.merging(event.parameters))
            if isKnown(named.event) { return named }
        }
        return nil
    }

    /// Returns the event with the values of its context that have one of these names as additional parameters.
    ///
    /// - Returns: `nil` if there are no such values, or if the event itself has parameters with their names.
    func completed(_ names: Set<ExactText>) -> Event? {
        guard let context else { return nil }
        let found = context.filter { names.contains(ExactText($0.name)) && event.parameters[$0.name] == nil }
        if found.isEmpty { return nil }
        var completed = event
        completed.parameters = event.parameters.merging(EventParameters(found))
        return completed
    }
}

extension EventParameters {
    /// The names of the parameters.
    var names: Set<ExactText> { Set(lazy.map { ExactText($0.name) }) }
}
