import Trackproof
import TrackproofText

/// Learned rules, with one rule for all events (`*`) in place of equal rules for the events that have a parameter.
struct SharedRules {
    let rules: [SnapshotSettings.Volatile]

    /// Creates the rules from one rule for each event and path.
    init(of rules: [SnapshotSettings.Volatile], in runs: [Recording], settings: SnapshotSettings) {
        var shared = Dictionary(grouping: rules.filter(Self.canApplyToAllEvents)) { ExactText($0.path) }
            .filter { $1.count > 1 && Set($1.map(\.shape)).count == 1 }
        let events = shared.mapValues { Set($0.map { ExactText($0.event) }) }
        let ignored = NameLookup(settings.ignore.lazy.map { ($0, ()) })
        // For each name, the paths for which the name has no rule.
        var others: [ExactText: [ExactText]] = [:]
        for event in runs.lazy.flatMap(\.events).map(\.event) where !shared.isEmpty {
            let name = ExactText(event.displayName)
            if others[name] == nil {
                let pattern = ExactText(NamePattern.exactly(name.text))
                let isIgnored = !ignored.match(name.text).isEmpty
                others[name] = isIgnored ? [] : events.filter { !$1.contains(pattern) }.map(\.key)
            }
            for path in others[name] ?? [] where shared[path] != nil && ValuePath(path.text, in: event) != nil {
                shared[path] = nil
            }
        }
        self.rules =
            rules.filter { shared[ExactText($0.path)] == nil }
            + shared.values.compactMap(\.first).map { .init(event: "*", path: $0.path, shape: $0.shape) }
    }

    /// Returns whether a rule can apply to all events.
    ///
    /// The path `user` means the user of an identity event, and another value in other events. A path with `*` leads to
    /// the elements of an array, which may be different things in different events.
    private static func canApplyToAllEvents(_ rule: SnapshotSettings.Volatile) -> Bool {
        let path = ParameterPath(parsing: rule.path).components
        return path.first != "user" && !path.contains("*")
    }
}
