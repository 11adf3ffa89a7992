import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The events of a recorder, arranged so that an assertion finds its events without a search through all events.
///
/// The time of an assertion about one event does not depend on the number of recorded events, with one exception: if
/// the assertion uses a pattern or a closure, the time grows with the number of events that have the expected name.
struct RecordingIndex {
    fileprivate struct Entry {
        let recorded: RecordedEvent
        /// The position of the event among the events of its source, from 1.
        let number: Int
        var isChecked = false
    }

    fileprivate struct Name: Hashable {
        let source: EventSource
        let name: ExactText

        init(source: EventSource, name: String) { (self.source, self.name) = (source, ExactText(name)) }
    }

    /// The events of one source, name and kind.
    fileprivate struct Bucket {
        /// The places of the events. The place of an event is the index of its entry in `RecordingIndex.entries`.
        var places: [Int] = []
        /// The tables of the bucket. The key is the `ruleSignature` of the expectations that use the table.
        var tables: [ExactText: Table] = [:]
        var uses = 0

        /// The maximum number of tables.
        ///
        /// If an assertion needs a further table, the bucket discards the table that was used least recently.
        static let tableLimit = 8
    }

    /// The events of a bucket, grouped by their fingerprints.
    ///
    /// Events that match the same expectation have the same fingerprint. A fingerprint depends on the matchers of the
    /// expectation, so expectations with different matchers use different tables.
    fileprivate struct Table {
        /// The number of the bucket's events that the table already contains.
        var taken = 0
        /// The places of the unchecked events, by fingerprint.
        ///
        /// `unchecked(_:of:)` removes the places of events that an assertion has checked.
        var unchecked: [Fingerprint: [Int]] = [:]
        var counts: [Fingerprint: Int] = [:]
        var lastUse = 0
    }

    fileprivate var entries: [Entry] = []
    /// The sequence number of the newest event that was added or cleared.
    private(set) var lastSequence: Int64 = 0
    fileprivate var buckets: [Name: [EventKind: Bucket]] = [:]
    private var counts: [EventSource: (all: Int, unchecked: Int)] = [:]
    /// The sources of all events that were ever added, including events that the test has cleared.
    private(set) var seenSources: Set<EventSource> = []

    /// Adds the events that were recorded since the last call.
    mutating func append(_ events: [RecordedEvent]) {
        for recorded in events {
            let count = counts[recorded.source]?.all ?? 0
            counts[recorded.source, default: (0, 0)].all += 1
            counts[recorded.source, default: (0, 0)].unchecked += 1
            if count == 0 { seenSources.insert(recorded.source) }
            let name = Name(source: recorded.source, name: recorded.event.displayName)
            buckets[name, default: [:]][recorded.event.kind, default: Bucket()].places.append(entries.count)
            entries.append(Entry(recorded: recorded, number: count + 1))
            lastSequence = recorded.sequence ?? lastSequence
        }
    }

    /// Discards all events up to this sequence number.
    mutating func clear(upTo sequence: Int64) {
        entries = []
        buckets = [:]
        counts = [:]
        lastSequence = max(lastSequence, sequence)
    }
}

// Functions that read events.
extension RecordingIndex {
    private func logged(_ place: Int) -> LoggedEvent {
        let entry = entries[place]
        return LoggedEvent(number: entry.number, recorded: entry.recorded, isChecked: entry.isChecked)
    }

    /// Returns the events of a source after the event with this sequence number.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        entries.indices[firstPlace(after: sequence)...].filter { entries[$0].recorded.source == source }.map(logged)
    }

    /// Returns the place of the first event after a sequence number.
    ///
    /// The function needs no search, because the sequence numbers are consecutive.
    private func firstPlace(after sequence: Int64) -> Int {
        guard let first = entries.first?.recorded.sequence else { return 0 }
        return min(max(0, Int(sequence - first + 1)), entries.count)
    }

    func count(of source: EventSource) -> Int { counts[source]?.all ?? 0 }

    func uncheckedCount(of source: EventSource) -> Int { counts[source]?.unchecked ?? 0 }

    /// Returns the names and kinds of the events of a source. Each combination occurs once.
    func names(of source: EventSource) -> [(name: String, kind: EventKind)] {
        buckets.filter { $0.key.source == source }.flatMap { name, kinds in kinds.keys.map { (name.name.text, $0) } }
    }

    /// Returns the events with this name and this kind. If `kind` is `nil`, the kind does not matter.
    func log(_ name: String, _ kind: EventKind?, of source: EventSource) -> [LoggedEvent] {
        places(name, kind, of: source).map(logged)
    }

    private func places(_ name: String, _ kind: EventKind?, of source: EventSource) -> [Int] {
        let kinds = buckets[Name(source: source, name: name)] ?? [:]
        if let kind { return kinds[kind]?.places ?? [] }
        return kinds.count == 1 ? kinds.first?.value.places ?? [] : kinds.values.flatMap(\.places).sorted()
    }

    /// Returns the first event with this name after the event with this sequence number.
    func first(_ name: String, of source: EventSource, after sequence: Int64) -> LoggedEvent? {
        let start = firstPlace(after: sequence)
        let kinds = buckets[Name(source: source, name: name)] ?? [:]
        return kinds.values.compactMap { bucket in
            let index = bucket.places.partitioningIndex { $0 >= start }
            return index < bucket.places.count ? bucket.places[index] : nil
        }.min().map(logged)
    }
}

// Functions that find events for an expectation. They run while the recorder's lock is locked, so they must not run
// a test's own code.
extension RecordingIndex {
    /// Returns the events that match an expectation and that no assertion has checked.
    mutating func unchecked(_ expected: ExpectedEvent, of source: EventSource) -> [LoggedEvent] {
        let places = withTable(expected, of: source) { table, fingerprint, entries -> [Int] in
            guard var places = table.unchecked[fingerprint] else { return [] }
            places.removeAll { entries[$0].isChecked }
            table.unchecked[fingerprint] = places
            return places
        }
        return (places ?? []).map(logged)
    }

    /// Returns the number of events that match an expectation, checked or not.
    mutating func count(_ expected: ExpectedEvent, of source: EventSource) -> Int {
        withTable(expected, of: source) { table, fingerprint, _ in table.counts[fingerprint] ?? 0 } ?? 0
    }

    private mutating func withTable<Result>(
        _ expected: ExpectedEvent, of source: EventSource, _ body: (inout Table, Fingerprint, [Entry]) -> Result
    ) -> Result? {
        let name = Name(source: source, name: expected.event.displayName)
        let entries = entries
        return buckets[name]?[expected.event.kind]?.withTable(expected.ruleSignature) { table, places in
            for place in places[table.taken...] {
                let fingerprint = expected.fingerprint(of: entries[place].recorded.event)
                table.counts[fingerprint, default: 0] += 1
                if !entries[place].isChecked { table.unchecked[fingerprint, default: []].append(place) }
            }
            table.taken = places.count
            return body(&table, expected.fingerprint, entries)
        }
    }
}

extension RecordingIndex.Bucket {
    fileprivate mutating func withTable<Result>(
        _ signature: String, _ body: (inout RecordingIndex.Table, [Int]) -> Result
    ) -> Result {
        let signature = ExactText(signature)
        if tables[signature] == nil, tables.count >= Self.tableLimit,
            let oldest = tables.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            tables[oldest.key] = nil
        }
        uses += 1
        tables[signature, default: RecordingIndex.Table()].lastUse = uses
        return body(&tables[signature, default: RecordingIndex.Table()], places)
    }
}

// Functions that mark events as checked.
extension RecordingIndex {
    /// Marks events as checked, unless another assertion has checked one of them.
    ///
    /// - Returns: `false` if no event was marked, because an event was checked or cleared in the meantime.
    mutating func check(_ events: [LoggedEvent]) -> Bool {
        let places = events.compactMap(place)
        guard places.count == events.count, !places.contains(where: { entries[$0].isChecked }) else { return false }
        places.forEach { check($0) }
        return true
    }

    /// Marks all of these events as checked, even if other assertions have checked some of them.
    mutating func check(all events: [LoggedEvent]) {
        for place in events.compactMap(place) where !entries[place].isChecked { check(place) }
    }

    private mutating func check(_ place: Int) {
        entries[place].isChecked = true
        counts[entries[place].recorded.source, default: (0, 0)].unchecked -= 1
    }

    /// Returns the place of an event; `nil` if the event was cleared.
    private func place(_ logged: LoggedEvent) -> Int? {
        guard let sequence = logged.recorded.sequence, let first = entries.first?.recorded.sequence else { return nil }
        let place = Int(sequence - first)
        return entries.indices.contains(place) ? place : nil
    }
}
