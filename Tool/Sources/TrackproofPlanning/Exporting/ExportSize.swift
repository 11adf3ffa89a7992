import TrackproofPlans
import TrackproofText

/// The estimated size of an export, in which shared groups and types stand at each use.
///
/// Without a limit, a plan of two kilobytes could describe an export of any size.
struct ExportSize {
    /// The maximum size of an export in bytes.
    private static let limit = 100 << 20

    private let types: [String: PlanSchema]
    private var total = 0
    /// The types of the event so far. Each stands once for each event.
    private var used: Set<String> = []

    /// - Throws: ``PlanErrors`` with the schema at which the export would be too large.
    static func check(_ plan: TrackingPlan) throws(PlanErrors) {
        var size = ExportSize(types: plan.schemasOfTypes)
        for event in plan.eventsAndUser.flatMap({ [$0] + $0.versions.map(\.event) }) {
            size.used = []
            let parameters = plan.parameters(of: event) + event.variants.flatMap(\.parameters)
            for schema in parameters.map(\.schema) + (event.rules.map { [$0] } ?? []) {
                size.add(schema)
                if size.total <= limit { continue }
                let message =
                    "up to this schema of the event \(event.name.quotedForDisplay), the export would have more than "
                    + "\(limit >> 20) MB, because shared groups and types stand at each use"
                throw PlanErrors(at: schema.place, message)
            }
        }
    }

    private mutating func add(_ schema: PlanSchema) {
        var waiting = [schema]
        while let schema = waiting.popLast(), total <= Self.limit {
            let own = schema.examples + (schema.defaultValue.map { [$0] } ?? [])
            let values = own + schema.rules.flatMap { $0.constants ?? [] }
            total += values.reduce(60 + (schema.description?.utf8.count ?? 0)) { $0 + $1.json.utf8.count }
            for rule in schema.rules {
                waiting += rule.value.schemas
                waiting += rule.namesOfTypes.filter { used.insert($0).inserted }.compactMap { types[$0] }
            }
        }
    }
}
