import Trackproof
package import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// All events, parameters, values and variants of a plan, and a search for those that a recorded event shows.
///
/// The map leaves out what apps should not track: deprecated, replaced and expired events, and deprecated and forbidden
/// parameters.
package final class CoverageMap: Sendable {
    /// The items, in the order of the plan.
    package let items: [CoverageItem]
    private let names: PlanNames
    private let events: [CoverageNode?]

    /// Creates the map of a plan.
    ///
    /// - Parameters:
    ///   - platforms: The platforms of the recordings, or `nil` for all platforms. The map leaves out events that none
    ///     of these platforms tracks, and parameters that none of them sends.
    ///   - today: The current day as `YYYY-MM-DD`. The map leaves out events whose last day is before this day.
    package init(_ plan: TrackingPlan, platforms: [String]? = nil, today: String = CheckContext().today) {
        var builder = CoverageBuilder(plan, recorded: platforms)
        names = PlanNames(plan)
        events = plan.eventsAndUser.map { event in
            let isEnded = event.expires.map { $0.name < today } ?? false
            if event.isAtEnd || isEnded { return nil }
            let own = event.platforms
            if let platforms, !own.isEmpty,
                !platforms.contains(where: { name in own.contains { $0.name.isPlatform(name) } })
            {
                return nil
            }
            return builder.node(of: event)
        }
        items = builder.items
    }

    /// Creates a map of the items that a report lists. The map cannot find the items that a recorded event shows.
    package init(items: [CoverageItem]) {
        self.items = items
        names = PlanNames()
        events = []
    }

    /// Calls `body` with the index of each item that a recorded event shows.
    ///
    /// - Returns: Whether the plan has the event.
    func forEachItem(in event: RecordedEvent, _ body: (Int) -> Void) -> Bool {
        let event = names.asPlanned(event)
        guard let index = names.index(of: event) else { return false }
        events[index]?.forEachItem(in: .object(event.event.parameters), body)
        return true
    }
}

/// A node of a tree that finds the items that a value shows. Its inner nodes find the items of the value's members.
final class CoverageNode: Sendable {
    /// The index of the item that every value of this node shows, or `nil` if the values are elements of a list.
    let item: Int?
    private let values: [CanonicalValue: Int]
    private let members: [ExactText: CoverageNode]
    private let elements: CoverageNode?
    private let variants: [Variant]

    /// A variant of an event, with the node for the events that fulfil the variant's condition.
    struct Variant {
        let condition: VariantCondition
        let node: CoverageNode
    }

    init(
        item: Int?, values: [CanonicalValue: Int] = [:], members: [ExactText: CoverageNode] = [:],
        elements: CoverageNode? = nil, variants: [Variant] = []
    ) {
        self.item = item
        self.values = values
        self.members = members
        self.elements = elements
        self.variants = variants
    }

    func forEachItem(in value: EventValue, _ body: (Int) -> Void) {
        if let item { body(item) }
        if !values.isEmpty, let item = values[CanonicalValue(value)] { body(item) }
        switch value {
        case .object(let parameters):
            if !members.isEmpty {
                for parameter in parameters {
                    members[ExactText(parameter.name)]?.forEachItem(in: parameter.value, body)
                }
            }
            for variant in variants where variant.condition.isMet(by: parameters) {
                variant.node.forEachItem(in: value, body)
            }
        case .array(let values):
            guard let elements else { return }
            for value in values { elements.forEachItem(in: value, body) }
        default: break
        }
    }
}
