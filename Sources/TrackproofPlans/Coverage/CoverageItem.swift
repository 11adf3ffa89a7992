internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A part of a plan that recordings can show: an event, a parameter, a value or a variant.
@_spi(Tooling) public struct CoverageItem: Sendable, Hashable {
    /// The kind of a part.
    public enum Kind: String, Sendable, CaseIterable {
        /// An event.
        case event
        /// A parameter of an event, or a property of an object in a parameter.
        case parameter
        /// One of several values of `enum`.
        case value
        /// A variant of an event.
        case variant
    }

    /// The kind of the part.
    public let kind: Kind
    /// The name of the event.
    public let event: String
    /// The path of the parameter, such as `items[].sku`. Empty for an event and for a variant.
    public let path: String
    /// The value as text, or the condition of the variant in words.
    ///
    /// A parameter of a variant also has the variant's condition. `nil` for events and for all other parameters.
    public let detail: String?
    /// The team that owns the event.
    public let owner: String?
    /// The platforms that track the event. Empty if all platforms track it.
    public let platforms: [String]
    /// The place in the plan.
    public let place: PlanPlace
    /// The index of the part that contains this part, or `nil` for an event. A parameter is contained in its event.
    public let parent: Int?

    /// Creates a part.
    public init(
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

    /// Returns whether recordings of a platform should show the part.
    func isExpected(on platform: String) -> Bool { platforms.isEmpty || platforms.contains(platform) }
}

extension CoverageItem: CustomStringConvertible {
    /// The part in a few words: `login_failed: reason = "cancelled"`.
    public var description: String {
        let name = event.nameForDisplay
        let path = path.safeForDisplay
        switch kind {
        case .event: return name
        case .parameter: return "\(name): \(path)" + (detail.map { " if \($0)" } ?? "")
        case .value: return "\(name): \(path) = \(detail ?? "")"
        case .variant: return "\(name): variant if \(detail ?? "")"
        }
    }
}
