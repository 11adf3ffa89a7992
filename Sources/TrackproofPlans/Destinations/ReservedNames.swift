/// The names and beginnings of names that a destination reserves, so that apps cannot use them.
public struct ReservedNames: Sendable {
    var names: Set<String> = []
    var prefixes: [String] = []

    /// Returns whether the name or its beginning is reserved, or `nil` if neither is reserved.
    public func reserved(in name: String) -> Reserved? {
        if names.contains(name) { return .name }
        return prefixes.first(where: name.hasPrefix).map(Reserved.prefix)
    }

    /// What is reserved: the complete name, or its beginning.
    public enum Reserved: Sendable {
        case name
        case prefix(String)
    }
}

extension Destination {
    /// The names of events that the destination reserves.
    public var reservedEvents: ReservedNames {
        guard self == .ga4 else { return ReservedNames() }
        return ReservedNames(names: Self.eventsOfGA4, prefixes: ["firebase_", "ga_", "google_"])
    }

    /// Returns the names that the destination reserves for parameters of events or for traits of users.
    public func reservedParameters(_ use: DestinationUse) -> ReservedNames {
        switch (self, use) {
        case (.ga4, .event):
            // support.google.com/analytics/answer/13316687, "Event naming rules".
            ReservedNames(prefixes: ["_", "firebase_", "ga_", "google_", "gtag."])
        case (.ga4, .traits):
            ReservedNames(names: Self.propertiesOfGA4, prefixes: ["_", "firebase_", "ga_", "google_"])
        case (.mixpanel, .event):
            // mixpanel/docs, reserved-properties.mdx (ba22906).
            ReservedNames(names: [
                "token", "ip", "bucket", "$bucket", "distinct_id", "$distinct_id", "$event_name", "time", "$time",
                "$insert_id", "$ignore", "alias", "$distinct_ids",
            ])
        case (.redshift, _):
            // Amazon Redshift's guide, "Names and identifiers": "System column names".
            ReservedNames(names: ["oid", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"])
        case (.segment, _):
            // segmentio/segment-docs, warehouses/schema.md (747b35d): Segment discards properties with these names.
            ReservedNames(names: [
                "anonymous_id", "event", "event_text", "id", "received_at", "sent_at", "user_id",
            ])
        default: ReservedNames()
        }
    }

    // The names that apps must not use, from
    // developers.google.com/analytics/devguides/collection/protocol/ga4/reference and
    // support.google.com/analytics/answer/13316687. The list leaves out names that are reserved only on web pages, such
    // as "click" and "page_view".
    private static let eventsOfGA4: Set = [
        "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_background",
        "app_clear_data", "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
        "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
        "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "first_open",
        "first_visit", "in_app_purchase", "notification_dismiss", "notification_foreground", "notification_open",
        "notification_receive", "notification_send", "os_update", "session_start", "session_start_with_rollout",
        "user_engagement",
    ]

    // From support.google.com/analytics/answer/13316687. The list leaves out names that are reserved only in reports.
    private static let propertiesOfGA4: Set = [
        "first_open_after_install", "first_open_time", "first_visit_time", "last_deep_link_referrer", "user_id",
    ]
}
