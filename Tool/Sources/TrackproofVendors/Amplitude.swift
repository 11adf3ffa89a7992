import Trackproof
import TrackproofPlans

extension Vendor {
    /// Amplitude.
    ///
    /// The layout describes the files of the Export API, and the files in Amazon S3.
    ///
    /// Source: <https://amplitude.com/docs/apis/analytics/export>
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
                time: ["event_time"])
        ])
}
