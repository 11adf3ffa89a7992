import TrackproofPlans

extension Vendor {
    /// Segment, which converts the names of columns to snake case, and discards some of them.
    ///
    /// The layouts describe the objects in Amazon S3, and the tables of events in a data warehouse.
    ///
    /// Segment adds no member to each call that other vendors do not write (segment-docs, spec/common.md, 02d62cb). So
    /// calls without the members of RudderStack are Segment's.
    ///
    /// Sources: <https://segment.com/docs/connections/storage/catalog/aws-s3/>, and segmentio/segment-docs,
    /// warehouses/schema.md (747b35d).
    package static let segment = Vendor(
        name: "segment",
        destination: .segment,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .snakeCase),
        layouts: [.calls(name: "segment")] + ArchiveLayout.warehouse(name: "segment", shared: ["received_at"]))
}

private let columns: NameList = [
    "anonymous_id", "event", "event_text", "id", "original_timestamp", "received_at", "sent_at", "timestamp", "user_id",
]

extension ArchiveLayout {
    /// Returns the layout of complete SDK calls, which Segment and RudderStack share.
    ///
    /// - Parameters:
    ///   - own: The names of members that only this vendor's records have. A record has at least one of them.
    ///   - shared: The names of members that this vendor's records have, but records of the other vendor can have too.
    static func calls(
        name: String, own: [String] = [], shared: [String] = [], moreTraits: [FieldPath] = []
    ) -> ArchiveLayout {
        let ids = ["messageId", "anonymousId", "userId"]
        return ArchiveLayout(
            name: name,
            members: own.flatMap { member in ids.map { ["type", $0, member] } },
            sharedMembers: ids.map { ["type", $0] + shared },
            event: ["event", "name"],
            definitionVersion: ["context.protocols.event_version"],
            kind: ["type"],
            parameters: ["properties"],
            traits: ["traits"] + moreTraits,
            extras: [Extra("category", "category")],
            version: ["context.app.version"],
            platform: ["context.device.type", "context.os.name"],
            time: ["timestamp", "originalTimestamp"],
            identity: [["messageId"]])
    }
}

extension ArchiveLayout {
    /// Returns the layouts of the tables of events, which have a column for each parameter.
    ///
    /// - Parameters:
    ///   - own: The names of columns that only this vendor's tables have. A table has at least one of them.
    ///   - shared: The names of columns that this vendor's tables have, but tables of the other vendor can have too.
    static func warehouse(
        name: String, own: [String] = [], shared: [String], names: NameConversion = .snakeCase
    ) -> [ArchiveLayout] {
        let rows = ArchiveLayout(
            name: name + "-warehouse",
            members: own.map { ["event_text", $0] },
            sharedMembers: [["event_text"] + shared],
            event: ["event_text"],
            definitionVersion: ["context_protocols_event_version"],
            form: .columns(
                except: NameList(
                    words: """
                        anonymous_id channel context_* event id loaded_at original_timestamp received_at record_id
                        rudder_event sent_at timestamp user_id uuid uuid_ts
                        """)),
            version: ["context_app_version"],
            platform: ["context_device_type", "context_os_name"],
            time: ["timestamp", "original_timestamp"],
            names: names,
            nesting: "_",
            areTypesLost: true,
            areNullsAbsent: true,
            identity: [["id"]],
            blindSpots: [.null, .wrongType, .integerAsFloat])
        return [rows, rows.inSnowflake(name + "-snowflake")]
    }
}
