internal import Trackproof

/// A vendor or warehouse with published limits. The raw value is its name in plans.
enum Destination: String, CaseIterable, Sendable {
    case amplitude, appmetrica, countly, ga4, glean, mixpanel, redshift, segment

    /// Returns the destination with a name. Firebase sends to Google Analytics 4.
    init?(named name: String) {
        self.init(rawValue: name == "firebase" ? "ga4" : name)
    }

    /// The names that plans may use.
    static let names = (allCases.map(\.rawValue) + ["firebase"]).sorted()

    /// The name for messages.
    var title: String {
        switch self {
        case .amplitude: "Amplitude"
        case .appmetrica: "AppMetrica"
        case .countly: "Countly"
        case .ga4: "Google Analytics 4"
        case .glean: "Glean"
        case .mixpanel: "Mixpanel"
        case .redshift: "Redshift"
        case .segment: "Segment"
        }
    }

    /// Returns the known destinations of a plan, without repetitions.
    static func all(of plan: TrackingPlan) -> [Destination] {
        var seen: Set<Destination> = []
        return plan.destinations.compactMap { Destination(named: $0.name) }.filter { seen.insert($0).inserted }
    }
}

/// How destinations use the parameters of an event.
enum DestinationUse: Sendable {
    /// Parameters of an event.
    case event
    /// Traits of a user.
    case traits

    /// Creates the use for a kind of event, or returns `nil` if destinations treat the kind too differently.
    init?(_ kind: EventKind) {
        switch kind {
        case .track, .screen, .page: self = .event
        case .identify: self = .traits
        case .group, .alias: return nil
        }
    }
}
