public import Trackproof

/// A tracking plan: the events that an app is meant to track.
@_spi(Tooling) public struct TrackingPlan: Sendable {
    /// The plan's name.
    public var name: String?
    /// Whether parameters that the plan does not declare are findings.
    public var isClosed = true
    /// The styles that lint demands of names.
    public var naming = Naming()
    /// The teams that own events, with the addresses of their members.
    public var owners: [(name: String, place: PlanPlace, members: [String])] = []
    /// The platforms of the app. Empty if the plan does not name them.
    public var platforms: [NameWithPlace] = []
    /// The destinations whose limits apply.
    public var destinations: [NameWithPlace] = []
    /// Schemas that other schemas refer to by name.
    public var types: [PlanProperty] = []
    /// Groups of parameters that events include.
    public var shared: [ParameterGroup] = []
    /// The names of the groups that every event includes.
    public var defaults: [NameWithPlace] = []
    /// The events.
    public var events: [PlannedEvent] = []
    /// The traits of users, or `nil` if the plan has no member `user`.
    public var user: PlannedEvent?
    /// Severities of lint rules, by the rule's id, in the order of the file.
    public var lintSeverities: [SeverityRule] = []
    /// Severities of findings, in the order of the file. Each is for an id, or for an id and a pattern of event names.
    public var checkSeverities: [SeverityRule] = []
    /// The place at which the plan begins.
    public var place: PlanPlace

    /// The styles that the names of events and parameters must have.
    public struct Naming: Sendable {
        /// The style of events' names, or `nil` for any.
        public var events: NameStyle?
        /// The style of parameters' names, or `nil` for any.
        public var parameters: NameStyle?
    }

    /// Creates an empty plan.
    init(at place: PlanPlace) { self.place = place }
}

/// A name that a plan mentions, with its place.
@_spi(Tooling) public struct NameWithPlace: Sendable {
    /// The name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
}

/// A style of names.
@_spi(Tooling) public enum NameStyle: String, Sendable, CaseIterable {
    /// `order_completed`
    case snakeCase = "snake_case"
    /// `orderCompleted`
    case camelCase
    /// `OrderCompleted`
    case pascalCase = "PascalCase"
    /// `order-completed`
    case kebabCase = "kebab-case"
    /// `Order Completed`
    case titleCase = "Title Case"
}

/// A group of parameters that several events include.
@_spi(Tooling) public struct ParameterGroup: Sendable {
    /// The group's name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The parameters.
    public var parameters: [PlanProperty]
}

/// A rule of a plan that sets the severity of findings.
@_spi(Tooling) public struct SeverityRule: Sendable {
    /// The pattern of events' names, or `nil` for all events.
    public let events: String?
    /// The id of a finding or a lint rule.
    public let id: String
    /// The severity, or `nil` if the finding is not reported.
    public let severity: Severity?
    /// The place of the rule.
    public let place: PlanPlace
}

/// How bad a finding is.
@_spi(Tooling) public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// The finding is only worth knowing.
    case info
    /// The finding needs attention, but not at once.
    case warning
    /// The finding fails the check by default.
    case error

    /// Returns whether `left` is less severe.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}

/// An event that an app is meant to track.
@_spi(Tooling) public struct PlannedEvent: Sendable {
    /// The event's name. If an identity event has no name, this is the event's kind, such as `group`.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The kind of the event.
    public var kind = EventKind.track
    /// What happens in the app when it tracks the event.
    public var description: String?
    /// The team that owns the event.
    public var owner: NameWithPlace?
    /// The platforms that track the event. Empty if all platforms track it.
    public var platforms: [NameWithPlace] = []
    /// The first app version that tracks the event, by platform.
    public var since: [(platform: NameWithPlace, version: AppVersion)] = []
    /// The last day on which apps may track the event, as `YYYY-MM-DD`.
    public var expires: NameWithPlace?
    /// The event that replaces this event.
    public var replacedBy: NameWithPlace?
    /// Whether apps should not track the event any longer.
    public var isDeprecated = false
    /// The groups of shared parameters that the event includes, besides the plan's defaults.
    public var includes: [NameWithPlace] = []
    /// The event's own parameters.
    public var parameters: [PlanProperty] = []
    /// Whether undeclared parameters are findings, or `nil` if ``TrackingPlan/isClosed`` decides this.
    public var isClosed: Bool?
    /// Parameters that depend on the value of another parameter.
    public var variants: [Variant] = []
    /// The names of the event at providers and vendors that use other names than the app.
    public var names: [(destination: NameWithPlace, name: String)] = []
    /// The parameters of example events that fit the plan.
    public var examples: [PlanNode] = []
    /// Older versions of the event that released apps still send, from oldest to newest.
    public var versions: [(version: NameWithPlace, event: PlannedEvent)] = []
    /// The findings and lint rules that do not apply to the event.
    public var exemptions: [Exemption] = []

    /// A variant of an event: a condition, and the parameters of the events that meet the condition.
    public struct Variant: Sendable {
        /// The place of the variant.
        public let place: PlanPlace
        /// The parameters that the condition names, each with the values that meet the condition.
        public var when: [(name: NameWithPlace, values: [PlanNode])] = []
        /// The parameters that only this variant of the event has.
        public var parameters: [PlanProperty] = []
    }

    init(_ name: String, at place: PlanPlace) {
        self.name = name
        self.place = place
    }
}
