import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// A comparison of two plans.
struct PlanComparer {
    /// The old or the new plan, with its rules.
    struct Side {
        let plan: TrackingPlan
        let rules: PlanRules
        let severities: SeverityTable
    }

    let old: Side
    let new: Side
    var schemas: SchemaComparer

    init(_ old: TrackingPlan, _ new: TrackingPlan, stepLimit: Int) {
        let isTrusting = old.isTrusting && new.isTrusting
        var table = SpaceTable()
        let sides = [old, new].map { plan in
            Side(
                plan: plan, rules: PlanRules(plan, &table, isTrusting: isTrusting),
                severities: SeverityTable(plan.checkSeverities))
        }
        (self.old, self.new) = (sides[0], sides[1])
        schemas = SchemaComparer(table, isTrusting: isTrusting, stepLimit: stepLimit)
    }

    /// Compares the plans, and returns the changes in the order of the comparison.
    mutating func changes() -> [PlanChange] {
        compareSettings()
        compareSeverities()
        compareEvents()
        compareUsers()
        return schemas.changes
    }

    // MARK: Events

    private mutating func compareEvents() {
        let olds = PairedEvents.indices(old.plan)
        let news = PairedEvents.indices(new.plan)
        var removed: [Int] = []
        for (index, event) in old.plan.events.enumerated() {
            guard let other = news[ExactText(event.name)] else {
                removed.append(index)
                continue
            }
            compare(pair(index, other))
        }
        let added = new.plan.events.indices.filter { olds[ExactText(new.plan.events[$0].name)] == nil }
        let renames = renamedEvents(removed, added, olds, news)
        for rename in renames { compareRenamed(rename) }
        let (gone, come) = (Set(renames.map(\.old)), Set(renames.map(\.new)))
        for index in removed where !gone.contains(index) { addRemoved(old.plan.events[index]) }
        for index in added where !come.contains(index) { addAdded(new.plan.events[index]) }
    }

    private func pair(_ index: Int, _ other: Int) -> PairedEvents {
        PairedEvents(
            old: old.plan.events[index], new: new.plan.events[other], oldRules: old.rules.events[index],
            newRules: new.rules.events[other])
    }

    private mutating func compareRenamed(_ rename: EventRename) {
        let events = pair(rename.old, rename.new)
        var place = place(events)
        let kept = rename.kept.map { new.plan.events[$0] }
        place.new = Strictness(
            new.severities, event: events.old.name, exempt: FindingIDs(kept?.exemptions ?? []))
        schemas.add(
            .eventRenamed, place, old: events.old.name.quotedForDisplay, new: events.new.name.quotedForDisplay,
            (events.old.place, events.new.place),
            failure: .finding(kept == nil ? .unplannedEvent : .deprecated),
            code: kept == nil ? nil : .warns("The type of the old event is deprecated."))
        compare(events, unaffected: "Released apps send the event under its old name.")
    }

    private mutating func addRemoved(_ event: PlannedEvent) {
        var failure: Failure? = .finding(.unplannedEvent)
        // A check never reports an alias event as unplanned.
        if event.kind == .alias { failure = nil }
        if event.kind == .identify, new.plan.user != nil {
            failure = .unknown("The member \"user\" of the new plan now has the rules for the event.")
        }
        schemas.add(
            .eventRemoved, place(event.name), (event.place, new.plan.place), failure: failure)
    }

    private mutating func addAdded(_ event: PlannedEvent) {
        let place = place(event.name)
        // If the old plan accepts events that it does not declare, released apps may already send an event with the new
        // name. The old plan has no rules for the parameters of this event, so the event can break the new plan's
        // rules.
        let wasJudgedByUser = event.kind == .identify && old.plan.user != nil
        let couldFit = place.old.accepts(.unplannedEvent) || event.kind == .alias || wasJudgedByUser
        let failure = Failure.unknown("Released apps may already send events of this name that break the new rules.")
        schemas.add(
            .eventAdded, place, (old.plan.place, event.place),
            failure: couldFit ? failure : nil)
    }

    private mutating func compareUsers() {
        switch (old.plan.user, new.plan.user, old.rules.user, new.rules.user) {
        case (let one?, let other?, let rules?, let otherRules?):
            compare(PairedEvents(old: one, new: other, oldRules: rules, newRules: otherRules))
        case (let one?, nil, _, _): addRemoved(one)
        case (nil, let other?, _, _): addAdded(other)
        default: return
        }
    }

    // MARK: Places

    /// Returns the place at which the comparison of an event begins, with the exemptions of both plans.
    func place(_ events: PairedEvents) -> ComparisonPlace {
        ComparisonPlace(
            event: events.new.name,
            old: Strictness(
                old.severities, event: events.old.name, exempt: FindingIDs(events.old.exemptions)),
            new: Strictness(
                new.severities, event: events.new.name, exempt: FindingIDs(events.new.exemptions)))
    }

    /// Returns the place of an event that only one plan has. For an empty name, the place of the plan's settings.
    func place(_ event: String) -> ComparisonPlace {
        ComparisonPlace(
            event: event, old: Strictness(old.severities, event: event), new: Strictness(new.severities, event: event))
    }
}

/// An event of the old plan, and the event of the new plan to compare it with.
struct PairedEvents {
    let old: PlannedEvent
    let new: PlannedEvent
    let oldRules: EventRules
    let newRules: EventRules

    /// Returns the index of each event in `plan.events`, by the event's name.
    static func indices(_ plan: TrackingPlan) -> [ExactText: Int] {
        Dictionary(
            plan.events.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }
}
