public import Foundation
import TrackproofPlatform

/// The environment variables by which an app and its SDKs find a collector.
public enum CollectorVariables {
    /// The vendors that the collector knows by name. A vendor's name is also the prefix of its path.
    public static let vendors = [
        "amplitude", "appmetrica", "countly", "ga4", "matomo", "mixpanel", "otlp", "posthog", "rudderstack", "segment",
        "snowplow", "trackproof",
    ]

    /// Returns the variables with the addresses: of the collector or one of its sessions, for each vendor, and for
    /// OpenTelemetry.
    public static func addresses(_ url: URL) -> [String: String] {
        var variables = [
            EnvironmentVariable.collector: url.absoluteString,
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": url.appendingPathComponent("v1/logs").absoluteString,
        ]
        for vendor in vendors {
            let name = EnvironmentVariable.collector + "_" + vendor.uppercased()
            variables[name] = url.appendingPathComponent(vendor).absoluteString
        }
        return variables
    }
}
