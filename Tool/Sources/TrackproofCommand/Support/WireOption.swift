internal import ArgumentParser
internal import Trackproof
internal import TrackproofWire

/// `VENDOR=SOURCE`, as `--wire` takes it.
struct WireOption: ExpressibleByArgument, Sendable {
    let vendor: String
    let source: EventSource

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, WireDecoders.all.contains(where: { $0.vendor == parts[0] }),
            parts[1] == "app" || parts[1].hasPrefix("provider:")
        else { return nil }
        (vendor, source) = (parts[0], EventSource(rawValue: parts[1]))
    }
}
