package import Trackproof
package import TrackproofPlans

/// The facts about a vendor or data warehouse that decoders, checks of archives and lint share.
///
/// Each vendor's facts are in a file of their own. The facts that the library needs too are in `TrackproofPlans`: the
/// limits (``/TrackproofPlans/DestinationLimits``) and the names of SDKs' events (``/TrackproofPlans/SDKEvents``).
package struct Vendor: Sendable {
    /// The name in sources, such as `wire:segment`.
    package let name: String
    /// The name in a plan, or `nil` if Trackproof knows neither limits nor reserved names.
    package let destination: Destination?
    /// The parameters that the SDKs add to events, and that requests contain among the parameters of the app.
    package let ownParameters: NameList
    /// The traits that the SDKs add to users and groups.
    package let ownTraits: NameList
    /// The events that report a screen or page.
    package let shown: [ShownEvent]
    /// The names that apps cannot use.
    package let reserved: ReservedNames
    /// What two events must share, beside their id, so that the vendor keeps only one of them.
    package let identity: [IdentityPart]
    /// The layouts of the files that the vendor exports.
    package let layouts: [ArchiveLayout]

    /// A part of what makes up the identity of an event.
    package enum IdentityPart: Sendable {
        case name
        /// The anonymous id, such as the id of the device.
        case device
        /// The user, or the anonymous id of somebody who is not signed in.
        case person
        case time, day
        /// The kind, the name and the parameters.
        case content
    }

    /// Creates the facts about a vendor.
    ///
    /// - Parameter layouts: The layouts, without what requests and exports have in common: the source, the parameters
    ///   that the SDKs add, and the events that report a screen or page.
    init(
        name: String, destination: Destination? = nil, ownParameters: NameList = [], ownTraits: NameList = [],
        shown: [ShownEvent] = [], reserved: ReservedNames = ReservedNames(), identity: [IdentityPart] = [],
        layouts: [ArchiveLayout] = []
    ) {
        self.name = name
        self.destination = destination
        self.ownParameters = ownParameters
        self.ownTraits = ownTraits
        self.shown = shown
        self.reserved = reserved
        self.identity = identity
        self.layouts = layouts.map { layout in
            var layout = layout
            layout.source = .wire(name)
            layout.ownNames = layout.ownNames + ownParameters
            layout.shown = shown
            return layout
        }
    }

    /// All vendors with known facts. If the layouts of several vendors fit a record equally well, the first of these
    /// vendors counts.
    package static let all: [Vendor] = [
        segment, rudderStack, amplitude, postHog, mixpanel, ga4, snowplow, countly, openTelemetry, redshift,
    ]

    /// Returns the facts about the vendor with this name in sources, or `nil` if Trackproof knows none.
    package static func named(_ name: String) -> Vendor? { all.first { $0.name == name } }

    /// Returns the rule for an event that reports a screen or page, or `nil` for any other event.
    package func shown(_ event: String) -> ShownEvent? { shown.first { $0.event == event } }
}

/// An event of the kind `track` that reports a screen or page.
package struct ShownEvent: Sendable, Hashable {
    /// The name of the event.
    package var event: String
    /// The kind of event that the vendor means: `screen` or `page`.
    package var kind: EventKind
    /// The names of the parameters that can contain the name of the screen or page.
    package var names: [String]
    /// Whether the name is a parameter of the event, and not a property that the SDK adds to it.
    ///
    /// If so, an event without this parameter is not a screen or page.
    package var isNamedByParameter: Bool
    /// The parameters that the SDKs add only to this event.
    package var ownParameters: NameList

    /// Creates a rule.
    package init(
        _ event: String, _ kind: EventKind, names: [String], isNamedByParameter: Bool = false,
        ownParameters: NameList = []
    ) {
        self.event = event
        self.kind = kind
        self.names = names
        self.isNamedByParameter = isNamedByParameter
        self.ownParameters = ownParameters
    }

    /// Returns the screen or page that an event with these parameters reports, or `nil` if it reports none.
    ///
    /// The parameter that gave the name is not a parameter of the screen or page. If the SDKs add the name, no parameter
    /// that they add is.
    package func event(_ parameters: EventParameters) -> Event? {
        if !isNamedByParameter {
            let rest = parameters.filter { !names.contains($0.name) && !ownParameters.contains($0.name) }
            return Event(name { parameters[$0] } ?? "", EventParameters(rest), kind: kind)
        }
        for name in names {
            guard let text = parameters[name]?.string, !text.isEmpty else { continue }
            let rest = parameters.filter { $0.name != name && !ownParameters.contains($0.name) }
            return Event(text, EventParameters(rest), kind: kind)
        }
        return nil
    }

    /// Returns a member for the context of the screen or page, with the parameters from which its name comes.
    ///
    /// If a plan has the vendor's event instead of the screen or page, a check finds these parameters there.
    package func origin(_ value: (String) -> EventValue?) -> EventParameter {
        EventParameter(
            event, .object(EventParameters(names.compactMap { name in value(name).map { EventParameter(name, $0) } })))
    }

    /// Returns the name of the screen or page: the first text that is not empty, or `nil` if there is no such text.
    ///
    /// - Parameter value: A closure that returns the value of a parameter.
    package func name(_ value: (String) -> EventValue?) -> String? {
        for name in names {
            if let text = value(name)?.string, !text.isEmpty { return text }
        }
        return nil
    }
}

/// The conversion of the names of parameters to the names of columns in the tables of a vendor or data warehouse.
package enum NameConversion: String, Sendable, Hashable, CaseIterable {
    case snakeCase = "snake_case"
    /// Snake case without letters outside ASCII. A reserved word of a database, such as `order`, becomes `_order`.
    case asciiSnakeCase = "ascii_snake_case"
    case lowercase
}

/// The names that a destination keeps for its own use. It drops or changes what apps send under these names.
package struct ReservedNames: Sendable {
    /// The reserved names of events.
    package var events: NameList = []
    /// The reserved names of an event's parameters.
    package var parameters: NameList = []
    /// The reserved names of a user's traits.
    package var traits: NameList = []
    /// The conversion of a name before the destination compares it with the reserved names, or `nil` if the destination
    /// does not convert names.
    package var conversion: NameConversion?
}

extension Destination {
    /// The names that the destination reserves.
    package var reserved: ReservedNames {
        Vendor.all.first { $0.destination == self }?.reserved ?? ReservedNames()
    }
}
