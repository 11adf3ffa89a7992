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
        layouts: [.calls(name: "rudderstack", mark: ["channel"], moreTraits: ["context.traits"])]
            + ArchiveLayout.warehouse(name: "rudderstack", marks: ["channel", "context_source_id"]))
}
