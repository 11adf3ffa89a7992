internal import ArgumentParser
internal import Trackproof
internal import TrackproofWire

/// The value of `--wire`: `VENDOR=SOURCE`.
struct WireOption: Sendable {
    let vendor: String
    let source: EventSource

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` that says what the argument may be.
    static func read(_ argument: String) throws -> WireOption {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let vendors = WireDecoders.all.map { $0.vendor }
        guard parts.count == 2, vendors.contains(parts[0]), parts[1] == "app" || parts[1].hasPrefix("provider:") else {
            throw ValidationError(
                "expected VENDOR=app or VENDOR=provider:ID, where VENDOR is one of "
                    + vendors.sorted().joined(separator: ", "))
        }
        return WireOption(vendor: parts[0], source: EventSource(rawValue: parts[1]))
    }
}
