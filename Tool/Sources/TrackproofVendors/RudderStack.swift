extension Vendor {
    /// RudderStack.
    ///
    /// The layout describes the objects in object storage. Traits can also be in the member `context`.
    ///
    /// Source: <https://www.rudderstack.com/docs/destinations/streaming-destinations/amazon-s3/>
    package static let rudderStack = Vendor(
        name: "rudderstack",
        layouts: [.calls(name: "rudderstack", mark: ["channel"], moreTraits: ["context.traits"])])
}
