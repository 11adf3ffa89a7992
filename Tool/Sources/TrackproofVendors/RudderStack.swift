import TrackproofPlans

extension Vendor {
    /// RudderStack.
    ///
    /// The layouts describe the objects in object storage, and the tables of events in a data warehouse. Traits can also
    /// be in the member `context`.
    ///
    /// Sources: <https://www.rudderstack.com/docs/destinations/streaming-destinations/amazon-s3/>, and
    /// rudderlabs/rudder-server (f2655fb), `processor/internal/transformer/destination_transformer/embedded/warehouse`.
    package static let rudderStack = Vendor(
        name: "rudderstack",
        destination: .rudderstack,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .snakeCase),
        layouts: [.calls(name: "rudderstack", mark: ["channel"], moreTraits: ["context.traits"])]
            + ArchiveLayout.warehouse(name: "rudderstack", marks: ["channel", "context_source_id"]))
}

private let columns: NameList = [
    "anonymous_id", "channel", "event", "event_text", "id", "original_timestamp", "received_at", "sent_at", "timestamp",
    "user_id", "uuid_ts",
]
