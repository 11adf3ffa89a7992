import TrackproofPlans

extension Vendor {
    /// Segment, which converts the names of columns to snake case, and discards some of them.
    ///
    /// The layouts describe the objects in Amazon S3, and the tables of events in a data warehouse.
    ///
    /// Sources: <https://segment.com/docs/connections/storage/catalog/aws-s3/>, and segmentio/segment-docs,
    /// warehouses/schema.md (747b35d).
    package static let segment = Vendor(
        name: "segment",
        destination: .segment,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .snakeCase),
        layouts: [.calls(name: "segment")] + ArchiveLayout.warehouse(name: "segment", marks: ["received_at"]))
}

private let columns: NameList = [
    "anonymous_id", "event", "event_text", "id", "original_timestamp", "received_at", "sent_at", "timestamp", "user_id",
]

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

extension ArchiveLayout {
    /// Returns the layouts of the tables of events, which have a column for each parameter.
    ///
    /// - Parameter marks: The names of columns that only this vendor's tables have. Each row has one of them.
    static func warehouse(name: String, marks: [String]) -> [ArchiveLayout] {
        let rows = ArchiveLayout(
            name: name + "-warehouse",
            members: marks.map { ["event_text", $0] },
            event: ["event_text"],
            form: .columns(
                except: NameList(
                    words: """
                        anonymous_id channel context_* event id loaded_at original_timestamp received_at record_id
                        rudder_event sent_at timestamp user_id uuid uuid_ts
                        """)),
            version: ["context_app_version"],
            platform: ["context_device_type", "context_os_name"],
            time: ["timestamp", "original_timestamp"],
            names: .snakeCase,
            nesting: "_",
            areTypesLost: true,
            areNullsAbsent: true,
            blindSpots: [.null, .wrongType, .integerAsFloat])
        return [rows, rows.inSnowflake(name + "-snowflake")]
    }
}
