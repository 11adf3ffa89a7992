/// The maximum length of a name or a value.
public struct LengthLimit: Sendable, Equatable {
    /// What a limit counts.
    public enum Unit: String, Sendable {
        case characters, bytes
    }

    /// The maximum length.
    public let most: Int
    /// What the limit counts.
    public let unit: Unit

    static func characters(_ most: Int) -> LengthLimit { LengthLimit(most: most, unit: .characters) }
    static func bytes(_ most: Int) -> LengthLimit { LengthLimit(most: most, unit: .bytes) }

    /// Returns the length of a text in the unit of the limit.
    public func length(of text: String) -> Int { unit == .bytes ? text.utf8.count : text.unicodeScalars.count }
}

/// The limits that a destination publishes. A limit is `nil` if the destination does not publish it.
public struct DestinationLimits: Sendable {
    /// The maximum length of an event's name.
    public var event: LengthLimit?
    /// The maximum length of a parameter's name.
    public var parameter: LengthLimit?
    /// The maximum length of a text in a parameter.
    var value: LengthLimit?
    /// The maximum number of an event's parameters, or of a user's traits.
    public var count: Int?
}

extension Destination {
    /// Returns the destination's limits. Some limits differ between parameters of events and traits of users.
    public func limits(_ use: DestinationUse) -> DestinationLimits {
        switch self {
        case .amplitude:
            // amplitude.com/docs, "Limits": "Character limit for strings". The page has no limit for the number of
            // properties.
            DestinationLimits(value: .characters(1_024))
        case .appmetrica:
            // appmetrica/appmetrica-sdk-ios, AMATruncatorsFactory.m (76c61cc): the SDK cuts event names at this length.
            DestinationLimits(event: .characters(1_000))
        case .countly:
            // countly-server, `common.fixEventKey`: drops events with longer names. The other limits are defaults of SDKs.
            DestinationLimits(
                event: .characters(127), parameter: .characters(128), value: .characters(256),
                count: use == .event ? 100 : nil)
        case .ga4:
            // support.google.com/analytics/answer/9267744, "Event collection limits".
            use == .event
                ? DestinationLimits(
                    event: .characters(40), parameter: .characters(40), value: .characters(100), count: 25)
                : DestinationLimits(parameter: .characters(24), value: .characters(36), count: 25)
        case .glean:
            // mozilla/glean_parser, metrics.2-0-0.schema.yaml (f6c1d64), and Glean's documentation of events.
            DestinationLimits(event: .characters(70), parameter: .characters(40), value: .bytes(500), count: 50)
        case .mixpanel:
            // mixpanel/docs, events-and-properties.mdx (ba22906). Only events have a maximum number of properties.
            DestinationLimits(
                event: .characters(255), parameter: .characters(255), value: .characters(255),
                count: use == .event ? 255 : nil)
        case .redshift:
            // Amazon Redshift's guide: "Names and identifiers", "CTAS usage notes", and the maximum of VARCHAR.
            DestinationLimits(event: .bytes(127), parameter: .bytes(127), value: .bytes(65_535), count: 1_600)
        case .rudderstack, .segment: DestinationLimits()
        }
    }

    /// Returns the limit for the value of the parameter with this name, or `nil` if there is no limit.
    public func valueLimit(of parameter: String, _ use: DestinationUse) -> LengthLimit? {
        guard self == .ga4, use == .event else { return limits(use).value }
        // support.google.com/analytics/answer/6317485: the values of these three parameters may be longer.
        switch parameter {
        case "page_title": return .characters(300)
        case "page_referrer": return .characters(420)
        case "page_location": return .characters(1_000)
        default: return limits(use).value
        }
    }

    /// Returns what the destination demands of the value of a parameter or trait, or `nil` if the types are as demanded.
    public func demand(brokenByTypes types: JSONTypes, of parameter: String, _ use: DestinationUse) -> String? {
        // The SDKs of Firebase accept texts and numbers, and a list of objects in `items`. They drop other values, and
        // only write so into the device's log.
        guard self == .ga4, types.isSubset(of: [.array, .object]), use != .event || parameter != "items" else {
            return nil
        }
        return "a text or a number"
    }

    /// The names of events' parameters that the destination reserves, or `nil` if a check of events does not need them.
    public var reservedNames: NameList? { self == .ga4 ? Self.ga4ReservedNames : nil }

    // support.google.com/analytics/answer/13316687, "Reserved event parameter names"
    private static let ga4ReservedNames: NameList = ["_*", "firebase_*", "ga_*", "google_*", "gtag.*"]

    /// Returns what the destination demands of the characters of a name, or `nil` if the name is as demanded.
    ///
    /// - Parameter name: The name of an event, a parameter or a trait.
    public func demand(brokenBy name: String) -> String? {
        // support.google.com/analytics/answer/13316687, "Event naming rules". Letters of all languages are allowed. The
        // SDKs drop an event or a parameter with another name, and only write so into the device's log.
        guard self == .ga4 else { return nil }
        let isRight = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isRight ? nil : "a letter at the beginning, and only letters, digits and underscores"
    }
}
