import Trackproof
import TrackproofPlans
import TrackproofSnapshots

extension SchemaComparer {
    mutating func compareElements(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace.lists, schemas.newSpace.lists)
        compareCounts(
            Counts(old.minItems, old.maxItems, "element"), Counts(new.minItems, new.maxItems, "element"), place,
            (.itemsTightened, .itemsLoosened),
            (schemas.places(.minItems), schemas.places(.maxItems)))
        if old.isUnique != new.isUnique {
            let isTrivial = isTrusting && old.maxItems <= 1
            add(
                new.isUnique ? .itemsTightened : .itemsLoosened, place, old: old.uniqueWords, new: new.uniqueWords,
                schemas.places(.uniqueItems), failure: new.isUnique && !isTrivial ? .finding(.items) : nil)
        }
        var inside = place
        if isTrusting, old.maxItems == 0 { inside.unaffected = "Released apps send only empty lists." }
        let count = max(old.prefix.count, new.prefix.count)
        guard charge(count) else { return addUncompared(place, schemas.places(.prefixItems)) }
        for index in 0..<count { compare(old.element(index), new.element(index), inside.adding("[\(index)]")) }
        compare(old.rest, new.rest, inside.adding("[]"))
    }

    mutating func compareCounts(
        _ old: Counts, _ new: Counts, _ place: ComparisonPlace,
        _ kinds: (tightened: PlanChange.Kind, loosened: PlanChange.Kind),
        _ places: (least: (old: PlanPlace?, new: PlanPlace?), most: (old: PlanPlace?, new: PlanPlace?))
    ) {
        if old.least != new.least {
            add(
                old.least < new.least ? kinds.tightened : kinds.loosened, place, old: old.leastWords,
                new: new.leastWords, places.least, failure: new.least <= old.knownLeast ? nil : .finding(.items))
        }
        if old.most != new.most {
            add(
                new.most < old.most ? kinds.tightened : kinds.loosened, place, old: old.mostWords,
                new: new.mostWords, places.most, failure: new.most >= old.knownMost ? nil : .finding(.items))
        }
    }
}

/// The bounds of the number of elements of a list, or of members of an object.
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

extension ListSpace {
    /// Returns the schema of the element with this index.
    fileprivate func element(_ index: Int) -> Int { index < prefix.count ? prefix[index] : rest }

    fileprivate var uniqueWords: String { isUnique ? "elements that differ" : "elements that may be equal" }
}
