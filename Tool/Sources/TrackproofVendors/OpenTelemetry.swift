import TrackproofPlans

extension Vendor {
    /// OpenTelemetry, whose logs contain events.
    ///
    /// Sources: `SessionLogRecordProcessor` in opentelemetry-swift 2.5.2, and `core/…/internal/processors` in
    /// opentelemetry-android 1.6.0
    package static let openTelemetry = Vendor(
        name: "otlp",
        ownParameters: ["app.screen.name", "network.*", "session.id", "session.previous_id"])
}
