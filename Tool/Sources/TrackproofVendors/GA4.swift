import Trackproof
package import TrackproofPlans

extension Vendor {
    /// Google Analytics 4, to which Firebase sends events.
    ///
    /// The layout describes the rows of the export to BigQuery, as JSON. The export has no booleans, no null and no
    /// nested values. So the check converts numbers and texts to the types that the plan expects.
    ///
    /// Sources: <https://support.google.com/analytics/answer/13316687> for reserved names, and
    /// <https://support.google.com/analytics/answer/7029846> for the export.
    package static let ga4 = Vendor(
        name: "ga4",
        destination: .ga4,
        ownParameters: ["session_id", "engagement_time_msec"],
        shown: [
            ShownEvent("screen_view", .screen, names: ["firebase_screen", "screen_name"], isNamedByParameter: true),
            ShownEvent("page_view", .page, names: ["page_title", "page_location"], isNamedByParameter: true),
        ],
        reserved: ReservedNames(
            events: SDKEvents.ga4,
            parameters: Destination.ga4.reservedNames ?? [],
            // The list leaves out names that are reserved only in reports.
            traits: [
                "_*", "firebase_*", "ga_*", "google_*", "first_open_after_install", "first_open_time",
                "first_visit_time", "last_deep_link_referrer", "user_id",
            ]),
        layouts: [
            ArchiveLayout(
                name: "ga4",
                members: [["event_name", "event_params"]],
                event: ["event_name"],
                parameters: ["event_params"],
                form: .list(name: "key", value: "value"),
                extras: [ArchiveLayout.Extra("items", "items", .ga4Items)],
                version: ["app_info.version"],
                platform: ["platform"],
                time: ["event_timestamp"],
                timeUnit: .microseconds,
                ownNames: [
                    "firebase_*", "ga_*", "engaged_session_event", "session_engaged", "batch_page_id",
                    "batch_ordering_id", "batch_event_index", "debug_mode", "page_location", "page_referrer",
                    "page_title", "entrances",
                    "ignore_referrer", "source", "medium", "campaign", "campaign_id", "term", "content",
                ] + SDKEvents.campaign,
                // Before July 2024, rows have no index in their batch.
                identity: [rowKey + ["batch_event_index"], rowKey + ["event_params"]],
                blindSpots: [.wrongType, .null, .integerAsFloat, .limit])
        ])
}

private let rowKey: [FieldPath] = [
    "stream_id", "user_pseudo_id", "event_name", "event_timestamp", "event_bundle_sequence_id",
]

/// The members of the products in the export of Google Analytics 4.
///
/// Source: <https://support.google.com/analytics/answer/7029846>, "items"
package enum GA4Item {
    /// The members that Google computes.
    package static let computed: NameList = ["price_in_usd", "item_revenue*", "item_refund*"]
    /// The names of apps for the members that have another name in the export.
    package static let names = ["item_list_index": "index"]
    /// The text that stands for an absent member.
    package static let absent = "(not set)"
}
