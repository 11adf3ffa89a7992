import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Tests of the differences between pairs of random plans.
struct ChangePropertyTests {
    /// The number of pairs of plans that a test makes from each seed.
    private static let pairs = rounds(40, deep: 100)
    private static let contexts = [
        CheckContext(today: "2026-11-23"), CheckContext(platform: "ios", today: "2026-11-23"),
        CheckContext(platform: "android", today: "2027-11-23"),
    ]

    /// Tests that the difference misses nothing, and that most of what fails is said to break.
    @Test(arguments: 0..<rounds(1, deep: 200))
    func noEventFailsIfEachChangeIsFineForReleasedApps(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        // The number of checked events that fit the old plan. The test proves little if this number is small.
        var judged = 0
        // The number of pairs of plans with an event that fits only the old plan, by what the difference says.
        var failed: [PlanChange.Level: Int] = [:]
        for _ in 0..<Self.pairs {
            let plan = random.plan()
            let edited = random.edited(plan)
            guard let (old, new) = plans(plan, edited) else { continue }
            let difference = PlanDifference(old: old, new: new)
            guard let level = difference.changes.map(\.releasedApps.level).max() else { continue }
            let (before, after) = (PlanChecker(old), PlanChecker(new))
            var fails = false
            for _ in 0..<60 where !fails {
                let event = random.event(of: plan)
                for context in Self.contexts where before.errors(event, context).isEmpty {
                    judged += 1
                    let errors = after.errors(event, context)
                    if errors.isEmpty { continue }
                    fails = true
                    if level > .ok { break }
                    Issue.record(
                        "\(plan.json)\n→ \(edited.json)\n\(event.json)\n\(errors)\n\(difference.text())")
                    return
                }
            }
            if fails { failed[level, default: 0] += 1 }
        }
        #expect(judged > 100)
        #expect(failed[.breaks, default: 0] > failed[.warns, default: 0])
    }

    /// Tests changes of the kinds that published schemas have, in both directions.
    ///
    /// The test looks for an event that fits only the old plan. If it finds one, the difference must have warned. If the
    /// difference says that released apps break, there should be one: the share of false alarms must be small.
    @Test(arguments: 0..<rounds(1, deep: 4))
    func changesOfPublishedSchemasAreJudgedWell(seed: Int) throws {
        var random = PublishedPlans(seed: seed)
        var (breaking, falseAlarms) = (0, 0)
        for _ in 0..<Self.pairs {
            let plan = random.plan()
            let changed = random.changed(plan)
            for (before, after) in [(plan, changed), (changed, plan)] {
                guard let (old, new) = plans(before, after) else { continue }
                let difference = PlanDifference(old: old, new: new)
                let level = difference.changes.map(\.releasedApps.level).max() ?? .ok
                let (checker, other) = (PlanChecker(old), PlanChecker(new))
                let context = Self.contexts[0]
                var failed: RecordedEvent?
                for number in 0..<(level == .breaks ? 400 : 100) where failed == nil {
                    let event = random.event(of: number % 2 == 0 ? before : after, breaking: number % 4 < 2 ? 0 : 20)
                    if !checker.errors(event, context).isEmpty || other.errors(event, context).isEmpty { continue }
                    failed = event
                }
                if let failed, level == .ok {
                    Issue.record("\(before.json)\n→ \(after.json)\n\(failed.json)\n\(difference.text())")
                    return
                }
                if level == .breaks { breaking += 1 }
                if level == .breaks, failed == nil { falseAlarms += 1 }
            }
        }
        #expect(breaking > 20)
        #expect(falseAlarms * 5 <= breaking)
    }

    /// Returns both plans, or `nil` if one of the plans has a mistake.
    private func plans(_ old: EventParameters, _ new: EventParameters) -> (TrackingPlan, TrackingPlan)? {
        guard let old = validPlan(old), let new = validPlan(new) else { return nil }
        return (old, new)
    }
}
