public import Foundation
import TrackproofPlatform

/// The address of a collector, and the environment variables by which an app and its SDKs find it.
public enum CollectorURL {
    /// The vendors that the collector knows by name. A vendor's name is also the prefix of its path.
    public static let vendors = [
        "amplitude", "appmetrica", "countly", "ga4", "matomo", "mixpanel", "otlp", "posthog", "rudderstack", "segment",
        "snowplow", "trackproof",
    ]

    /// Returns the variables with the addresses: of the collector or one of its sessions, for each vendor, and for
    /// OpenTelemetry.
    public static func variables(_ url: URL) -> [String: String] {
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

    /// Returns the address with its scheme and host in lower case.
    ///
    /// Capitals have no meaning in these parts. However, Foundation keeps them, and `URLSession` does not accept the
    /// scheme `HTTP`.
    public static func lowercased(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        parts.scheme = parts.scheme?.lowercased()
        parts.encodedHost = parts.encodedHost?.lowercased()
        return parts.url ?? url
    }

    /// Returns whether a host is a loopback host: `localhost`, `::1`, `[::1]` or an IPv4 address that begins with 127.
    public static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return ["localhost", "::1", "[::1]"].contains(host.lowercased())
            || (bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil))
    }
}
