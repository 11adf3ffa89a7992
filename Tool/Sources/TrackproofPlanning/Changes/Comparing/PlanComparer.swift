import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// A comparison of two plans.
struct PlanComparer {
    /// The old or the new plan.
    struct Side {
        let plan: TrackingPlan
        let severities: SeverityTable
        /// The schemas of each event.
        let events: [SchemaGraph.EventSchemas]

        fileprivate init(_ plan: TrackingPlan, _ events: [SchemaGraph.EventSchemas]) {
            self.plan = plan
            self.events = events
            severities = SeverityTable(plan.checkSeverities)
        }
    }

    let old: Side
    let new: Side
    var schemas: SchemaComparer

    init(_ old: TrackingPlan, _ new: TrackingPlan, stepLimit: Int) {
        let graph = SchemaGraph(old, new)
        self.old = Side(old, graph.oldEvents)
        self.new = Side(new, graph.newEvents)
        schemas = SchemaComparer(
            graph, lenient: old.lenientFindings.union(new.lenientFindings), stepLimit: stepLimit)
    }

    /// Compares the plans, and returns the changes in the order of the comparison.
    mutating func changes() -> [PlanChange] {
        compareSettings()
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
            old: old.plan.events[index], new: new.plan.events[other], oldSchemas: old.events[index],
            newSchemas: new.events[other])
    }

    private mutating func compareRenamed(_ rename: EventRename) {
        let events = pair(rename.old, rename.new)
        var place = place(events)
        let kept = rename.kept.map { new.plan.events[$0] }
        place.new = Strictness(
            new.severities, event: events.old.name, exempt: FindingIDs(kept?.exemptions ?? []))
        var difference = SchemaDifference()
        difference.add(
            .event, .renamed, old: events.old.name.quotedForDisplay, new: events.new.name.quotedForDisplay,
            events.places, effect: .finding(kept == nil ? .unplannedEvent : .deprecated),
            code: kept == nil ? nil : .warns("The type of the old event is deprecated."))
        schemas.report(difference, place)
        compare(events, unaffected: "Released apps send the event under its old name.")
    }

    private mutating func addRemoved(_ event: PlannedEvent) {
        var effect = Effect.finding(.unplannedEvent)
        if !event.kind.mustBePlanned { effect = .none }
        if event.kind == .identify, new.plan.user != nil {
            effect = .doubt("The member \"user\" of the new plan now has the rules for the event.")
        }
        var difference = SchemaDifference()
        difference.add(.event, .removed, (event.place, nil), effect: effect)
        schemas.report(difference, place(event.name))
    }

    private mutating func addAdded(_ event: PlannedEvent) {
        let place = place(event.name)
        // If the old plan accepts events that it does not declare, released apps may already send an event with the new
        // name. The old plan has no rules for the parameters of this event, so the event can break the new plan's
        // rules.
        let wasJudgedByUser = event.kind == .identify && old.plan.user != nil
        let couldFit = place.old.accepts(.unplannedEvent) || !event.kind.mustBePlanned || wasJudgedByUser
        var difference = SchemaDifference()
        difference.add(
            .event, .added, (nil, event.place),
            effect: couldFit
                ? .doubt("Released apps may already send events of this name that break the new rules.") : .none)
        schemas.report(difference, place)
    }

    private mutating func compareUsers() {
        switch (old.plan.user, new.plan.user, old.events.last, new.events.last) {
        case (let one?, let other?, let schemas?, let others?):
            compare(PairedEvents(old: one, new: other, oldSchemas: schemas, newSchemas: others))
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
    var oldSchemas: SchemaGraph.EventSchemas
    var newSchemas: SchemaGraph.EventSchemas

    /// The places of the event's name in both plans.
    var places: (old: PlanPlace?, new: PlanPlace?) { (old.place, new.place) }

    /// Returns the index of each event in `plan.events`, by the event's name.
    static func indices(_ plan: TrackingPlan) -> [ExactText: Int] {
        Dictionary(
            plan.events.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }
}
