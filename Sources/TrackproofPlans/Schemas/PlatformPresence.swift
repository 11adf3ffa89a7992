import TrackproofPlatform

/// Whether apps send a parameter, for each platform for which the plan says it.
///
/// In a plan: `presence: {ios: always, web: never, android: sometimes}`. On other platforms, `required` and `never` of the
/// parameter apply.
public final class PlatformPresence: Sendable {
    // A class, because few schemas have a presence, and a pointer is smaller than the values. Readers of deep schemas keep
    // many schemas on the stack.

    /// How often apps on a platform send a parameter. Its raw value is its name in plans.
    public enum Frequency: String, Sendable, CaseIterable {
        /// The event must have the parameter.
        case always
        /// The event can have the parameter.
        case sometimes
        /// The event must not have the parameter.
        case never
    }

    /// The place of the member `presence`.
    public let place: PlanPlace
    /// The platforms that the plan names, in the order of the file.
    public let platforms: [(platform: NameWithPlace, frequency: Frequency)]
    /// The platform whose frequency the schema has, if the schema describes the parameter only for this platform.
    let chosen: String?

    fileprivate init(
        _ platforms: [(platform: NameWithPlace, frequency: Frequency)], at place: PlanPlace, chosen: String? = nil
    ) {
        (self.platforms, self.place, self.chosen) = (platforms, place, chosen)
    }

    /// Reads the member `presence` of a parameter.
    convenience init(_ member: PlanMember, _ problems: inout PlanProblems) {
        let members = member.value.members(#"an object such as {"ios": "always", "web": "never"}"#, &problems)
        var platforms: [(platform: NameWithPlace, frequency: Frequency)] = []
        for member in members {
            if member.name == TrackingPlan.allPlatforms {
                problems.add(
                    member.place,
                    "\"*\" is not a platform here; \"required\" and \"never\" apply to all other platforms")
            }
            guard case .string(let word) = member.value.content, let frequency = Frequency(rawValue: word) else {
                problems.expected("\"always\", \"sometimes\" or \"never\"", at: member.value)
                continue
            }
            if let first = platforms.first(where: { $0.platform.name.isPlatform(member.name) }) {
                problems.add(
                    member.place,
                    "\(member.name.quotedForMessages) is the same platform as \(first.platform.name.quotedForMessages)")
            }
            platforms.append((NameWithPlace(member), frequency))
        }
        self.init(platforms, at: member.place)
    }
}

/// The apps for which the rules of a parameter apply.
public enum PlatformScope: Sendable, Hashable {
    /// The apps on a platform. `nil` stands for the platforms that no presence of the event names.
    case platform(String?)
    /// Any app, because its platform is unknown. The event can come from an app on each of these platforms, or on any
    /// platform if the list is empty.
    ///
    /// The weakest rule applies: a parameter is required if it is required on each of the platforms, and forbidden if it is
    /// forbidden on each of them.
    case unknown(among: [String])
}

extension PlanSchema {
    /// Whether the plan requires the value on any platform.
    public var isRequiredAnywhere: Bool {
        isRequired || presence?.platforms.contains { $0.frequency == .always } ?? false
    }

    /// Whether the plan forbids the value on all platforms.
    public var isForbiddenEverywhere: Bool {
        isNever && presence?.platforms.allSatisfy { $0.frequency == .never } ?? true
    }

    /// Returns the schema of a parameter with the presence that it has for some apps.
    fileprivate func presented(for scope: PlatformScope) -> PlanSchema {
        guard let presence else { return self }
        var schema = self
        switch scope {
        case .platform(let name):
            guard let name, let own = presence.platforms.first(where: { $0.platform.name.isPlatform(name) })
            else { break }
            (schema.isRequired, schema.isNever) = (own.frequency == .always, own.frequency == .never)
            schema.presence = PlatformPresence(presence.platforms, at: presence.place, chosen: name)
        case .unknown(let platforms):
            var scopes = platforms.map { PlatformScope.platform($0) }
            if platforms.isEmpty { scopes = presence.platforms.map { .platform($0.platform.name) } + [.platform(nil)] }
            let all = scopes.map(presented)
            (schema.isRequired, schema.isNever) = (all.allSatisfy(\.isRequired), all.allSatisfy(\.isNever))
        }
        return schema
    }
}

extension PlanProperty {
    /// Returns the parameter with the presence that it has for some apps.
    public func presented(for scope: PlatformScope) -> PlanProperty {
        if schema.presence == nil { return self }
        var property = self
        property.schema = schema.presented(for: scope)
        return property
    }
}

extension PlanVariant {
    /// Returns the variant with the presence that its parameters have for some apps.
    public func presented(for scope: PlatformScope) -> PlanVariant {
        var variant = self
        variant.parameters = parameters.map { $0.presented(for: scope) }
        return variant
    }
}

extension TrackingPlan {
    /// Returns the scope of the rules for apps on a platform.
    ///
    /// - Parameters:
    ///   - platform: The platform, or `nil` if it is unknown.
    ///   - event: The event, or `nil` for all events.
    public func scope(of platform: String?, _ event: PlannedEvent?) -> PlatformScope {
        if let platform { return .platform(platform) }
        let own = event?.platforms ?? []
        return .unknown(among: (own.isEmpty ? platforms : own).map(\.name))
    }

    /// Returns the platforms that the presence of an event's parameters names, without those that differ only in case.
    func platformsOfPresence(in event: PlannedEvent) -> [String] {
        let parameters = parameters(of: event) + event.variants.flatMap(\.parameters)
        var names: [String] = []
        for (platform, _) in parameters.flatMap({ $0.schema.presence?.platforms ?? [] })
        where !names.contains(where: platform.name.isPlatform) {
            names.append(platform.name)
        }
        return names
    }
}
