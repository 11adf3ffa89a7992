internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The events of a recorder, arranged so that an assertion finds those that it is about without looking at all others.
///
/// An assertion on one event costs the same after 10,000 others as after none. What it costs grows with the events of
/// one name only if a test's own code has to judge each of them.
struct RecordingIndex {
    fileprivate struct Entry {
        let recorded: RecordedEvent
        /// The place among the events of its source, from 1.
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
        var places: [Int] = []
        /// By the signature of the rules under which they were looked at.
        var tables: [ExactText: Table] = [:]
        var uses = 0

        /// More sets of rules than this are rarely asked for in turn. Past it the one that was asked for least recently
        /// is forgotten.
        static let tableLimit = 8
    }

    /// The places of events by their fingerprints under one set of rules.
    fileprivate struct Table {
        /// How many places of the bucket are in the table.
        var taken = 0
        /// Those not checked yet; checked ones leave when somebody comes across them.
        var unchecked: [Fingerprint: [Int]] = [:]
        var counts: [Fingerprint: Int] = [:]
        var lastUse = 0
    }

    fileprivate var entries: [Entry] = []
    /// The number of the newest event that was taken in or cleared.
    private(set) var lastSequence: Int64 = 0
    fileprivate var buckets: [Name: [EventKind: Bucket]] = [:]
    private var counts: [EventSource: (all: Int, unchecked: Int)] = [:]
    /// The sources of all events that were ever taken in, also of those that were cleared.
    private(set) var seenSources: Set<EventSource> = []

    /// Takes in what was recorded since.
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

    /// Forgets all events up to this number.
    mutating func clear(upTo sequence: Int64) {
        entries = []
        buckets = [:]
        counts = [:]
        lastSequence = max(lastSequence, sequence)
    }
}

// Reading.
extension RecordingIndex {
    private func logged(_ place: Int) -> LoggedEvent {
        let entry = entries[place]
        return LoggedEvent(number: entry.number, recorded: entry.recorded, isChecked: entry.isChecked)
    }

    /// The events of a source after the one with this number.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        entries.indices[firstPlace(after: sequence)...].filter { entries[$0].recorded.source == source }.map(logged)
    }

    /// The events have consecutive numbers.
    private func firstPlace(after sequence: Int64) -> Int {
        guard let first = entries.first?.recorded.sequence else { return 0 }
        return min(max(0, Int(sequence - first + 1)), entries.count)
    }

    /// How many events of a source there are.
    func count(of source: EventSource) -> Int { counts[source]?.all ?? 0 }

    /// How many events of a source no assertion has checked.
    func uncheckedCount(of source: EventSource) -> Int { counts[source]?.unchecked ?? 0 }

    /// The names that events of a source have, with a kind each.
    func names(of source: EventSource) -> [(name: String, kind: EventKind)] {
        buckets.filter { $0.key.source == source }.flatMap { name, kinds in kinds.keys.map { (name.name.text, $0) } }
    }

    /// The events of a name, and of a kind if one is given.
    func log(_ name: String, _ kind: EventKind?, of source: EventSource) -> [LoggedEvent] {
        places(name, kind, of: source).map(logged)
    }

    private func places(_ name: String, _ kind: EventKind?, of source: EventSource) -> [Int] {
        let kinds = buckets[Name(source: source, name: name)] ?? [:]
        if let kind { return kinds[kind]?.places ?? [] }
        return kinds.count == 1 ? kinds.first?.value.places ?? [] : kinds.values.flatMap(\.places).sorted()
    }

    /// The first event of a name after the one with this number.
    func first(_ name: String, of source: EventSource, after sequence: Int64) -> LoggedEvent? {
        let start = firstPlace(after: sequence)
        let kinds = buckets[Name(source: source, name: name)] ?? [:]
        return kinds.values.compactMap { bucket in
            let index = bucket.places.partitioningIndex { $0 >= start }
            return index < bucket.places.count ? bucket.places[index] : nil
        }.min().map(logged)
    }
}

// Finding events that are as expected. None of this may run a test's own code: it is called under a lock.
extension RecordingIndex {
    /// The events as expected that no assertion has checked.
    mutating func unchecked(_ expected: ExpectedEvent, of source: EventSource) -> [LoggedEvent] {
        let places = withTable(expected, of: source) { table, fingerprint, entries -> [Int] in
            guard var places = table.unchecked[fingerprint] else { return [] }
            places.removeAll { entries[$0].isChecked }
            table.unchecked[fingerprint] = places
            return places
        }
        return (places ?? []).map(logged)
    }

    /// How many events are as expected, checked or not.
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

// Checking.
extension RecordingIndex {
    /// Marks events as checked, unless another assertion was faster: then none is marked, and the result is false.
    mutating func check(_ events: [LoggedEvent]) -> Bool {
        let places = events.compactMap(place)
        guard places.count == events.count, !places.contains(where: { entries[$0].isChecked }) else { return false }
        places.forEach { check($0) }
        return true
    }

    /// Marks all of these events as checked, whatever others have checked.
    mutating func check(all events: [LoggedEvent]) {
        for place in events.compactMap(place) where !entries[place].isChecked { check(place) }
    }

    private mutating func check(_ place: Int) {
        entries[place].isChecked = true
        counts[entries[place].recorded.source, default: (0, 0)].unchecked -= 1
    }

    /// Nil for an event that was cleared since.
    private func place(_ logged: LoggedEvent) -> Int? {
        guard let sequence = logged.recorded.sequence, let first = entries.first?.recorded.sequence else { return nil }
        let place = Int(sequence - first)
        return entries.indices.contains(place) ? place : nil
    }
}
