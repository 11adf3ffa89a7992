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
        layouts: [
            ArchiveLayout(
                name: "amplitude",
                members: [["event_type", "event_properties"], ["event_type", "amplitude_id"]],
                event: ["event_type"],
                parameters: ["event_properties"],
                version: ["version_name"],
                platform: ["platform", "os_name"],
                time: ["event_time"]),
            // The tables in Snowflake. The columns of properties are objects or texts with JSON.
            ArchiveLayout(
                name: "amplitude-snowflake",
                members: [["EVENT_TYPE", "EVENT_PROPERTIES"], ["EVENT_TYPE", "AMPLITUDE_ID"]],
                event: ["EVENT_TYPE"],
                parameters: ["EVENT_PROPERTIES"],
                version: ["VERSION_NAME"],
                platform: ["PLATFORM", "OS_NAME"],
                time: ["EVENT_TIME"]),
        ])
}
