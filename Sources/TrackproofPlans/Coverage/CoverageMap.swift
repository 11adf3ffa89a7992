public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// All parts of a plan that recordings can show, and a search for the parts that an event shows.
///
/// The map leaves out what apps should not track: deprecated, replaced and expired events, and deprecated and forbidden
/// parameters.
@_spi(Tooling) public final class CoverageMap: Sendable {
    /// The parts, in the order of the plan.
    public let items: [CoverageItem]
    private let names: PlanNames
    private let events: [CoverageNode?]

    /// Creates the map of a plan.
    ///
    /// - Parameters:
    ///   - platforms: The platforms of the recordings, or `nil` for all platforms. The map leaves out events that no
    ///     such platform tracks.
    ///   - today: The current day as `YYYY-MM-DD`. The map leaves out events that expired before this day.
    public init(_ plan: TrackingPlan, platforms: [String]? = nil, today: String = CheckContext().today) {
        var builder = CoverageBuilder(plan)
        names = PlanNames(plan)
        events = plan.eventsAndUser.map { event in
            let isEnded = event.expires.map { $0.name < today } ?? false
            if event.isDeprecated || event.replacedBy != nil || isEnded { return nil }
            let own = event.platforms.map(\.name)
            if let platforms, !own.isEmpty, !platforms.contains(where: own.contains) { return nil }
            return builder.node(of: event)
        }
        items = builder.items
    }

    /// Creates a map of parts that a report lists. This map does not find the parts that an event shows.
    public init(items: [CoverageItem]) {
        self.items = items
        names = PlanNames()
        events = []
    }

    /// Returns the name of a recorded event in the plan, or `nil` if the plan does not have the event.
    public func plannedName(of event: RecordedEvent) -> String? {
        guard let index = names.index(of: event) else { return nil }
        return index < names.names.count ? names.names[index] : EventKind.identify.rawValue
    }

    /// Calls a closure with the index of each part of the plan that an event shows.
    ///
    /// - Returns: Whether the plan has the event.
    func forEachItem(in event: RecordedEvent, _ body: (Int) -> Void) -> Bool {
        guard let index = names.index(of: event) else { return false }
        events[index]?.forEachItem(in: .object(event.event.parameters), body)
        return true
    }
}

/// A tree of the parts that a value and its members can show.
final class CoverageNode: Sendable {
    /// The index of the part that every value of the node shows, or `nil` for the elements of a list.
    let item: Int?
    private let values: [CanonicalValue: Int]
    private let members: [ExactText: CoverageNode]
    private let elements: CoverageNode?
    private let variants: [Variant]

    /// A variant of an event, with the parts that events show if they meet the condition.
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
