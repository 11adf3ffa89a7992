import Trackproof
import TrackproofPlans

extension Vendor {
    /// Amplitude.
    ///
    /// The layouts describe the files of the Export API, the files in Amazon S3, and the tables in Snowflake.
    ///
    /// Sources: <https://amplitude.com/docs/apis/analytics/export>, and snowflake.md in amplitude/amplitude-docs (6e7e48e3).
    package static let amplitude = Vendor(
        name: "amplitude",
        destination: .amplitude,
        ownParameters: ["[Amplitude] *"],
        shown: [
            ShownEvent("[Amplitude] Screen Viewed", .screen, names: ["[Amplitude] Screen Name"]),
            ShownEvent("[Amplitude] Page Viewed", .page, names: ["[Amplitude] Page Title"]),
        ],
        // HTTP V2 API, "event_type"
        reserved: ReservedNames(events: [
            "[Amplitude] Start Session", "[Amplitude] End Session", "[Amplitude] Revenue",
            "[Amplitude] Revenue (Verified)", "[Amplitude] Revenue (Unverified)", "[Amplitude] Merged User",
        ]),
        // amplitude/amplitude-docs, api/en/http-v2.md, "insert_id" (6e7e48e)
        identity: [.device],
        // In Snowflake, the columns of properties are objects or texts with JSON.
        layouts: [export, export.inSnowflake("amplitude-snowflake")])
}

/// Amplitude's server can give the members of an object parameters of their own, such as `address.city`.
///
/// Source: amplitude/Amplitude-Android, issue 130
private let export = ArchiveLayout(
    name: "amplitude",
    members: [["event_type", "event_properties"], ["event_type", "amplitude_id"]],
    event: ["event_type"],
    parameters: ["event_properties"],
    version: ["version_name"],
    platform: ["platform", "os_name"],
    time: ["event_time"],
    nesting: ".",
    identity: [["uuid"], ["device_id", "$insert_id"], ["device_id", "insert_id"]],
    blindSpots: [.limit])
