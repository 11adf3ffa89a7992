import TrackproofPlans

extension Vendor {
    /// Segment, which converts the names of columns to snake case, and discards some of them.
    ///
    /// The layout describes the objects in Amazon S3.
    ///
    /// Sources: <https://segment.com/docs/connections/storage/catalog/aws-s3/>, and segmentio/segment-docs,
    /// warehouses/schema.md (747b35d), for reserved names.
    package static let segment = Vendor(
        name: "segment",
        destination: .segment,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .snakeCase),
        layouts: [.calls(name: "segment")])
}

private let columns: NameList = ["anonymous_id", "event", "event_text", "id", "received_at", "sent_at", "user_id"]

extension ArchiveLayout {
    /// Returns the layout of complete SDK calls, which Segment and RudderStack share.
    ///
    /// - Parameter mark: The names of members that only this vendor's records have.
    static func calls(name: String, mark: [String] = [], moreTraits: [FieldPath] = []) -> ArchiveLayout {
        ArchiveLayout(
            name: name,
            members: ["messageId", "anonymousId", "userId"].map { ["type", $0] + mark },
            event: ["event", "name"],
            kind: ["type"],
            parameters: ["properties"],
            traits: ["traits"] + moreTraits,
            extras: [Extra("category", "category")],
            version: ["context.app.version"],
            platform: ["context.device.type", "context.os.name"],
            time: ["timestamp", "originalTimestamp"])
    }
}
