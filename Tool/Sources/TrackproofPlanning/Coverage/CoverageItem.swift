import Trackproof
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// Something in a plan that recordings can show: an event, a parameter, a value or a variant.
package struct CoverageItem: Sendable, Hashable {
    /// What the item is.
    package enum Kind: String, Sendable, CaseIterable {
        /// An event.
        case event
        /// A parameter of an event, or a property of an object in a parameter.
        case parameter
        /// A value that `enum` lists together with other values.
        case value
        /// A variant of an event.
        case variant
        /// All parts of an event that the map does not contain, because the event has too many. No recording shows them.
        case uncounted
    }

    /// What the item is.
    package let kind: Kind
    /// The name of the event.
    package let event: String
    /// The path of the parameter, such as `items[].sku`. Empty for an event and for a variant.
    package let path: String
    /// For a value, the value as text. For a variant, its condition, such as `"method" is "card"`.
    ///
    /// For a parameter that only a variant declares, also the condition of the variant. Otherwise `nil`.
    package let detail: String?
    /// The team that owns the event, or `nil` if the plan does not name a team.
    package let owner: String?
    /// The platforms that track the event or send the parameter. Empty for all platforms.
    package let platforms: [String]
    /// The place of the item in the plan's file.
    package let place: PlanPlace
    /// The index of the item that contains this item, or `nil` for an event. For example, an event contains its
    /// parameters.
    package let parent: Int?

    /// Creates an item.
    package init(
        kind: Kind, event: String, path: String, detail: String?, owner: String?, platforms: [String], place: PlanPlace,
        parent: Int?
    ) {
        self.kind = kind
        self.event = event
        self.path = path
        self.detail = detail
        self.owner = owner
        self.platforms = platforms
        self.place = place
        self.parent = parent
    }

    /// Returns whether recordings of this platform should show the item.
    package func isExpected(on platform: String) -> Bool {
        platforms.isEmpty || platforms.contains(where: platform.isPlatform)
    }
}

extension CoverageItem: CustomStringConvertible {
    /// The item as a short text, such as `login_failed: reason = "cancelled"`.
    package var description: String {
        let name = event.nameForDisplay
        let path = path.safeForDisplay
        switch kind {
        case .event: return name
        case .parameter: return "\(name): \(path)" + (detail.map { " if \($0)" } ?? "")
        case .value: return "\(name): \(path) = \(detail ?? "")"
        case .variant: return "\(name): variant if \(detail ?? "")"
        case .uncounted: return "\(name): the event has too many parts, so some are not counted"
        }
    }
}
