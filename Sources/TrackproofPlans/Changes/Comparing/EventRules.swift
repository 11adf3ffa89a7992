internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The rules for the parameters of an event, with those of shared groups.
struct EventRules {
    let members: MemberRules
    let variants: [VariantRules]

    init(_ shape: EventShape, _ plan: PlanShapes) {
        variants = shape.variants.map { VariantRules($0) }
        var names: [ExactText: [Int]] = [:]
        for variant in variants {
            for (name, schema) in variant.members { names[name, default: []].append(schema) }
        }
        members = MemberRules(objects: plan.objects(of: shape), variants: names, place: shape.place)
    }

    /// The schemas of all parameters.
    var schemas: [Int] {
        Array(members.objects.members.values) + variants.flatMap(\.members.values) + [members.objects.additional]
    }

    /// Returns whether an event can have a finding because of the rules for the names of parameters.
    func canFail(_ id: FindingID) -> Bool {
        switch id {
        case .missing: !members.objects.required.isEmpty || variants.contains { !$0.required.isEmpty }
        case .unplannedParameter: members.objects.additional == SpaceTable.never
        case .variant: !variants.isEmpty
        default: false
        }
    }
}

/// The rules of a variant of an event.
struct VariantRules {
    let conditions: [ExactText: Set<CanonicalValue>]
    let members: [ExactText: Int]
    let required: Set<ExactText>
    let place: PlanPlace

    init(_ shape: VariantShape) {
        conditions = shape.conditions
        members = Dictionary(shape.parameters.map { ($0.name, $0.schema) }, uniquingKeysWith: { _, last in last })
        required = Set(shape.parameters.filter(\.isRequired).map(\.name))
        place = shape.place
    }

    /// The conditions in words: `"method" is "card"`.
    var words: String {
        conditions.sorted { $0.key < $1.key }.map { name, values in
            name.text.quotedForDisplay + " is "
                + values.map(\.words).sorted { $0.precedesExactly($1) }.prefix(10).joined(separator: " or ")
        }.joined(separator: " and ")
    }

    /// The names of the parameters in words.
    var nameWords: String {
        members.isEmpty ? "no parameters" : members.keys.sorted().map(\.text.quotedForDisplay).joined(separator: ", ")
    }

    /// Returns whether an event can be of both variants.
    func overlaps(_ other: VariantRules) -> Bool {
        conditions.allSatisfy { name, values in other.conditions[name].map { !values.isDisjoint(with: $0) } ?? true }
    }

    /// Returns whether each event of this variant is of another variant too.
    func implies(_ other: VariantRules) -> Bool {
        other.conditions.allSatisfy { name, values in conditions[name].map { $0.isSubset(of: values) } ?? false }
    }
}

extension [VariantRules] {
    /// The maximum number of variants that are compared with each other.
    static let limit = 200

    /// Whether no event can be of two variants. The answer is "no" if there are too many.
    var areDisjoint: Bool {
        guard count <= Self.limit else { return false }
        return indices.allSatisfy { index in self[..<index].allSatisfy { !$0.overlaps(self[index]) } }
    }
}
