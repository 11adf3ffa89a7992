internal import Trackproof

/// What several recordings of the same thing say about its volatile parameters.
///
/// ```swift
/// let learned = LearnedRules(from: runs, settings: snapshot.settings)
/// let proposed = snapshot.adding(learned.proposals).updated(to: runs[0])
/// ```
///
/// The more runs there are, the surer it is: what did not happen to vary in any of them is taken for constant.
@_spi(Tooling) public struct LearnedRules: Sendable {
    /// Rules to add, with the narrowest shape that fits every value seen: a rule holds for all events of its name.
    public let proposals: [SnapshotSettings.Volatile]
    /// What no rule can express, in a sentence each: an event tracked in some runs only, a parameter present in some,
    /// an array whose length varies, a value that does not fit a rule that there is already.
    public let unstable: [String]

    /// So many rules are proposed at most; runs that need more have little in common.
    static let limit = 1_000

    /// Compares recordings of the same thing, the first with each of the others.
    ///
    /// - Parameters:
    ///   - recordings: one of each run.
    ///   - settings: what holds already: the source, the order, what is ignored, and the rules that there are.
    package init(from recordings: [Recording], settings: SnapshotSettings = SnapshotSettings()) {
        let source = settings.source ?? .app
        let runs = recordings.map { Recording($0.events.filter { $0.source == source }) }
        // A rule for whatever differs makes all pairs of events equal, so one look is enough.
        let found = VaryingParameters(in: runs, settings: settings).rules(in: runs).prefix(Self.limit)
        var needed = NeededRules(of: Array(found), in: runs, settings: settings).rules
        let known = Set(needed.map { [ExactText($0.event), ExactText($0.path)] })
        needed += ClockParameters(in: runs, settings: settings).rules.filter {
            !known.contains([ExactText($0.event), ExactText($0.path)])
        }
        // A snapshot with more could not be read.
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

    /// Whether runs vary less by these rules than by the others.
    func isBetter(than other: LearnedRules) -> Bool {
        (unstable.count, proposals.count) < (other.unstable.count, other.proposals.count)
    }

    /// These rules, learned without heed to the order, for a snapshot that heeds it.
    var butForOrder: LearnedRules {
        let order = #"the order of events varies: "order": "any" in the snapshot would leave it out of account"#
        return LearnedRules(proposals, unstable: [order] + unstable)
    }
}

/// The rules without which runs differ more.
///
/// Where events have several counters, the event of one run may look most like the event after it of another; then a
/// constant parameter that tells the two apart seems to vary. With the counters' own rules it no longer does.
private struct NeededRules {
    let rules: [SnapshotSettings.Volatile]

    /// Past so many events times rules it would take too long; what is not needed stays, for the review to see.
    private static let workLimit = 1_000_000

    init(of proposals: [SnapshotSettings.Volatile], in runs: [Recording], settings: SnapshotSettings) {
        // A rule touches the events of its name only.
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

    /// How many events of the later runs match one of the first.
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
