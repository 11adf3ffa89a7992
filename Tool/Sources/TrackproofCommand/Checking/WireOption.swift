import ArgumentParser
import Trackproof
import TrackproofCollectorClient

/// A value of the option `--wire`, in the format `VENDOR=SOURCE`.
///
/// The command compares the events of the source with what the vendor's SDK sent.
struct WireOption: Sendable {
    let vendor: String
    let source: EventSource

    /// Parses an argument of `--wire`, such as `segment=app`.
    ///
    /// - Throws: `ValidationError` if the argument is invalid. The error's message describes valid arguments.
    static func read(_ argument: String) throws -> WireOption {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let vendors = CollectorURL.vendors
        guard parts.count == 2, vendors.contains(parts[0]), parts[1] == "app" || parts[1].hasPrefix("provider:") else {
            throw ValidationError(
                "expected VENDOR=app or VENDOR=provider:ID, where VENDOR is one of "
                    + vendors.sorted().joined(separator: ", "))
        }
        return WireOption(vendor: parts[0], source: EventSource(rawValue: parts[1]))
    }
}
