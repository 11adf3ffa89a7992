import Foundation
import Trackproof
import TrackproofCollectorClient
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

/// A comparison of the events that SDKs sent with the events that the SDKs should have sent.
///
/// The comparison finds events that an SDK lost, sent twice or changed.
struct DeliveryCheck {
    /// The events that came over the bridge.
    let tracked: ArraySlice<RecordedEvent>
    /// What arrived at the collector. Events with a source `wire:VENDOR` that came over the bridge are not included.
    let received: ReceivedRequests
    /// For each vendor that `--wire` names, the source that has the events that the vendor's SDK should have sent.
    let namedSources: [String: EventSource]
    /// The source whose events the snapshot expects, or `nil` if there is nothing to compare with a snapshot.
    let snapshotSource: EventSource?
    /// The checker of the plan that says which values are personal, or `nil` if there is no plan.
    let checker: PlanChecker?

    struct Result {
        /// The sections of the report, at most one for each vendor.
        ///
        /// If the vendor's events are compared only with the snapshot, there is no section about the vendor. The
        /// section about the snapshot then contains the result.
        fileprivate(set) var sections: [ComparisonSection] = []
        /// Messages about what was rejected, arrived more than once, or was not compared.
        fileprivate(set) var notes: [String] = []
        /// Whether the check failed: something differs, was rejected, or could not be compared.
        var differs: Bool { sections.contains { !$0.isPassed } }
        /// Whether at least one event was compared.
        var hasCompared: Bool { sections.contains { $0.comparison.hasCompared } }
    }

    /// Compares the events that each vendor's SDK sent with the events that the SDK should have sent.
    ///
    /// If this method compares no events, the run proves nothing, and ``Result/differs`` is `true`. There is one
    /// exception: something arrived, and the snapshot expects events with a source `wire:VENDOR`. In this case, the
    /// comparison with the snapshot is the proof.
    func check() throws -> Result {
        var result = Result()
        result.notes = retries + sentences(received.rejected) + received.losses
        let arrived = Set(received.events.compactMap(\.source.vendor))
        let sources = Set(tracked.map(\.source))
        // If the recording has events of the provider VENDOR, or if `--wire` names VENDOR, events from the SDK of
        // VENDOR must arrive.
        let expected = CollectorURL.vendors.filter { sources.contains(.provider(ProviderID($0))) }
        let vendors = arrived.union(namedSources.keys).union(expected).sorted()
        if received.events.isEmpty, received.rejected.isEmpty {
            let failure = """
                nothing arrived at the collector: make the SDK send to the address in TRACKPROOF_COLLECTOR, and flush \
                the SDK before the command ends
                """
            result.notes.append(failure)
            for vendor in vendors.isEmpty ? [nil] : vendors.map(Optional.some) { fail([failure], vendor, &result) }
            fail(received.losses, nil, &result)
            return result
        }
        for vendor in vendors { check(vendor, sources, &result) }
        for (vendor, rejected) in Dictionary(grouping: received.rejected, by: \.vendor).sorted(by: {
            ($0.key ?? "") < ($1.key ?? "")
        }) {
            fail(sentences(rejected), vendor, &result)
        }
        fail(received.losses, nil, &result)
        if let vendor = snapshotSource?.vendor, sources.contains(.wire(vendor)) {
            let failure = "wire:\(vendor): has events that came over the bridge instead of the collector"
            result.notes.append(failure)
            fail([failure], vendor, &result)
        }
        if !result.differs, !result.hasCompared, snapshotSource?.vendor == nil {
            let failure = "nothing was compared: there is no event that the app tracked and an SDK should have sent"
            result.notes.append(failure)
            fail([failure], nil, &result)
        }
        return result
    }

    /// Adds a section about what a vendor's SDK sent.
    private func check(_ vendor: String, _ sources: Set<EventSource>, _ result: inout Result) {
        let provider = EventSource.provider(ProviderID(vendor))
        let source = namedSources[vendor] ?? (sources.contains(provider) ? provider : .app)
        guard sources.contains(source) else { return fail(vendor, without: source, &result) }
        // SDKs send nothing for a reset.
        let expected = tracked.filter { $0.source == source && $0.event.kind != .reset }
        let wire = EventSource.wire(vendor)
        let names = Set(expected.map(\.event.displayName))
        let arrived = received.events.filter {
            $0.source == wire && (names.contains($0.event.displayName) || !SDKEvents.contains($0))
        }
        let comparison = Comparison(
            of: Recording(arrived),
            with: Snapshot(expected, settings: SnapshotSettings(source: source)),
            options: ComparisonOptions(source: wire))
        result.sections.append(section("\(wire)", source, comparison))
    }

    /// Notes that the vendor's events were not compared, because no events of `source` were recorded.
    ///
    /// This is no failure if the snapshot expects the events of an SDK, and `--wire` does not name the vendor. In this
    /// case, only the comparison with the snapshot is required.
    private func fail(_ vendor: String, without source: EventSource, _ result: inout Result) {
        let wire = EventSource.wire(vendor)
        let reason = "no events of the source `\(source)` were recorded"
        let isNamed = namedSources[vendor] != nil
        var message = "\(wire): not compared: \(reason)"
        if !isNamed {
            message += """
                ; add EventBridge.fromEnvironment() to the app's providers, or compare with a snapshot: --snapshot \
                FILE --source \(wire)
                """
        }
        if !isNamed, snapshotSource == wire { message = "\(wire): only the snapshot checks it: \(reason)" }
        result.notes.append(message)
        if isNamed || snapshotSource?.vendor == nil { fail([message], vendor, &result, expected: source) }
    }

    // MARK: Sections

    private func section(
        _ name: String, _ expected: EventSource? = nil, _ comparison: Comparison?, failures: [String] = []
    ) -> ComparisonSection {
        ComparisonSection(
            snapshot: expected?.rawValue ?? "nothing", recording: name, comparison: comparison, redactedBy: checker,
            isDelivery: true, failures: failures)
    }

    /// Adds failures to the section about a vendor, and adds the section if there is none.
    ///
    /// - Parameters:
    ///   - vendor: The vendor, or `nil` if the vendor is unknown.
    ///   - expected: The source of the events that the vendor's SDK should have sent, or `nil` if it is unknown.
    private func fail(
        _ failures: [String], _ vendor: String?, _ result: inout Result, expected: EventSource? = nil
    ) {
        if failures.isEmpty { return }
        let name = vendor.map { "\(EventSource.wire($0))" } ?? "collector"
        if let index = result.sections.firstIndex(where: { $0.recording == name }) {
            result.sections[index].failures += failures
        } else {
            result.sections.append(section(name, expected, nil, failures: failures))
        }
    }

    /// Returns a sentence for each of the first 20 different rejections, and one sentence with the number of further
    /// rejections.
    private func sentences(_ all: [Rejection]) -> [String] {
        var counts: [Rejection: Int] = [:]
        var order: [Rejection] = []
        for rejection in all {
            if counts[rejection] == nil { order.append(rejection) }
            counts[rejection, default: 0] += 1
        }
        let shown = order.prefix(Self.rejectionLimit)
        let sentences = shown.map { rejection in
            let count = counts[rejection] ?? 0
            let reason = checker == nil ? rejection.reason : PlanChecker.shownReason(rejection.reason)
            guard let vendor = rejection.vendor else {
                return "\(count == 1 ? "a request" : "\(count) requests"): rejected: \(reason)"
            }
            return "wire:\(vendor): rejected\(count == 1 ? "" : " \(count) times"): \(reason)"
        }
        let more = all.count - shown.reduce(0) { $0 + (counts[$1] ?? 0) }
        return sentences + (more > 0 ? ["… and \(more) more rejected items"] : [])
    }

    private static let rejectionLimit = 20

    /// A sentence about the events of each vendor that arrived again with the same id.
    private var retries: [String] {
        let bySource = Dictionary(grouping: received.retries, by: \.source.rawValue)
        return bySource.sorted { $0.key < $1.key }.map { vendor, retries in
            let names = Set(retries.map { checker?.shownName(of: $0.event) ?? $0.event.displayName })
                .sorted().joined(separator: ", ")
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
