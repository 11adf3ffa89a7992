import Trackproof
import TrackproofPlans
import TrackproofText

/// The parameters of the shared groups that an event includes.
final class GroupUnion {
    /// The parameters, by name. If several groups declare a parameter, the declaration of the last group applies.
    private(set) var parameters: [ExactText: PlanProperty] = [:]
    /// The number of schemas in all parameters, including inner schemas.
    let size: Int
    private(set) var requiredCount = 0
    /// The number of parameters that the plan does not forbid with `never: true`.
    private(set) var count = 0
    /// The parameters whose names are similar to another name in the groups, each with this other name.
    private(set) var confusable: [(parameter: PlanProperty, other: SimilarNames.Found)] = []
    /// Whether lint has already reported the similar names in `confusable`.
    var isReported = false
    /// For each destination that converts names, the parameters by their columns.
    var columns: [Destination: [ExactText: PlanProperty]] = [:]
    private var names = SimilarNames()

    init(_ all: [PlanProperty], size: Int) {
        self.size = size
        for parameter in all {
            if parameters.updateValue(parameter, forKey: ExactText(parameter.name)) != nil { continue }
            if let other = names.add(parameter.name, at: parameter.place) { confusable.append((parameter, other)) }
        }
        requiredCount = parameters.values.count(where: \.schema.isRequiredAnywhere)
        count = parameters.values.count { !$0.schema.isForbiddenEverywhere }
    }

    /// Returns a parameter whose name is similar but not equal to `name`, or `nil` if there is no such parameter.
    func similar(to name: String) -> SimilarNames.Found? { names.similar(to: name) }
}

/// The unions of shared groups that the events of a plan include.
///
/// Most events include the same groups. Lint builds each union only once, so lint stays fast for plans with many
/// events.
struct GroupUnions {
    /// The maximum number of parameters in all unions together.
    ///
    /// If a further union would exceed this limit, lint skips the rules that need this union.
    private static let sizeLimit = 1_000_000

    private let groups: [String: (group: ParameterGroup, size: Int)]
    private let defaults: [String]
    private var unions: [[String]: GroupUnion] = [:]
    /// The unions for identity events, which do not include the plan's default groups.
    private var unionsWithoutDefaults: [[String]: GroupUnion] = [:]
    private var total = 0

    init(_ plan: TrackingPlan) {
        groups = Dictionary(
            plan.shared.map { group in (group.name, (group, group.parameters.reduce(0) { $0 + $1.schema.size })) },
            uniquingKeysWith: { first, _ in first })
        defaults = plan.defaults.map(\.name)
    }

    /// Returns the union of the groups that an event includes, or `nil` if the union would exceed the limit.
    mutating func union(of event: PlannedEvent) -> GroupUnion? {
        let names = event.includes.map(\.name)
        let isIdentity = event.kind.isIdentity
        if let union = isIdentity ? unionsWithoutDefaults[names] : unions[names] { return union }
        guard total <= Self.sizeLimit else { return nil }
        let included = ((isIdentity ? [] : defaults) + names).compactMap { groups[$0] }
        total += included.reduce(included.count + 1) { $0 + $1.group.parameters.count }
        guard total <= Self.sizeLimit else { return nil }
        let union = GroupUnion(included.flatMap(\.group.parameters), size: included.reduce(0) { $0 + $1.size })
        if isIdentity { unionsWithoutDefaults[names] = union } else { unions[names] = union }
        return union
    }
}
