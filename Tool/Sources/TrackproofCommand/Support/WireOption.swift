internal import ArgumentParser
internal import Trackproof
internal import TrackproofWire

/// `VENDOR=SOURCE`, as `--wire` takes it.
struct WireOption: Sendable {
    let vendor: String
    let source: EventSource

    /// Reads an argument.
    ///
    /// - Throws: what is wrong with it, and what it may be.
    static func read(_ argument: String) throws -> WireOption {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let vendors = WireDecoders.all.map { $0.vendor }
        guard parts.count == 2, vendors.contains(parts[0]), parts[1] == "app" || parts[1].hasPrefix("provider:") else {
            throw ValidationError(
                "expected VENDOR=app or VENDOR=provider:ID, with one of the vendors "
                    + vendors.sorted().joined(separator: ", "))
        }
        return WireOption(vendor: parts[0], source: EventSource(rawValue: parts[1]))
    }
}
