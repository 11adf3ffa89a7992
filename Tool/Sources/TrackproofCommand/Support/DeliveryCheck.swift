internal import Foundation
internal import Trackproof
internal import TrackproofCollector
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofWire

/// Compares what arrived on the wire with what was to be sent: what its SDK lost, sent twice or changed.
struct DeliveryCheck {
    let recording: Recording
    /// What came to the collector, whatever the events say of themselves.
    let received: Collector.Received
    /// What a vendor's wire is compared with, where that was said.
    let upstreams: [String: EventSource]
    let reports: [ReportOption]
    /// What the snapshot said of the events, or became.
    let snapshot: SnapshotJudgement.Verdict
    /// The command as it was given.
    let command: String

    /// What came by the bridge: in the recording, what was received stands behind it.
    private var tracked: ArraySlice<RecordedEvent> { recording.events.dropLast(received.events.count) }

    struct Verdict {
        /// Whether anything differs, was rejected, or could not be compared.
        var differs = false
        /// Whether any event was compared.
        var hasCompared = false
    }

    /// What SDKs track by themselves.
    private static let ownEvents = ["$*", "[Amplitude]*"]
    /// Stands for a vendor in the name of the report of what is no vendor's.
    private static let nobody = "collector"
    /// What the reports of a check are named by, each for one vendor.
    static let reportNames = WireDecoders.all.map { $0.vendor } + [nobody]

    /// Says what differs, to standard error and in reports. A run in which nothing was compared proves nothing, and
    /// counts as one that differs.
    func verdict() throws -> Verdict {
        noteRetries()
        for sentence in sentences(received.rejected) { Console.note(sentence) }
        let arrived = Set(received.events.compactMap(\.source.wireVendor))
        let sources = Set(tracked.map(\.source))
        // A vendor whose provider was recorded is expected to arrive, as is one that was asked for.
        let expected = WireDecoders.all.map { $0.vendor }.filter { sources.contains(.provider(ProviderID($0))) }
        let vendors = arrived.union(upstreams.keys).union(expected).sorted()
        if arrived.isEmpty, received.rejected.isEmpty {
            let failure = """
                nothing arrived at the collector: have the SDK send to the address in TRACKPROOF_COLLECTOR, and flush \
                before the command ends
                """
            Console.note(failure)
            try write((vendors.isEmpty ? [Self.nobody] : vendors).map { VendorCheck($0, failures: [failure]) })
            return Verdict(differs: true)
        }
        var checks = vendors.map { check($0, sources) }
        for vendor in Set(received.rejected.map(\.vendor)).sorted() {
            let rejected = received.rejected.filter { $0.vendor == vendor }
            checks.add(sentences(rejected), to: vendor.isEmpty ? Self.nobody : vendor)
        }
        if let vendor = snapshot.source?.wireVendor, sources.contains(.wire(vendor)) {
            let failure = "wire:\(vendor): came by the bridge, and did not arrive at the collector"
            Console.note(failure)
            checks.add([failure], to: vendor)
        }
        let hasCompared = checks.contains { $0.hasCompared }
        var failure: String?
        if !checks.contains(where: \.differs), !hasCompared, snapshot.source?.wireVendor == nil {
            let reason =
                "nothing was compared: all events are the SDKs' own, whose names begin with $ or [Amplitude]"
            for vendor in vendors { checks.add([reason], to: vendor) }
            failure = reason
        }
        try write(checks)
        if let failure { Console.note(failure) }
        return Verdict(differs: checks.contains(where: \.differs), hasCompared: hasCompared)
    }

    private func check(_ vendor: String, _ sources: Set<EventSource>) -> VendorCheck {
        let provider = EventSource.provider(ProviderID(vendor))
        let upstream = upstreams[vendor] ?? (sources.contains(provider) ? provider : .app)
        guard sources.contains(upstream) else {
            return VendorCheck(vendor, upstream, failures: notCompared(vendor, without: upstream))
        }
        let expected = tracked.filter { $0.source == upstream }
        let wire = EventSource.wire(vendor)
        let comparison = Comparison(
            of: Recording(received.events.filter { $0.source == wire }.map(\.asTracked)),
            with: Snapshot(expected, settings: SnapshotSettings(ignore: Self.ownEvents, source: upstream)),
            options: ComparisonOptions(source: wire))
        return VendorCheck(vendor, upstream, comparison)
    }

    /// Says that a vendor's wire is compared with nothing that was recorded; returns what is wrong with that. Nothing
    /// is where the snapshot is one of the wire: then it is the proof, and whoever gave it chose the vendor.
    private func notCompared(_ vendor: String, without upstream: EventSource) -> [String] {
        let wire = EventSource.wire(vendor)
        // Whoever asks for a comparison must not get none.
        if upstreams[vendor] != nil {
            let failure = "\(wire): not compared, nothing of \(upstream) was recorded"
            Console.note(failure)
            return [failure]
        }
        if snapshot.source == wire {
            let what = snapshot.isRecorded ? "recorded as the snapshot" : "compared with the snapshot alone"
            Console.note("\(wire): \(what), nothing of \(upstream) was recorded")
            return []
        }
        let failure = """
            \(wire): not compared, nothing of \(upstream) was recorded: have the app add EventBridge.fromEnvironment() \
            to its providers, or compare with a snapshot: --snapshot FILE --source \(wire)
            """
        Console.note(failure)
        return snapshot.source?.wireVendor == nil ? [failure] : []
    }

    // MARK: Reports

    /// Writes what there is to say of each vendor. The failures' text stands among the notes already.
    private func write(_ checks: [VendorCheck]) throws {
        var streamed = reports.filter { $0.file == nil }.map(\.kind)
        if streamed.isEmpty { streamed = [.text] }
        for check in checks where check.hasReport {
            let wire = "wire:\(check.vendor)"
            let report = Report(
                snapshot: check.upstream.map { "\($0)" } ?? Self.nobody, recording: "\(wire) of \(command)",
                comparison: check.comparison ?? Comparison(of: Recording(), with: Snapshot([RecordedEvent]())),
                failures: check.failures)
            for kind in streamed {
                if kind != .text {
                    try report.write(kind, to: Console.error, isOneOfSeveral: true)
                } else if let comparison = check.comparison {
                    try Console.error.write("\(wire) against \(report.snapshot): ".displayable)
                    try Console.error.write(comparison.text(style: Console.error.style))
                }
            }
            try report.writeFiles(reports.compactMap { $0.named(check.vendor) })
        }
    }

    /// What was rejected, a sentence each; past twenty how many more.
    private func sentences(_ all: [(vendor: String, rejection: WireRejection)]) -> [String] {
        let more = all.count - Self.rejectionLimit
        let shown = all.prefix(Self.rejectionLimit).map { vendor, rejection in
            "\(vendor.isEmpty ? "a request" : "wire:\(vendor)"): rejected: \(rejection)"
        }
        return shown + (more > 0 ? ["… and \(more) more rejected"] : [])
    }

    private static let rejectionLimit = 20

    private func noteRetries() {
        let bySource = Dictionary(grouping: received.retries, by: \.source.rawValue)
        for (vendor, retries) in bySource.sorted(by: { $0.key < $1.key }) {
            let names = Set(retries.map(\.event.displayName)).sorted().joined(separator: ", ")
            Console.note("\(vendor): \(retries.counted) arrived again with the same id, and count once: \(names)")
        }
    }
}

extension EventSource {
    /// The vendor of a wire.
    fileprivate var wireVendor: String? {
        rawValue.hasPrefix("wire:") ? String(rawValue.dropFirst("wire:".count)) : nil
    }
}

extension RecordedEvent {
    /// The event as an app would have tracked it: Amplitude's SDK sends an identify's traits as operations on them.
    fileprivate var asTracked: RecordedEvent {
        guard source == .wire("amplitude"), event.kind.isIdentity, event.parameters.count == 1,
            let traits = event.parameters["$set"]?.object
        else { return self }
        var tracked = self
        tracked.event.parameters = traits
        return tracked
    }
}
