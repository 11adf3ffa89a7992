internal import Foundation
internal import Trackproof
internal import TrackproofCollector
internal import TrackproofReports
internal import TrackproofSnapshots
internal import TrackproofWire

/// Compares what arrived on the wire with what was to be sent: what its SDK lost, sent twice or changed.
struct DeliveryCheck {
    let recording: Recording
    let received: Collector.Received
    /// What a vendor's wire is compared with, where that was said.
    let upstreams: [String: EventSource]
    let reports: [ReportOption]
    /// The source whose events a snapshot has judged, or that a snapshot was made of; nil where there is none.
    let judged: EventSource?
    /// The command as it was given.
    let command: String

    /// What SDKs track by themselves.
    private static let ownEvents = ["$*", "[Amplitude]*"]

    /// Says what differs, to standard error and in reports; returns whether anything does. A run in which nothing was
    /// compared proves nothing, and counts as one that differs.
    func differs() throws -> Bool {
        noteRetries()
        noteRejected()
        let sources = Set(recording.events.map(\.source))
        let arrived = Set(sources.compactMap(\.wireVendor))
        // A vendor whose provider was recorded is expected to arrive, as is one that was asked for.
        let expected = WireDecoders.all.map { $0.vendor }.filter { sources.contains(.provider(ProviderID($0))) }
        let vendors = arrived.union(upstreams.keys).union(expected).sorted()
        if arrived.isEmpty, received.rejected.isEmpty {
            Console.note(
                """
                nothing arrived at the collector: have the SDK send to the address in TRACKPROOF_COLLECTOR, and flush \
                before the command ends
                """)
            return true
        }
        var differs = !received.rejected.isEmpty
        var hasCompared = judged?.wireVendor != nil
        for vendor in vendors {
            let provider = EventSource.provider(ProviderID(vendor))
            let upstream = upstreams[vendor] ?? (sources.contains(provider) ? provider : .app)
            guard sources.contains(upstream) else {
                if !isPassedOver(vendor, without: upstream) { differs = true }
                continue
            }
            let comparison = try compare(vendor, with: upstream)
            if comparison.matched > 0 { hasCompared = true }
            if !comparison.isEmpty { differs = true }
        }
        if !differs, !hasCompared {
            Console.note("nothing was compared: all events are the SDKs' own, whose names begin with $ or [Amplitude]")
            return true
        }
        return differs
    }

    /// Says that a vendor's wire is compared with nothing that was recorded; returns whether that may be. It may where
    /// the snapshot is one of the wire: then it is the proof, and whoever gave it chose the vendor.
    private func isPassedOver(_ vendor: String, without upstream: EventSource) -> Bool {
        let wire = EventSource.wire(vendor)
        // Whoever asks for a comparison must not get none.
        if upstreams[vendor] != nil {
            Console.note("\(wire): not compared, nothing of \(upstream) was recorded")
            return false
        }
        if judged == wire {
            Console.note("\(wire): compared with the snapshot alone, nothing of \(upstream) was recorded")
            return true
        }
        Console.note(
            """
            \(wire): not compared, nothing of \(upstream) was recorded: have the app add EventBridge.fromEnvironment() \
            to its providers, or compare with a snapshot: --snapshot FILE --source \(wire)
            """)
        return judged?.wireVendor != nil
    }

    private func compare(_ vendor: String, with upstream: EventSource) throws -> Comparison {
        let wire = EventSource.wire(vendor)
        let expected = recording.events.filter { $0.source == upstream }
        let arrived = recording.events.filter { $0.source == wire }.map(\.asTracked)
        let comparison = Comparison(
            of: Recording(arrived),
            with: Snapshot(expected, settings: SnapshotSettings(ignore: Self.ownEvents, source: upstream)),
            options: ComparisonOptions(source: wire))
        let report = Report(snapshot: "\(upstream)", recording: "\(wire) of \(command)", comparison: comparison)
        let streamed = reports.filter { $0.file == nil }.map(\.kind)
        for kind in streamed.isEmpty ? [.text] : streamed {
            if kind == .text { try Console.error.write("\(wire) against \(upstream): ") }
            try report.write(kind, to: Console.error, isOneOfSeveral: true)
        }
        try report.writeFiles(reports.compactMap { $0.named(vendor) })
        return comparison
    }

    private func noteRetries() {
        let bySource = Dictionary(grouping: received.retries, by: \.source.rawValue)
        for (vendor, retries) in bySource.sorted(by: { $0.key < $1.key }) {
            let names = Set(retries.map(\.event.displayName)).sorted().joined(separator: ", ")
            Console.note("\(vendor): \(retries.counted) arrived again with the same id, and count once: \(names)")
        }
    }

    private func noteRejected() {
        for (vendor, rejection) in received.rejected.prefix(20) {
            Console.note("\(vendor.isEmpty ? "a request" : "wire:\(vendor)"): rejected: \(rejection)")
        }
        let more = received.rejected.count - 20
        if more > 0 { Console.note("… and \(more) more rejected") }
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

extension ReportOption {
    /// The report of one vendor, in a file beside that of the snapshot: `ui.xml`, `ui-segment.xml`. Nil for one that
    /// goes to a stream.
    fileprivate func named(_ vendor: String) -> ReportOption? {
        guard let file else { return nil }
        let url = URL(fileURLWithPath: file)
        let name = url.deletingPathExtension().lastPathComponent + "-" + vendor
        let own = url.deletingLastPathComponent().appendingPathComponent(name).appendingPathExtension(url.pathExtension)
        return ReportOption(argument: "\(kind.rawValue)=\(url.pathExtension.isEmpty ? file + "-" + vendor : own.path)")
    }
}
