import Trackproof
import TrackproofPlans
import TrackproofSnapshots

extension SchemaComparer {
    mutating func compareElements(_ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference) {
        let (before, after) = (old.lists(graph), new.lists(graph))
        compareCounts(
            .items, Counts(before.minItems, before.maxItems, "element"),
            Counts(after.minItems, after.maxItems, "element"),
            (places([.minItems], old, new), places([.maxItems], old, new)), &difference)
        if before.isUnique != after.isUnique {
            let isTrivial = before.maxItems <= 1 && !lenient.contains(.items)
            difference.add(
                .items, after.isUnique ? .narrowed : .widened, old: before.uniqueWords, new: after.uniqueWords,
                places([.uniqueItems], old, new), effect: after.isUnique && !isTrivial ? .finding(.items) : .none)
        }
        guard before.elements.count <= 1, after.elements.count <= 1 else {
            if graph.areEqual(before.all, after.all) { return }
            return addNotCompared(places([.items, .prefixItems], old, new), &difference)
        }
        let (one, other) = (before.elements.first ?? Elements(), after.elements.first ?? Elements())
        let isEmpty = before.maxItems == 0 && !lenient.contains(.items)
        func add(_ old: Int, _ new: Int, _ path: String) {
            difference.inner.append(
                .init(
                    pair: SchemaPair(old: old, new: new), path: path,
                    unaffected: isEmpty ? "Released apps send only empty lists." : nil))
        }
        for index in 0..<max(one.prefix.count, other.prefix.count) { add(one[index], other[index], "[\(index)]") }
        add(one.rest, other.rest, "[]")
    }

    /// Adds what is different between two numbers of elements, members or characters.
    ///
    /// - Parameter effect: Returns the effect on values if only values with these numbers are allowed.
    func compareCounts(
        _ subject: PlanChange.Subject, _ old: Counts, _ new: Counts, _ places: (least: Places, most: Places),
        _ difference: inout SchemaDifference, effect: (ClosedRange<Int>) -> Effect = { _ in .finding(.items) }
    ) {
        if old.least != new.least {
            difference.add(
                subject, old.least < new.least ? .narrowed : .widened, old: old.leastWords, new: new.leastWords,
                places.least, effect: new.least <= old.knownLeast ? .none : effect(new.least...Int.max))
        }
        if old.most != new.most {
            difference.add(
                subject, new.most < old.most ? .narrowed : .widened, old: old.mostWords, new: new.mostWords,
                places.most, effect: new.most >= old.knownMost ? .none : effect(0...new.most))
        }
    }

    /// Adds a change of rules that the comparison cannot decide.
    func addNotCompared(_ places: Places, _ difference: inout SchemaDifference) {
        difference.add(.conditions, .notCompared, places, effect: .undecided)
    }
}

/// The bounds of the number of elements of a list, of members of an object, or of characters of a text.
struct Counts {
    let least: Int
    let most: Int
    /// The bounds that follow from all rules.
    ///
    /// For example, an object with three required members has at least three members, even if `minProperties` is 1.
    let (knownLeast, knownMost): (Int, Int)
    private let unit: String

    init(_ least: Int, _ most: Int, _ unit: String, known: (least: Int, most: Int)? = nil) {
        self.least = least
        self.most = most
        self.unit = unit
        knownLeast = max(least, known?.least ?? 0)
        knownMost = min(most, known?.most ?? .max)
    }

    var leastWords: String? { least == 0 ? nil : PlanFinding.words(from: least, to: .max, unit) }
    var mostWords: String? { most == .max ? nil : PlanFinding.words(from: 0, to: most, unit) }
}

/// The schemas of a list's elements.
struct Elements {
    fileprivate var prefix: [Int] = []
    fileprivate var rest = SchemaGraph.any

    fileprivate subscript(index: Int) -> Int { index < prefix.count ? prefix[index] : rest }
}

/// The rules for lists that several schemas together demand.
struct ListDemands {
    fileprivate var minItems = 0
    fileprivate var maxItems = Int.max
    fileprivate var isUnique = false
    /// The rules for the elements, of each schema that has some.
    fileprivate var elements: [Elements] = []

    fileprivate var all: [Int] { elements.flatMap { $0.prefix + [$0.rest] } }
    fileprivate var uniqueWords: String { isUnique ? "elements that differ" : "elements that may be equal" }
}

extension TypeRules {
    fileprivate func lists(_ graph: SchemaGraph) -> ListDemands {
        var demands = ListDemands()
        for schema in schemas {
            guard let rules = graph[schema].lists else { continue }
            demands.minItems = max(demands.minItems, rules.minItems)
            demands.maxItems = min(demands.maxItems, rules.maxItems)
            demands.isUnique = demands.isUnique || rules.isUnique
            let rest = rules.rest.map { graph.number(of: $0, in: schema) } ?? SchemaGraph.any
            if rules.prefix.isEmpty, rest == SchemaGraph.any { continue }
            demands.elements.append(
                Elements(prefix: rules.prefix.map { graph.number(of: $0, in: schema) }, rest: rest))
        }
        return demands
    }
}

extension SchemaGraph {
    /// Returns whether the schemas of two lists have equal classes, one by one.
    func areEqual(_ old: [Int], _ new: [Int]) -> Bool { old.map { classes[$0] } == new.map { classes[$0] } }
}
