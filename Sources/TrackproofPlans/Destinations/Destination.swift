public import Trackproof

/// A vendor or data warehouse that publishes limits or reserved names. The raw value is its name in a plan.
public enum Destination: String, CaseIterable, Sendable {
    case amplitude, appmetrica, countly, ga4, glean, mixpanel, redshift, rudderstack, segment

    /// Creates the destination with this name in a plan. The name `firebase` gives `ga4`, to which Firebase sends
    /// events.
    public init?(named name: String) {
        self.init(rawValue: name == "firebase" ? "ga4" : name)
    }

    /// The names that a plan can use for the destinations in this enum.
    public static let names = (allCases.map(\.rawValue) + ["firebase"]).sorted()

    /// The name of the destination in messages.
    public var title: String {
        switch self {
        case .amplitude: "Amplitude"
        case .appmetrica: "AppMetrica"
        case .countly: "Countly"
        case .ga4: "Google Analytics 4"
        case .glean: "Glean"
        case .mixpanel: "Mixpanel"
        case .redshift: "Redshift"
        case .rudderstack: "RudderStack"
        case .segment: "Segment"
        }
    }

    /// Returns the destinations of a plan that have known limits, each only once.
    public static func all(of plan: TrackingPlan) -> [Destination] {
        var seen: Set<Destination> = []
        return plan.destinations.compactMap { Destination(named: $0.name) }.filter { seen.insert($0).inserted }
    }
}

/// Whether destinations store the parameters of an event as parameters, or as traits of a user.
public enum DestinationUse: Sendable {
    /// Destinations store the parameters as parameters of an event.
    case event
    /// Destinations store the parameters as traits of a user.
    case traits

    /// Creates the use for a kind of event, or returns `nil` if destinations store events of this kind differently.
    public init?(_ kind: EventKind) {
        switch kind {
        case .track, .screen, .page: self = .event
        case .identify: self = .traits
        case .group, .alias, .reset: return nil
        }
    }
}
