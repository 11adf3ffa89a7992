public import Trackproof
public import TrackproofJSON
import TrackproofPlatform

/// The names of a snapshot's events. They are used to check the names in the snapshot's settings.
///
/// Without this check, mistakes in the settings would have no visible effect. For example, if `ignore` contains the
/// name of an expected event, the event is never compared. A misspelled name in `ordered` has no effect.
public struct SnapshotNames {
    private struct Uses {
        /// The position of the first event with the name.
        let first: Int
        var count = 0
    }

    private let settings: SnapshotSettings
    private let isNeeded: Bool
    private var uses: [ExactText: Uses] = [:]
    private var total = 0

    /// Creates the names of a snapshot without events.
    public init(_ settings: SnapshotSettings) {
        self.settings = settings
        isNeeded = !settings.ignore.isEmpty || !settings.ordered.isEmpty
    }

    /// Adds the name of an event.
    public mutating func add(_ event: Event) {
        if !isNeeded { return }
        let name = ExactText(event.displayName)
        uses[name, default: Uses(first: total)].count += 1
        total += 1
    }

    /// Throws an error if `ignore` or `ordered` contradicts the expected events. First call ``add(_:)`` for each event.
    ///
    /// - Throws: ``EventFormatError`` that says where the setting is.
    public func check(_ reader: EventReader) throws {
        try checkIgnored(reader)
        try checkOrdered(reader)
    }

    private func checkIgnored(_ reader: EventReader) throws {
        let ignored = NameLookup(settings.ignore.enumerated().lazy.map { ($1, $0) })
        let hidden = uses.filter { !ignored.match($0.key.text).isEmpty }
        guard let (name, use) = hidden.min(by: { $0.value.first < $1.value.first }),
            let index = ignored.all(name.text).min()
        else { return }
        throw reader.error(
            inMember: "ignore", field: "ignore.\(index)",
            """
            \(settings.ignore[index].quotedForDisplay) ignores the expected event \(name.text.quotedForDisplay) \
            (events.\(use.first)), so the event is never checked; remove the event, or the name in "ignore"
            """)
    }

    private func checkOrdered(_ reader: EventReader) throws {
        // A snapshot without events passes the check, because users may write its settings before the first recording.
        if uses.isEmpty { return }
        let groups = settings.ordered
        let lookup = NameLookup(
            groups.enumerated().flatMap { group, names in names.enumerated().map { ($1, (group: group, index: $0)) } })
        var isUsed = groups.map { $0.map { _ in false } }
        var counts = groups.map { _ in 0 }
        for (name, use) in uses {
            let places = lookup.all(name.text)
            for place in places { isUsed[place.group][place.index] = true }
            for group in Set(places.map(\.group)) { counts[group] += use.count }
        }
        for (group, names) in groups.enumerated() {
            // Users copy settings from one snapshot to another. So a group of two or more names is correct even if this
            // snapshot has no events with these names.
            if names.count > 1, counts[group] == 0 { continue }
            if let index = isUsed[group].firstIndex(of: false) {
                throw reader.error(
                    inMember: "ordered", field: "ordered.\(group).\(index)", unusedName(names[index]))
            }
            if counts[group] < 2 {
                throw reader.error(
                    inMember: "ordered", field: "ordered.\(group)",
                    "an order needs two or more events, and this group has \(names.isEmpty ? "no names" : "one event")")
            }
        }
    }

    private func unusedName(_ name: String) -> String {
        let names = uses.sorted { $0.value.first < $1.value.first }.prefix(1_000).map(\.key.text)
        return "no event of the snapshot has this name: \(name.quotedForDisplay)"
            + NameSimilarity.question(about: name, among: names)
    }
}

extension SnapshotSettings {
    /// Returns these settings with names in `ordered` that fit the new events of the snapshot.
    ///
    /// The method removes each name that no new event has. If an event was renamed, the new name replaces the old name.
    /// The method removes a group if fewer than two new events have a name in the group.
    ///
    /// The settings stay as they are if the snapshot has no events yet, because the user may have written them before
    /// the first recording. If a name in these settings is a mistake, ``SnapshotNames`` reports it.
    ///
    /// - Parameters:
    ///   - events: The events that the snapshot will have.
    ///   - old: The events that the snapshot has now.
    ///   - change: The differences between the old and the new events.
    public func fitting(
        _ events: [RecordedEvent], insteadOf old: [RecordedEvent], after change: [Difference]
    ) -> SnapshotSettings {
        if ordered.isEmpty || old.isEmpty { return self }
        let counts = Dictionary(events.map { (ExactText($0.event.displayName), 1) }, uniquingKeysWith: +)
        let renamed = Dictionary(
            change.compactMap { difference -> (ExactText, String)? in
                guard difference.kind == .renamed, let old = difference.expected, let new = difference.actual
                else { return nil }
                return (ExactText(NamePattern.exactly(old.displayName)), NamePattern.exactly(new.displayName))
            }, uniquingKeysWith: { first, _ in first })
        var result = self
        result.ordered = ordered.compactMap { names in
            var kept: [String] = []
            var fitting: Set<ExactText> = []
            for name in names {
                let candidates = [name, renamed[ExactText(name)]].compactMap { $0 }
                guard
                    let (name, found) = candidates.lazy.map({ ($0, Self.names(counts, fit: $0)) }).first(where: {
                        !$1.isEmpty
                    })
                else { continue }
                kept.append(name)
                fitting.formUnion(found)
            }
            let isOrder = fitting.reduce(0) { $0 + (counts[$1] ?? 0) } > 1
            return isOrder ? kept.withoutRepetition : nil
        }
        return result
    }

    private static func names(_ counts: [ExactText: Int], fit name: String) -> [ExactText] {
        let pattern = NamePattern(name)
        guard let exact = pattern.exactName else { return counts.keys.filter { pattern.matches($0.text) } }
        return counts[ExactText(exact)] == nil ? [] : [ExactText(exact)]
    }
}

extension [String] {
    fileprivate var withoutRepetition: [String] {
        var known: Set<ExactText> = []
        return filter { known.insert(ExactText($0)).inserted }
    }
}
