internal import Trackproof

/// The rules for volatile parameters that several recordings of the same actions suggest.
///
/// ```swift
/// let learned = LearnedRules(from: runs, settings: snapshot.settings)
/// let proposed = snapshot.adding(learned.proposals).updated(to: runs[0])
/// ```
///
/// More recordings make the rules more reliable. If a value is the same in all recordings, it counts as constant.
@_spi(Tooling) public struct LearnedRules: Sendable {
    /// The rules to add, each with the narrowest shape that fits every value seen.
    ///
    /// A rule applies to all events of the same name.
    public let proposals: [SnapshotSettings.Volatile]
    /// The differences that no rule can express, one sentence each.
    ///
    /// Examples are an event or a parameter that is present in only some runs, an array whose length varies, and a
    /// value that does not fit an existing rule.
    public let unstable: [String]

    /// The maximum number of rules for parameters that differ between runs.
    ///
    /// Runs that need more rules have little in common.
    static let limit = 1_000

    /// Learns from recordings of the same actions, by comparing the first recording with each other recording.
    ///
    /// - Parameters:
    ///   - recordings: One recording of each run.
    ///   - settings: The settings that already apply: the source, the order, the ignored events, and the existing
    ///     rules.
    package init(from recordings: [Recording], settings: SnapshotSettings = SnapshotSettings()) {
        let source = settings.source ?? .app
        let runs = recordings.map { Recording($0.events.filter { $0.source == source }) }
        // With a rule for each difference, every pair of events is equal, so one round of comparisons is enough.
        let found = VaryingParameters(in: runs, settings: settings).rules(in: runs).prefix(Self.limit)
        var needed = NeededRules(of: Array(found), in: runs, settings: settings).rules
        let known = Set(needed.map { [ExactText($0.event), ExactText($0.path)] })
        needed += ClockParameters(in: runs, settings: settings).rules.filter {
            !known.contains([ExactText($0.event), ExactText($0.path)])
        }
        // A snapshot whose rules exceed the budget could not be read.
        var budget = RuleBudget(of: "volatile parameters")
        for rule in settings.volatile { _ = budget.excess(adding: rule.event, rule.shape) }
        needed = Array(needed.prefix { budget.excess(adding: $0.event, $0.shape) == nil })
        var settings = settings
        settings.volatile += needed
        self.proposals = needed.sorted { ($0.event, $0.path) < ($1.event, $1.path) }
        unstable = Instability(of: runs, settings: settings).sentences
    }

    private init(_ proposals: [SnapshotSettings.Volatile], unstable: [String]) {
        self.proposals = proposals
        self.unstable = unstable
    }

    /// Returns whether these rules are better than the other rules.
    ///
    /// Better rules leave fewer differences between runs, or leave as many differences with fewer rules.
    func isBetter(than other: LearnedRules) -> Bool {
        (unstable.count, proposals.count) < (other.unstable.count, other.proposals.count)
    }

    /// These rules, with an additional first sentence in ``unstable`` that says that the order of events varies.
    ///
    /// Use this property if the rules were learned without the order of events, but the order counts in the snapshot.
    var ignoringOrder: LearnedRules {
        let order = #"the order of events varies; set "order": "any" in the snapshot to ignore the order"#
        return LearnedRules(proposals, unstable: [order] + unstable)
    }
}

/// The proposed rules that are needed: if one of these rules is removed, fewer events match.
///
/// For example, if events have several counters, an event of one run may be most similar to the next event of another
/// run. Other parameters of these two events also seem to vary, although each event has the same values in every run.
/// After rules for the counters are added, such parameters need no rules.
private struct NeededRules {
    let rules: [SnapshotSettings.Volatile]

    /// The maximum product of the number of events and the number of rules.
    ///
    /// Above this limit, the search would take too long. So unneeded rules are proposed too.
    private static let workLimit = 1_000_000

    init(of proposals: [SnapshotSettings.Volatile], in runs: [Recording], settings: SnapshotSettings) {
        // A rule affects only events of the same name.
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

    /// Returns how many events of the later runs match an event of the first run.
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
