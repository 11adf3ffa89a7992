import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// A comparison of the schemas of two plans, pair by pair. It compares a pair once, for all events that use it.
struct SchemaComparer {
    /// The maximum depth of nested values. The comparison reports deeper values as not compared.
    private static let depthLimit = 200
    /// The maximum number of places of one event at which the comparison reports a pair. If two types contain a third
    /// type, and so on, the number of places is exponential.
    private static let placeLimit = 20

    let graph: SchemaGraph
    /// The findings that one of the plans does not report as errors everywhere. Events can break their rules.
    let lenient: FindingIDs
    private var views: [Int: SchemaView] = [:]
    private var differences: [SchemaPair: SchemaDifference] = [:]
    private var effects: [SchemaPair: Effect] = [:]
    private(set) var changes: [PlanChange] = []
    /// The number of steps that are left: one for each compared pair and reported change.
    private var steps: Int
    /// The pairs whose report has begun but not ended. A type can contain itself.
    private var open: Set<SchemaPair> = []
    /// The number of places of the current event at which the comparison has reported each pair.
    private var placeCounts: [SchemaPair: Int] = [:]
    /// The changes of the current event, without their places in the files. Nested alternatives can change alike.
    private var reported: Set<PlanChange> = []

    init(_ graph: SchemaGraph, lenient: FindingIDs, stepLimit: Int) {
        self.graph = graph
        self.lenient = lenient
        steps = stepLimit
    }

    /// Takes a number of steps, and returns whether steps are left.
    mutating func charge(_ count: Int) -> Bool {
        steps = max(steps - count, 0)
        return steps > 0
    }

    /// Takes the steps of a ``RenameSearch``, and returns whether there are names to pair and steps are left.
    mutating func charge(renamesAmong removed: Int, _ added: Int) -> Bool {
        // The search compares each name with at most `limit` names. Each pair counts as ten steps, because the
        // comparison of two names takes longer than most steps.
        let limit = RenameSearch.limit
        return removed > 0 && added > 0 && charge(min(removed, limit) * min(added, limit) * 10)
    }

    /// Returns the effect if all values that fit the old plan fit the rules of a finding, and otherwise doubt.
    func effect(ifReliable id: FindingID) -> Effect {
        lenient.contains(id)
            ? .doubt("The old plan does not report \(id.rawValue) as an error, so released apps may send other values.")
            : .none
    }

    mutating func view(_ schema: Int) -> SchemaView {
        if let view = views[schema] { return view }
        let view = SchemaView(schema, graph, isExact: lenient.isEmpty)
        views[schema] = view
        return view
    }

    // MARK: Differences

    /// Returns what is different between the schemas of a pair.
    mutating func difference(_ pair: SchemaPair) -> SchemaDifference {
        if let known = differences[pair] { return known }
        var difference = SchemaDifference()
        if graph.noteClasses[pair.old] != graph.noteClasses[pair.new] {
            compareValues(pair, &difference)
            addDoubt(pair, &difference)
        }
        differences[pair] = difference
        return difference
    }

    /// Adds a change that the comparison cannot decide if the rules are different and no other change says so.
    ///
    /// This is necessary only if one of the plans does not report each finding as an error: values that break one rule can
    /// then be accepted, and rules that have no effect on correct values have an effect on them.
    private func addDoubt(_ pair: SchemaPair, _ difference: inout SchemaDifference) {
        guard !lenient.isEmpty, graph.ownRules[pair.old] != graph.ownRules[pair.new], difference.rules.isEmpty,
            difference.inner.allSatisfy({ graph.classes[$0.pair.old] == graph.classes[$0.pair.new] })
        else { return }
        addNotCompared((graph[pair.old].place, graph[pair.new].place), &difference)
    }

    // MARK: Effects

    /// Returns the effect on released apps if the new schema of a pair replaces the old schema.
    mutating func effect(_ pair: SchemaPair) -> Effect {
        if let known = effects[pair] { return known }
        let pairs = reachable(from: pair)
        guard let pairs else { return .undecided }
        for pair in pairs { effects[pair] = Effect.none }
        // A pair can contain itself. The effects only grow, so the rounds end when no effect has changed.
        var isChanged = true
        while isChanged {
            isChanged = false
            for pair in pairs {
                let effect = effect(of: difference(pair)).exempt(graph.exemptions(of: pair.new))
                if effect != effects[pair] { (effects[pair], isChanged) = (effect, true) }
            }
        }
        return effects[pair] ?? .undecided
    }

    private func effect(of difference: SchemaDifference) -> Effect {
        var effect = Effect.none
        for rule in difference.rules {
            effect.formUnion(rule.effect)
            for pair in rule.pairs { effect.formUnion(effects[pair] ?? .none) }
        }
        for inner in difference.inner where inner.unaffected == nil { effect.formUnion(effects[inner.pair] ?? .none) }
        return effect
    }

    /// Returns the pairs with unknown effects that the effect of a pair depends on, each after those that it depends on.
    ///
    /// - Returns: `nil` if there are too many pairs.
    private mutating func reachable(from pair: SchemaPair) -> [SchemaPair]? {
        var found: Set<SchemaPair> = [pair]
        var ordered: [SchemaPair] = []
        var pending = [pair]
        while let next = pending.popLast() {
            guard charge(1) else { return nil }
            ordered.append(next)
            let difference = difference(next)
            let inner = difference.rules.flatMap(\.pairs) + difference.inner.filter { $0.unaffected == nil }.map(\.pair)
            for pair in inner where effects[pair] == nil && found.insert(pair).inserted { pending.append(pair) }
        }
        return ordered.reversed()
    }

    // MARK: Reporting

    /// Adds the changes of a pair and of the pairs inside it at a place.
    mutating func report(_ pair: SchemaPair, _ place: ComparisonPlace) {
        if graph.noteClasses[pair.old] == graph.noteClasses[pair.new] { return }
        guard charge(1), open.count <= Self.depthLimit else {
            var difference = SchemaDifference()
            addNotCompared((graph[pair.old].place, graph[pair.new].place), &difference)
            return report(difference, place)
        }
        var notes = SchemaDifference()
        compareNotes(pair, &notes)
        report(notes, place)
        if open.isEmpty { (placeCounts, reported) = ([:], []) }
        let targets = SchemaPair(old: graph.target(pair.old), new: graph.target(pair.new))
        placeCounts[targets, default: 0] += 1
        guard placeCounts[targets, default: 0] <= Self.placeLimit, open.insert(targets).inserted else { return }
        defer { open.remove(targets) }
        let place = place.inside(pair, graph)
        report(difference(pair), place)
    }

    /// Adds the changes of a difference at a place.
    mutating func report(_ difference: SchemaDifference, _ place: ComparisonPlace) {
        for rule in difference.rules { add(rule, place) }
        for inner in difference.inner {
            var inside = place.adding(inner.path)
            inside.condition = inner.condition ?? inside.condition
            inside.unaffected = inside.unaffected ?? inner.unaffected
            report(inner.pair, inside)
        }
    }

    /// Adds a change of a rule at a place.
    private mutating func add(_ rule: SchemaDifference.Rule, _ place: ComparisonPlace) {
        var effect = rule.effect
        for pair in rule.pairs { effect.formUnion(self.effect(pair)) }
        _ = charge(1)
        let place = place.adding(rule.path)
        var change = PlanChange(
            subject: rule.subject, direction: rule.direction, event: place.event, path: place.path,
            condition: rule.condition ?? place.condition, old: rule.old, new: rule.new, oldPlace: nil, newPlace: nil,
            releasedApps: place.unaffected.map { .ok($0) } ?? effect.verdict(place.new),
            readers: .forReaders(rule.subject, rule.direction, isInteger: rule.isInteger),
            generatedCode: rule.code ?? .forGeneratedCode(rule.subject, rule.direction))
        guard reported.insert(change).inserted else { return }
        (change.oldPlace, change.newPlace) = rule.places
        changes.append(change)
    }

    /// Replaces the verdict for released apps in each change from `index` to the last change.
    mutating func updateReleasedApps(from index: Int, _ update: (PlanChange.Verdict) -> PlanChange.Verdict) {
        for index in changes.indices[index...] {
            changes[index].releasedApps = update(changes[index].releasedApps)
        }
    }

    /// Removes the changes from `index` to the last change, and returns them. Later changes can equal these changes.
    mutating func takeChanges(from index: Int) -> [PlanChange] {
        defer { changes.removeSubrange(index...) }
        reported = []
        return Array(changes[index...])
    }

    mutating func add(_ changes: [PlanChange]) { self.changes += changes }

    /// Adds what is different between the descriptions and other notes of the two schemas of a pair.
    private func compareNotes(_ pair: SchemaPair, _ difference: inout SchemaDifference) {
        let (old, new) = (graph.notes(of: pair.old), graph.notes(of: pair.new))
        let places = (old: graph.sources[pair.old]?.place, new: graph.sources[pair.new]?.place)
        difference.addNotes(
            (old.description?.text, old.examples), (new.description?.text, new.examples), places, places)
        if old.defaultValue != new.defaultValue {
            difference.add(.default, .changed, old: old.defaultValue?.words, new: new.defaultValue?.words, places)
        }
        if old.isDeprecated != new.isDeprecated {
            difference.add(.deprecation, new.isDeprecated ? .added : .removed, places)
        }
        difference.addExemptions(old.exemptions, new.exemptions, places)
        difference.addSwiftNames(old.swift, new.swift, places)
    }
}
