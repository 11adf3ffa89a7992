internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Which variants of two plans belong together.
struct VariantComparison {
    let old: EventRules
    let new: EventRules
    /// The variants with equal conditions.
    private(set) var pairs: [(VariantRules, VariantRules)] = []
    private(set) var removed: [VariantRules] = []
    private(set) var added: [VariantRules] = []
    /// Whether no event can be of two variants.
    let isExact: Bool

    let overlap = Failure.unknown(
        "Variants overlap or are too many, so that each difference counts as one that breaks.")

    init(_ old: EventRules, _ new: EventRules) {
        self.old = old
        self.new = new
        isExact = old.variants.areDisjoint && new.variants.areDisjoint
        var known: [[ExactText: Set<CanonicalValue>]: [VariantRules]] = [:]
        for variant in new.variants.reversed() { known[variant.conditions, default: []].append(variant) }
        var taken: [[ExactText: Set<CanonicalValue>]: Int] = [:]
        for variant in old.variants {
            if let other = known[variant.conditions]?.popLast() {
                pairs.append((variant, other))
                taken[variant.conditions, default: 0] += 1
            } else {
                removed.append(variant)
            }
        }
        for variant in new.variants {
            if let count = taken[variant.conditions], count > 0 {
                taken[variant.conditions] = count - 1
            } else {
                added.append(variant)
            }
        }
    }

    /// Removes the variants that have other conditions and the same parameters, and returns them.
    mutating func takeMoved(_ classes: SpaceClasses) -> [(VariantRules, VariantRules)] {
        guard removed.count <= [VariantRules].limit, added.count <= [VariantRules].limit else { return [] }
        var moved: [(VariantRules, VariantRules)] = []
        for variant in removed {
            let parameters = variant.members.mapValues { classes.all[$0] }
            let index = added.firstIndex {
                $0.required == variant.required && $0.members.mapValues { classes.all[$0] } == parameters
            }
            guard let index else { continue }
            moved.append((variant, added.remove(at: index)))
        }
        removed.removeAll { variant in moved.contains { $0.0.conditions == variant.conditions } }
        return moved
    }
}
