public import Trackproof
import TrackproofPlatform

/// A tracking plan: a list of the events that an app is meant to track, with rules for their parameters.
public struct TrackingPlan: Sendable {
    /// The plan's name.
    public var name: String?
    /// Whether an event breaks the plan if it has a parameter that the plan does not declare.
    public var isClosed = true
    /// The styles that lint requires of names.
    public var naming = Naming()
    /// The teams that can own events, with the addresses of their members.
    public var owners: [(name: String, place: PlanPlace, members: [String])] = []
    /// The platforms of the app. Empty if the plan does not name platforms.
    public var platforms: [NameWithPlace] = []
    /// The destinations that the plan names. A check compares events with the known limits of these destinations.
    public var destinations: [NameWithPlace] = []
    /// The named types: schemas that other schemas refer to by name.
    public var types: [PlanProperty] = []
    /// The shared groups: groups of parameters that events include by name.
    public var shared: [ParameterGroup] = []
    /// The names of the default groups. Each event includes these groups, except identity events.
    public var defaults: [NameWithPlace] = []
    /// The events.
    public var events: [PlannedEvent] = []
    /// The traits of users, stored as an identify event, or `nil` if the plan has no member `user`.
    public var user: PlannedEvent?
    /// The severities that the plan sets for findings of lint, in the order of the file.
    public var lintSeverities: [SeverityRule] = []
    /// The severities that the plan sets for findings about events, in the order of the file.
    public var checkSeverities: [SeverityRule] = []
    /// The place in the file at which the plan begins.
    public var place: PlanPlace

    /// The styles that lint requires of the names of events and parameters.
    public struct Naming: Sendable {
        /// The style of events' names, or `nil` if any style is allowed.
        public var events: NameStyle?
        /// The style of parameters' names, or `nil` if any style is allowed.
        public var parameters: NameStyle?
    }

    /// The name that stands for all platforms in `since` and `expires`.
    public static let allPlatforms = "*"

    /// Creates an empty plan.
    init(at place: PlanPlace) { self.place = place }
}

/// A name in a plan, with its place.
public struct NameWithPlace: Sendable {
    /// The name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
}

extension NameWithPlace {
    init(_ member: PlanMember) { self.init(name: member.name, place: member.place) }
}

extension String {
    /// Returns whether this name and another name are names of the same platform. Names that differ only in case are.
    public func isPlatform(_ other: String) -> Bool { lowercased().isExactly(other.lowercased()) }
}

/// A style of names, such as `snake_case`.
public enum NameStyle: String, Sendable, CaseIterable {
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

/// A shared group: parameters that events include by the name of the group.
public struct ParameterGroup: Sendable {
    /// The group's name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The parameters of the group.
    public var parameters: [PlanProperty]
}

/// A severity that a plan sets for the findings with one id.
public struct SeverityRule: Sendable {
    /// The pattern that the name of an event must fit to have this severity, or `nil` for all events.
    public let events: String?
    /// The id of a finding or a lint rule.
    public let id: String
    /// The severity, or `nil` if the plan ignores the findings.
    public let severity: Severity?
    /// The place in the plan's file that sets the severity.
    public let place: PlanPlace
}

/// How bad a finding is.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// The finding is only information.
    case info
    /// The finding needs attention, but it does not fail a check by default.
    case warning
    /// The finding fails the check by default.
    case error

    /// Returns whether `left` is less severe than `right`.
    public static func < (left: Severity, right: Severity) -> Bool {
        left != right && (left == .info || right == .error)
    }
}

extension TrackingPlan {
    /// The schemas of the named types, by name.
    public var schemasOfTypes: [String: PlanSchema] {
        Dictionary(types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
    }
}

/// An event that an app is meant to track, with the rules for its parameters.
public struct PlannedEvent: Sendable {
    /// The event's name. For an identity event without a name, the event's kind, such as `group`.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The kind of the event, such as `track` or `screen`.
    public var kind = EventKind.track
    /// What happens in the app when the app tracks the event.
    public var description: String?
    /// The teams that own the event. Empty if the plan does not name a team.
    public var owners: [NameWithPlace] = []
    /// The platforms that track the event. Empty if all platforms track the event.
    public var platforms: [NameWithPlace] = []
    /// For each platform, the first app version that tracks the event.
    public var since: [(platform: NameWithPlace, version: AppVersion)] = []
    /// The last day on which apps may track the event, as `YYYY-MM-DD`, or `nil` if there is no last day.
    public var expires: NameWithPlace?
    /// For each platform, the first app version that must not track the event any longer.
    public var ends: [(platform: NameWithPlace, version: AppVersion)] = []
    /// The event that replaces this event, or `nil` if no event replaces it.
    public var replacedBy: NameWithPlace?
    /// Whether the plan says that apps should not track the event any longer.
    public var isDeprecated = false
    /// The shared groups that the event includes in addition to the plan's default groups.
    public var includes: [NameWithPlace] = []
    /// The parameters that the event itself declares, without the parameters of shared groups and variants.
    public var parameters: [PlanProperty] = []
    /// Whether parameters that the plan does not declare break the plan, or `nil` if ``TrackingPlan/isClosed`` decides.
    public var isClosed: Bool?
    /// The variants of the event: parameters that events have only if another parameter has certain values.
    public var variants: [PlanVariant] = []
    /// The rules for all parameters together, or `nil` if there are no such rules.
    public var rules: PlanSchema?
    /// The names that destinations use for the event instead of ``name``.
    public var names: [(destination: NameWithPlace, name: String)] = []
    /// The name of the event in generated Swift.
    public var swift = SwiftNames.none
    /// The parameters of example events. Lint reports an example that does not fit the plan.
    public var examples: [PlanNode] = []
    /// The older versions of the event that released apps still send, from oldest to newest.
    public var versions: [(version: NameWithPlace, event: PlannedEvent)] = []
    /// The ids of findings that a check and lint do not report for the event.
    public var exemptions: [NameWithPlace] = []

    /// The names of the teams that own the event, separated by commas, or `nil` if the plan does not name a team.
    public var owner: String? { owners.isEmpty ? nil : owners.map(\.name).joined(separator: ", ") }

    /// The schemas of the event itself: those of its parameters, of its variants' parameters, and ``rules``.
    public var schemas: [PlanSchema] {
        (parameters + variants.flatMap(\.parameters)).map(\.schema) + (rules.map { [$0] } ?? [])
    }

    /// Whether apps should not track the event any longer, because it is deprecated or another event replaces it.
    public var isAtEnd: Bool { isDeprecated || replacedBy != nil }

    init(_ name: String, at place: PlanPlace) {
        self.name = name
        self.place = place
    }
}
