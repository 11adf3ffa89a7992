import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// A comparison of the schemas of two plans, pair by pair. It compares a pair once, for all events that use it.
struct SchemaComparer {
    /// The maximum depth of nested values. The comparison reports deeper values as not compared.
    private static let depthLimit = 200
    /// The maximum number of places of one event at which the comparison reports a pair. If two types contain a third
    /// type, and so on, the number of places is exponential.
    private static let placeLimit = 20
    /// The maximum numbers of compared pairs and of reported changes. The comparison reports further pairs as not compared.
    private static let (pairLimit, changeLimit) = (500_000, 200_000)

    var graph: SchemaGraph
    /// The findings that one of the plans does not report as errors everywhere. Events can break their rules.
    let lenient: FindingIDs
    private var differences: [SchemaPair: SchemaDifference] = [:]
    private var effects: [SchemaPair: Effect] = [:]
    /// Whether the schemas of a pair are equal, without and with their notes.
    private var equal: [Bool: [SchemaPair: Bool]] = [:]
    var changes: [PlanChange] = []
    /// The pairs whose report has begun but not ended. A type can contain itself.
    private var open: Set<SchemaPair> = []
    /// The number of places of the current event at which the comparison has reported each pair.
    private var placeCounts: [SchemaPair: Int] = [:]
    /// The changes of the current event, without their places in the files. Nested alternatives can change alike.
    private var reported: Set<PlanChange> = []

    init(_ graph: SchemaGraph, lenient: FindingIDs) { (self.graph, self.lenient) = (graph, lenient) }

    /// Returns the effect if all values that fit the old plan fit the rules of a finding, and otherwise doubt.
    func effect(ifReliable id: FindingID) -> Effect {
        lenient.contains(id)
            ? .doubt("The old plan does not report \(id.rawValue) as an error, so released apps may send other values.")
            : .none
    }

    func view(_ schemas: [Int]) -> ValueRules { ValueRules(schemas, graph, isExact: lenient.isEmpty) }

    // MARK: Differences

    /// Returns what is different between the schemas of a pair.
    private mutating func difference(_ pair: SchemaPair) -> SchemaDifference {
        if let known = differences[pair] { return known }
        var difference = SchemaDifference()
        guard differences.count < Self.pairLimit else {
            difference.addNotCompared(places(pair))
            return difference
        }
        compareValues(pair, &difference)
        difference.compare(graph.notes(of: pair.old), graph.notes(of: pair.new), places(pair))
        differences[pair] = difference
        return difference
    }

    func places(_ pair: SchemaPair) -> Places { (graph.place(pair.old), graph.place(pair.new)) }

    /// Returns whether the schemas of each pair allow the same values.
    ///
    /// They do if no rule is different in these pairs and in all pairs that they contain. A pair can contain itself.
    ///
    /// - Parameter withNotes: Whether the descriptions and other notes must be equal too.
    mutating func areEqual(_ pairs: [SchemaPair], withNotes: Bool = false) -> Bool {
        var known: Set<SchemaPair> = []
        var pending = pairs
        while let pair = pending.popLast() {
            if let isEqual = equal[withNotes]?[pair] {
                if isEqual { continue }
                return false
            }
            guard known.insert(pair).inserted else { continue }
            let difference = difference(pair)
            let isChanged =
                difference.rules.contains { $0.unlessEqual.isEmpty } || withNotes && !difference.notes.isEmpty
            if isChanged {
                for pair in pairs.count == 1 ? [pair, pairs[0]] : [pair] {
                    equal[withNotes, default: [:]][pair] = false
                }
                return false
            }
            pending += difference.parts
        }
        for pair in known { equal[withNotes, default: [:]][pair] = true }
        return true
    }

    /// Returns the effect on released apps if the new schemas of a pair replace the old schemas.
    mutating func effect(_ pair: SchemaPair) -> Effect {
        if let known = effects[pair] { return known }
        var effect = Effect.none
        var known: Set<SchemaPair> = [pair]
        var pending = [pair]
        while let next = pending.popLast() {
            let difference = difference(next)
            var parts = difference.inner.filter { $0.unaffected == nil }.map(\.pair)
            for rule in difference.rules where rule.unlessEqual.isEmpty || !areEqual(rule.unlessEqual) {
                effect.formUnion(rule.effect)
                parts += rule.effect.pairs
            }
            pending += parts.filter { known.insert($0).inserted }
        }
        effect.pairs = []
        effects[pair] = effect
        return effect
    }

    // MARK: Reporting

    /// Begins to report the changes of an event.
    mutating func begin() { (placeCounts, reported) = ([:], []) }

    /// Adds the changes of a pair and of the pairs inside it at a place.
    mutating func report(_ pair: SchemaPair, _ place: ComparisonPlace) {
        if let parameters = graph.parameters(pair) {
            for (name, pair) in parameters where !areEqual([pair], withNotes: true) {
                report(pair, place.adding(name.memberPath))
            }
            return
        }
        if areEqual([pair], withNotes: true) { return }
        guard open.count <= Self.depthLimit, changes.count < Self.changeLimit else {
            var difference = SchemaDifference()
            difference.addNotCompared(places(pair))
            return report(difference, place)
        }
        let targets = SchemaPair(old: pair.old.map(graph.target), new: pair.new.map(graph.target))
        placeCounts[targets, default: 0] += 1
        guard placeCounts[targets, default: 0] <= Self.placeLimit, open.insert(targets).inserted else { return }
        defer { open.remove(targets) }
        var place = place
        place.new.exempt = place.new.exempt.union(graph.exemptions(of: pair.new))
        report(difference(pair), place)
    }

    /// Adds the changes of a difference at a place.
    mutating func report(_ difference: SchemaDifference, _ place: ComparisonPlace) {
        for rule in difference.notes + difference.rules { add(rule, place) }
        for inner in difference.inner {
            var inside = place.adding(inner.path)
            inside.condition = inner.condition ?? inside.condition
            inside.unaffected = inside.unaffected ?? inner.unaffected
            report(inner.pair, inside)
        }
    }

    /// Adds a change of a rule at a place.
    private mutating func add(_ rule: SchemaDifference.Rule, _ place: ComparisonPlace) {
        if !rule.unlessEqual.isEmpty, areEqual(rule.unlessEqual) { return }
        var effect = rule.effect
        for pair in rule.effect.pairs { effect.formUnion(self.effect(pair)) }
        var change = rule.change
        (change.event, change.path) = (place.event, place.adding(change.path).path)
        change.condition = change.condition ?? place.condition
        change.releasedApps = place.unaffected.map { .ok($0) } ?? effect.verdict(place.new)
        var withoutPlaces = change
        (withoutPlaces.oldPlace, withoutPlaces.newPlace) = (nil, nil)
        if reported.insert(withoutPlaces).inserted { changes.append(change) }
    }
}

/// The event and path that the comparison reports, and the severities of findings that each plan reports there.
struct ComparisonPlace {
    let event: String
    let old: Strictness
    var new: Strictness
    var path = ""
    /// The condition of the variant or alternative that the value belongs to, or `nil` if it always applies.
    var condition: String?
    /// The reason why changes here cannot affect released apps, or `nil` if they can affect them.
    var unaffected: String?

    /// Returns the place with `text` added to the end of its path.
    fileprivate func adding(_ text: String) -> ComparisonPlace {
        var place = self
        place.path += path.isEmpty && text.hasPrefix(".") ? String(text.dropFirst()) : text
        return place
    }
}

/// The severities of findings that a plan reports for one event, or for a value in the event.
struct Strictness {
    private let severities: SeverityTable
    /// The event's name. If the name is empty, the severities that the plan sets for all events apply.
    private let event: String
    /// The findings that the plan does not report, because the event or the value has an exemption.
    var exempt: FindingIDs

    init(_ severities: SeverityTable, event: String, exempt: FindingIDs = FindingIDs()) {
        (self.severities, self.event, self.exempt) = (severities, event, exempt)
    }

    /// Returns the severity of a finding, or `nil` if the plan does not report the finding.
    func severity(of id: FindingID) -> Severity? {
        if exempt.contains(id) { return nil }
        return severities.severity(of: id.rawValue, event: event.isEmpty ? nil : event, default: id.defaultSeverity)
    }

    /// Returns whether an event with this finding fits the plan, because the finding is not an error.
    func accepts(_ id: FindingID) -> Bool { severity(of: id) != .error }
}

extension FindingID {
    /// The ids of all findings that concern parameters and their values.
    static let ofParameters: Set<FindingID> = [
        .missing, .unplannedParameter, .forbidden, .wrongType, .null, .notInEnum, .pattern, .format, .range, .length,
        .items, .variant, .pii,
    ]
}
