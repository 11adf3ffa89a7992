import Foundation
import Trackproof
import TrackproofCollectorClient
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole
import TrackproofText

/// A comparison of the events that SDKs sent with the events that the SDKs should have sent.
///
/// The comparison finds events that an SDK lost, sent twice or changed.
struct DeliveryCheck {
    let recording: Recording
    /// What arrived at the collector. Events with a source `wire:VENDOR` that came over the bridge are not included.
    let received: ReceivedRequests
    /// For each vendor that `--wire` names, the source that has the events that the vendor's SDK should have sent.
    let upstreams: [String: EventSource]
    /// The source whose events the snapshot expects, or `nil` if there is nothing to compare with a snapshot.
    let snapshotSource: EventSource?
    /// The checker of the plan that says which values are personal, or `nil` if there is no plan.
    let checker: PlanChecker?

    /// The events that came over the bridge. In the recording, they precede the received events.
    private var tracked: ArraySlice<RecordedEvent> { recording.events.dropLast(received.events.count) }

    struct Result {
        /// Whether the check failed: something differs, was rejected, or could not be compared.
        var differs: Bool { sections.contains { !$0.isPassed } }
        /// Whether at least one event was compared.
        var hasCompared = false
        /// The sections of the report, one for each vendor.
        var sections: [ComparisonSection] = []
        /// Messages about what was rejected, arrived more than once, or was not compared.
        var notes: [String] = []
    }

    /// The name that a report shows instead of a vendor if the vendor of a failure is unknown.
    private static let nobody = "collector"

    /// Compares the events that each vendor's SDK sent with the events that the SDK should have sent.
    ///
    /// If this method compares no events, the run proves nothing, and ``Result/differs`` is `true`. There is one
    /// exception: something arrived, and the snapshot expects events with a source `wire:VENDOR`. In this case, the
    /// comparison with the snapshot is the proof.
    func check() throws -> Result {
        let losses = received.losses
        var notes = retries + sentences(received.rejected) + losses
        let arrived = Set(received.events.compactMap(\.source.wireVendor))
        let sources = Set(tracked.map(\.source))
        // If the recording has events of the provider VENDOR, or if `--wire` names VENDOR, events from the SDK of
        // VENDOR must arrive.
        let expected = CollectorVariables.vendors.filter { sources.contains(.provider(ProviderID($0))) }
        let vendors = arrived.union(upstreams.keys).union(expected).sorted()
        if arrived.isEmpty, received.rejected.isEmpty {
            let failure = """
                nothing arrived at the collector: make the SDK send to the address in TRACKPROOF_COLLECTOR, and flush \
                the SDK before the command ends
                """
            var checks = (vendors.isEmpty ? [Self.nobody] : vendors).map { VendorCheck($0, failures: [failure]) }
            if !losses.isEmpty { checks.add(losses, to: Self.nobody) }
            return Result(sections: sections(checks), notes: notes + [failure])
        }
        var checks = vendors.map { check($0, sources, &notes) }
        for vendor in Set(received.rejected.map(\.vendor)).sorted() {
            let rejected = received.rejected.filter { $0.vendor == vendor }
            checks.add(sentences(rejected), to: vendor.isEmpty ? Self.nobody : vendor)
        }
        if !losses.isEmpty { checks.add(losses, to: Self.nobody) }
        if let vendor = snapshotSource?.wireVendor, sources.contains(.wire(vendor)) {
            let failure = "wire:\(vendor): has events that came over the bridge instead of the collector"
            notes.append(failure)
            checks.add([failure], to: vendor)
        }
        let hasCompared = checks.contains { $0.hasCompared }
        if !checks.contains(where: \.differs), !hasCompared, snapshotSource?.wireVendor == nil {
            let failure = """
                nothing was compared: all events are the SDKs' own (their names begin with $ or [Amplitude], or Google \
                reserves them)
                """
            notes.append(failure)
            for vendor in vendors { checks.add([failure], to: vendor) }
        }
        return Result(hasCompared: hasCompared, sections: sections(checks), notes: notes)
    }

    private func check(_ vendor: String, _ sources: Set<EventSource>, _ notes: inout [String]) -> VendorCheck {
        let provider = EventSource.provider(ProviderID(vendor))
        let upstream = upstreams[vendor] ?? (sources.contains(provider) ? provider : .app)
        guard sources.contains(upstream) else {
            return VendorCheck(vendor, upstream, failures: failures(of: vendor, without: upstream, &notes))
        }
        let expected = tracked.filter { $0.source == upstream }
        let wire = EventSource.wire(vendor)
        let names = Set(expected.map(\.event.displayName))
        let arrived = received.events.filter {
            $0.source == wire && (names.contains($0.event.displayName) || !SDKEvents.contains($0))
        }
        let comparison = Comparison(
            of: Recording(arrived.map(\.asTracked)),
            with: Snapshot(expected, settings: SnapshotSettings(ignore: SDKEvents.all.patterns, source: upstream)),
            options: ComparisonOptions(source: wire))
        return VendorCheck(vendor, upstream, comparison)
    }

    /// Notes that the vendor's events were not compared, because no events of `upstream` were recorded.
    ///
    /// - Returns: The failure, or an empty array if `--wire` does not name the vendor and the snapshot expects the
    ///   events of an SDK. In this case, only the comparison with the snapshot is required.
    private func failures(of vendor: String, without upstream: EventSource, _ notes: inout [String]) -> [String] {
        let wire = EventSource.wire(vendor)
        // With `--wire`, the user asked for this comparison. If the comparison is impossible, the check fails.
        if upstreams[vendor] != nil {
            let failure = "\(wire): not compared: no events of the source `\(upstream)` were recorded"
            notes.append(failure)
            return [failure]
        }
        if snapshotSource == wire {
            notes.append("\(wire): only the snapshot checks it: no events of the source `\(upstream)` were recorded")
            return []
        }
        let failure = """
            \(wire): not compared: no events of the source `\(upstream)` were recorded; add \
            EventBridge.fromEnvironment() to the app's providers, or compare with a snapshot: --snapshot FILE --source \
            \(wire)
            """
        notes.append(failure)
        return snapshotSource?.wireVendor == nil ? [failure] : []
    }

    // MARK: Reports

    private func sections(_ checks: [VendorCheck]) -> [ComparisonSection] {
        checks.filter(\.hasReport).map { check in
            ComparisonSection(
                snapshot: check.upstream.map { "\($0)" } ?? "nothing",
                recording: check.vendor == Self.nobody ? Self.nobody : "wire:\(check.vendor)",
                comparison: check.comparison ?? Comparison(of: Recording(), with: Snapshot([RecordedEvent]())),
                redactedBy: checker, isDelivery: true, failures: check.failures)
        }
    }

    /// Returns a sentence for each of the first 20 different rejections, and one sentence with the number of further
    /// rejections.
    private func sentences(_ all: [(vendor: String, reason: String)]) -> [String] {
        var counts: [[String]: Int] = [:]
        var order: [[String]] = []
        for (vendor, reason) in all {
            let key = [vendor, reason]
            if counts[key] == nil { order.append(key) }
            counts[key, default: 0] += 1
        }
        let shown = order.prefix(Self.rejectionLimit)
        let sentences = shown.map { key in
            let count = counts[key] ?? 0
            let reason = checker == nil ? key[1] : PlanChecker.shownReason(key[1])
            if key[0].isEmpty { return "\(count == 1 ? "a request" : "\(count) requests"): rejected: \(reason)" }
            return "wire:\(key[0]): rejected\(count == 1 ? "" : " \(count) times"): \(reason)"
        }
        let more = all.count - shown.reduce(0) { $0 + (counts[$1] ?? 0) }
        return sentences + (more > 0 ? ["… and \(more) more rejected items"] : [])
    }

    private static let rejectionLimit = 20

    /// A sentence about the events of each vendor that arrived again with the same id.
    private var retries: [String] {
        let bySource = Dictionary(grouping: received.retries, by: \.source.rawValue)
        return bySource.sorted { $0.key < $1.key }.map { vendor, retries in
            let names = Set(retries.map(\.event.displayName)).sorted().joined(separator: ", ")
            return
                "\(vendor): \(retries.count.counted("event")) arrived again with the same id (counted once): \(names)"
        }
    }
}

extension DeliveryCheck.Result {
    /// Prints the comparisons. The notes contain the failures of the sections.
    func write(to stream: ConsoleStream) throws {
        for section in sections where section.hasComparison {
            try stream.write("\(section.subject): ".displayable)
            try stream.write(section.comparisonText(stream.style))
        }
    }
}

extension EventSource {
    /// The vendor in the source `wire:VENDOR`, or `nil` for any other source.
    fileprivate var wireVendor: String? {
        rawValue.hasPrefix("wire:") ? String(rawValue.dropFirst("wire:".count)) : nil
    }
}

extension RecordedEvent {
    /// The event with the parameters that the app tracked.
    ///
    /// Amplitude's SDK sends the traits of an identify event inside the parameter `$set`.
    fileprivate var asTracked: RecordedEvent {
        guard source == .wire("amplitude"), event.kind.isIdentity, event.parameters.count == 1,
            let traits = event.parameters["$set"]?.object
        else { return self }
        var tracked = self
        tracked.event.parameters = traits
        return tracked
    }
}
