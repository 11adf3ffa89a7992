import TrackproofPlans

extension Vendor {
    /// RudderStack.
    ///
    /// The layouts describe the objects in object storage, and the tables of events in a data warehouse. Traits can also
    /// be in the member `context`.
    ///
    /// RudderStack's gateway adds `rudderId` and `request_ip` to each call. Its warehouse loader makes the column
    /// `context_request_ip` of the latter. Segment's calls have neither. They can have a member `channel`, although only
    /// RudderStack requires it, and their tables have a column `channel` if an event has a parameter of this name.
    ///
    /// Sources: <https://www.rudderstack.com/docs/destinations/streaming-destinations/amazon-s3/>, and
    /// rudderlabs/rudder-server (f2655fb), `processor/internal/transformer/destination_transformer/embedded/warehouse`,
    /// and `gateway/handle.go`, `toSet["rudderId"]`, `toSet["request_ip"]`.
    package static let rudderStack = Vendor(
        name: "rudderstack",
        destination: .rudderstack,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .asciiSnakeCase),
        layouts: [
            .calls(
                name: "rudderstack", own: ["rudderId", "request_ip"], shared: ["channel"],
                moreTraits: ["context.traits"])
        ]
            + ArchiveLayout.warehouse(
                name: "rudderstack", own: ["context_request_ip", "context_source_id"], shared: ["channel"],
                names: .asciiSnakeCase))
}

private let columns: NameList = [
    "anonymous_id", "channel", "event", "event_text", "id", "original_timestamp", "received_at", "sent_at", "timestamp",
    "user_id", "uuid_ts",
]
