import Trackproof
import TrackproofPlatform

/// Rules for the parameters whose values differ between several recordings of the same actions.
///
/// ```swift
/// let learned = LearnedRules(from: runs, settings: snapshot.settings)
/// let proposed = snapshot.adding(learned.proposals).updated(to: runs[0])
/// ```
///
/// More recordings make the rules more reliable: a parameter that has the same value in all recordings counts as
/// constant.
public struct LearnedRules: Sendable {
    /// The rules to add to a snapshot. Each rule has the narrowest shape that fits all recorded values.
    ///
    /// A rule applies to all events with the same name. If at least two names have the same rule for a parameter, and no
    /// other event has the parameter, there is one rule for all events (`*`) instead.
    public let proposals: [SnapshotSettings.Volatile]
    /// The rules as lines of text, each with the values of the runs and with a warning if the rule can hide a mistake.
    public let proposalLines: [String]
    /// Sentences about the differences that no rule can express.
    ///
    /// Examples are an event or a parameter that is present in only some recordings, an array whose length varies, and
    /// a value that does not fit an existing rule.
    public let unstable: [String]

    /// The maximum number of rules for parameters that differ between runs.
    ///
    /// If more rules are needed, the runs have little in common.
    static let limit = 1_000

    /// Learns rules from recordings of the same actions. Compares the first recording with each other recording.
    ///
    /// - Parameters:
    ///   - recordings: One recording of each run.
    ///   - settings: The settings that apply already: the source, the order, the ignored events, and the existing
    ///     rules.
    package init(from recordings: [Recording], settings: SnapshotSettings = SnapshotSettings()) {
        let source = settings.comparedSource
        let runs = recordings.map { Recording($0.events.filter { $0.source == source }) }
        // One round of comparisons is enough: with the rules for their differences, the two events of each compared
        // pair are equal.
        let found = VaryingParameters(in: runs, settings: settings).rules(in: runs).prefix(Self.limit)
        var needed = NeededRules(of: Array(found), in: runs, settings: settings).rules
        let known = Set(needed.map { [ExactText($0.event), ExactText($0.path)] })
        needed += ClockParameters(in: runs, settings: settings).rules.filter {
            !known.contains([ExactText($0.event), ExactText($0.path)])
        }
        needed = SharedRules(of: needed, in: runs, settings: settings).rules
        var settings = settings
        settings.volatile += needed
        let proposals = needed.sorted { ($0.event, $0.path) < ($1.event, $1.path) }
        self.proposals = proposals
        let byName =
            proposals.isEmpty ? [] : runs.map { Dictionary(grouping: $0.events) { ExactText($0.event.displayName) } }
        proposalLines = proposals.flatMap { RuleEvidence(of: $0, in: byName).lines }
        unstable = Instability(of: runs, settings: settings).sentences
    }

    private init(_ other: LearnedRules, unstable: [String]) {
        (proposals, proposalLines) = (other.proposals, other.proposalLines)
        self.unstable = unstable
    }

    /// Returns whether these rules are better than the rules in `other`.
    ///
    /// These rules are better if they leave fewer differences between runs. If the number of differences is equal, the
    /// smaller number of rules is better.
    func isBetter(than other: LearnedRules) -> Bool {
        (unstable.count, proposals.count) < (other.unstable.count, other.proposals.count)
    }

    /// These rules, with an additional first sentence in ``unstable`` that says that the order of events varies.
    ///
    /// Use this property if the rules were learned without regard to the order of events, but the order counts in the
    /// snapshot.
    var ignoringOrder: LearnedRules {
        let order = #"the order of events varies; set "order": "any" in the snapshot to ignore the order"#
        return LearnedRules(self, unstable: [order] + unstable)
    }
}

/// The proposed rules that are needed: without any one of them, fewer events would match.
///
/// Some proposed rules are not needed. For example, if events contain counters, an event of one run can be compared
/// with the next event of another run. Then many parameters of these two events seem to vary. With the rules for the
/// counters alone, each event is compared with the right event.
private struct NeededRules {
    let rules: [SnapshotSettings.Volatile]

    /// The maximum product of the number of events and the number of rules.
    ///
    /// If the product is larger, the search for needed rules would take too long, so all rules are proposed.
    private static let workLimit = 1_000_000

    init(of proposals: [SnapshotSettings.Volatile], in runs: [Recording], settings: SnapshotSettings) {
        // A rule affects only events with the same name.
        let rulesByEvent = Dictionary(grouping: proposals) { ExactText($0.event) }
        let runsByEvent = runs.map {
            Dictionary(grouping: $0.events) { ExactText(NamePattern.exactly($0.event.displayName)) }
        }
        rules = rulesByEvent.flatMap { event, rules -> [SnapshotSettings.Volatile] in
            guard rules.count > 1 else { return rules }
            let runs = runsByEvent.map { Recording($0[event] ?? []) }
            let work = rules.count * runs.reduce(0) { $0 + $1.events.count }
            guard work <= Self.workLimit else { return rules }
            func matched(_ rules: [SnapshotSettings.Volatile]) -> Int {
                var settings = settings
                settings.volatile += rules
                return Self.matched(runs, settings)
            }
            let goal = matched(rules)
            var needed = rules
            for rule in rules {
                let without = needed.filter { $0 != rule }
                if matched(without) == goal { needed = without }
            }
            return needed
        }
    }

    /// Returns the number of events in the second and further runs that match an event of the first run.
    private static func matched(_ runs: [Recording], _ settings: SnapshotSettings) -> Int {
        let plan = ComparisonPlan(settings, ComparisonOptions(order: .any))
        var expected = plan.expectedBuilder(snapshotIsRecording: false)
        for event in runs.first?.events ?? [] { expected.append(event) }
        return runs.dropFirst().reduce(0) { sum, run in
            var actual = plan.actualBuilder()
            for event in run.events { actual.append(event) }
            return sum
                + Matching(expected: expected.list, actual: actual.list, order: .any, groupCount: 0).matched
        }
    }
}

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
