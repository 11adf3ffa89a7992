import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// A comparison of two plans.
struct PlanComparer {
    /// The old or the new plan.
    struct Side {
        let plan: TrackingPlan
        let severities: SeverityTable
        /// The compiled events, and the traits of users as the last one if the plan has the member `user`.
        let events: [CompiledEvent]
        /// The number of the plan's first schema.
        let firstSchema: Int
        /// The index of each event in `plan.events`, by the event's name.
        let indices: [ExactText: Int]

        fileprivate init(_ plan: TrackingPlan, _ graph: inout SchemaGraph) {
            let compiled = CompiledPlan(plan)
            (self.plan, events, firstSchema) = (plan, compiled.events, graph.add(compiled))
            severities = SeverityTable(plan.checkSeverities)
            indices = Dictionary(
                plan.events.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// An event of the old plan, and the event of the new plan to compare it with. Each has its index in ``Side/events``.
    struct Pair {
        let old: PlannedEvent
        let new: PlannedEvent
        let oldIndex: Int
        let newIndex: Int

        /// The places of the event's name in both plans.
        var places: Places { (old.place, new.place) }
    }

    let old: Side
    let new: Side
    var schemas: SchemaComparer

    init(_ old: TrackingPlan, _ new: TrackingPlan) {
        var graph = SchemaGraph(at: old.place)
        self.old = Side(old, &graph)
        self.new = Side(new, &graph)
        // The findings about parameters that a plan does not report as errors for each event and value. An event of a
        // released app can break the rule of such a finding and still have no error. So the comparison must not conclude
        // from this rule what the event contains. Findings of personal data are no rules, and are left out.
        var accepted = graph.schemas.reduce(FindingIDs()) { $0.union($1.exemptions) }
        for plan in [old, new] {
            for rule in plan.checkSeverities where rule.severity != .error {
                if let id = FindingID(rawValue: rule.id) { accepted.insert(id) }
            }
            for event in plan.eventsAndUser.flatMap({ [$0] + $0.versions.map(\.event) }) {
                accepted = accepted.union(FindingIDs(event.exemptions))
            }
        }
        var lenient = FindingIDs()
        for id in FindingID.ofParameters where id != .pii && accepted.contains(id) { lenient.insert(id) }
        schemas = SchemaComparer(graph, lenient: lenient)
    }

    /// Compares the plans, and returns the changes in the order of the comparison.
    mutating func changes() -> [PlanChange] {
        compareSettings()
        compareEvents()
        switch (old.plan.user, new.plan.user) {
        case (let one?, let other?):
            compare(Pair(old: one, new: other, oldIndex: old.events.count - 1, newIndex: new.events.count - 1))
        case (let one?, nil): addRemoved(one)
        case (nil, let other?): addAdded(other)
        case (nil, nil): break
        }
        return schemas.changes
    }

    // MARK: Events

    private mutating func compareEvents() {
        var (removed, added) = (Set(old.plan.events.indices), Set(new.plan.events.indices))
        for (index, event) in old.plan.events.enumerated() {
            guard let other = new.indices[ExactText(event.name)] else { continue }
            removed.remove(index)
            added.remove(other)
            compare(Pair(old: event, new: new.plan.events[other], oldIndex: index, newIndex: other))
        }
        for rename in renames(&removed, &added) { compareRenamed(rename.old, rename.new, kept: rename.kept) }
        for index in removed.sorted() { addRemoved(old.plan.events[index]) }
        for index in added.sorted() { addAdded(new.plan.events[index]) }
    }

    /// Removes the indices of renamed events, and returns them: first those that `replaced_by` names, then those with
    /// similar names and parameters. `kept` is the new plan's event that still has the old name.
    private mutating func renames(
        _ removed: inout Set<Int>, _ added: inout Set<Int>
    ) -> [(old: Int, new: Int, kept: PlannedEvent?)] {
        let declared =
            removed.sorted().map { ($0, old.plan.events[$0], nil as PlannedEvent?) }
            + new.plan.events.compactMap { event in old.indices[ExactText(event.name)].map { ($0, event, event) } }
        var renames: [(old: Int, new: Int, kept: PlannedEvent?)] = []
        for (index, event, kept) in declared {
            guard let name = event.replacedBy?.name, let other = new.indices[ExactText(name)],
                added.remove(other) != nil
            else { continue }
            removed.remove(index)
            renames.append((index, other, kept))
        }
        for kind in EventKind.allCases {
            let olds = removed.sorted().filter { old.plan.events[$0].kind == kind }
            let news = added.sorted().filter { new.plan.events[$0].kind == kind }
            if olds.isEmpty || news.isEmpty { continue }
            var (candidates, others): ([RenameSearch.Candidate], [RenameSearch.Candidate]) = ([], [])
            for index in olds { candidates.append(candidate(index, old)) }
            for index in news { others.append(candidate(index, new)) }
            for pair in RenameSearch.pairs(candidates, others) {
                removed.remove(olds[pair.old])
                added.remove(news[pair.new])
                renames.append((olds[pair.old], news[pair.new], nil))
            }
        }
        return renames
    }

    /// Returns an event with its traits: its parameters. Events that share many of them can be renames of each other.
    private mutating func candidate(_ index: Int, _ side: Side) -> RenameSearch.Candidate {
        let event = side.plan.events[index]
        let parameters = schemas.graph.parameters(side.events[index].rules.general, at: event.place, side.firstSchema)
        let members = MemberRules(TypeRules(parameters, for: nil, schemas.graph).schemas, schemas.graph)
        return .init(
            name: event.name,
            traits: Set(
                members.members.map {
                    .init(name: $0, signature: schemas.signature($1), isRequired: members.required.contains($0))
                }))
    }

    private mutating func compareRenamed(_ index: Int, _ other: Int, kept: PlannedEvent?) {
        let events = Pair(
            old: old.plan.events[index], new: new.plan.events[other], oldIndex: index, newIndex: other)
        var place = place(events)
        place.new = Strictness(new.severities, event: events.old.name, exempt: FindingIDs(kept?.exemptions ?? []))
        report(place) {
            $0.add(
                .event, .renamed, old: events.old.name.quotedForDisplay, new: events.new.name.quotedForDisplay,
                events.places, effect: .finding(kept == nil ? .unplannedEvent : .deprecated),
                code: kept == nil ? nil : .warns("The type of the old event is deprecated."))
        }
        compare(events, unaffected: "Released apps send the event under its old name.")
    }

    private mutating func addRemoved(_ event: PlannedEvent) {
        var effect = event.kind.mustBePlanned ? Effect.finding(.unplannedEvent) : .none
        if event.kind == .identify, new.plan.user != nil {
            effect = .doubt("The member \"user\" of the new plan now has the rules for the event.")
        }
        report(place(event.name)) { $0.add(.event, .removed, (event.place, nil), effect: effect) }
    }

    private mutating func addAdded(_ event: PlannedEvent) {
        let place = place(event.name)
        // If the old plan accepts events that it does not declare, released apps may already send an event with the new
        // name. The old plan has no rules for the parameters of this event, so the event can break the new plan's
        // rules.
        let wasJudgedByUser = event.kind == .identify && old.plan.user != nil
        let couldFit = place.old.accepts(.unplannedEvent) || !event.kind.mustBePlanned || wasJudgedByUser
        report(place) {
            $0.add(
                .event, .added, (nil, event.place),
                effect: couldFit
                    ? .doubt("Released apps may already send events of this name that break the new rules.") : .none)
        }
    }

    // MARK: Places

    /// Reports the changes that `add` adds to a difference.
    mutating func report(_ place: ComparisonPlace, _ add: (inout SchemaDifference) -> Void) {
        var difference = SchemaDifference()
        add(&difference)
        schemas.begin()
        schemas.report(difference, place)
    }

    /// Returns the place at which the comparison of an event begins, with the exemptions of both plans.
    func place(_ events: Pair) -> ComparisonPlace {
        ComparisonPlace(
            event: events.new.name,
            old: Strictness(old.severities, event: events.old.name, exempt: FindingIDs(events.old.exemptions)),
            new: Strictness(new.severities, event: events.new.name, exempt: FindingIDs(events.new.exemptions)))
    }

    /// Returns the place of an event that only one plan has. For an empty name, the place of the plan's settings.
    func place(_ event: String) -> ComparisonPlace {
        ComparisonPlace(
            event: event, old: Strictness(old.severities, event: event), new: Strictness(new.severities, event: event))
    }
}
