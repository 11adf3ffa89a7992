import Dispatch
import HTTPTypes
import Hummingbird
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots

extension ControlAPI {
    /// The maximum number of events that one call of ``verify(_:_:)`` compares.
    ///
    /// To compare more events, a client exports them and runs the command `trackproof verify`.
    private static let maxCompared = 200_000
    /// The maximum total size of the stored request bodies that one call of ``verify(_:_:)`` decodes, in bytes.
    private static let maxBytesCompared = 64 << 20

    /// Compares the events of a session with the snapshot in the body of the request.
    func verify(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try session(&input)
        let order = try input.string("order")
        let named = try input.source()
        try input.end()
        var options = ComparisonOptions()
        if let order {
            options.order = SnapshotSettings.Order(rawValue: order)
            guard options.order != nil else {
                throw ControlError(field: "order", "expected any or strict, found \(EventValue.string(order))")
            }
        }
        let snapshot = try await admission.read(request) { try Self.snapshot($0.body, of: named) }
        // A recording needs much memory. Therefore, this method gets the permission for the comparison before it reads
        // the recording.
        let permission = try admission.comparison()
        let recording = try await recording(of: session)
        options.source = named ?? snapshot.settings.source ?? recording.expectedSource
        guard options.source != nil else {
            let names = Set(recording.events.map(\.source)).names
            throw ControlError(field: "source", "choose a source: events came from \(names)")
        }
        try Self.checkWork(of: recording, with: snapshot)
        let comparison = try await admission.connections.whileClientStays(context.channel) { [options] in
            try await onOwnThread(permission) { Comparison(of: recording, with: snapshot, options: options) }
        }
        // The comparison cannot find these, because the recording does not contain them.
        let obstacles = try await obstacles(of: session)
        var text = comparison.text()
        if !comparison.hasCompared { text += "nothing was compared: the snapshot expects no event, and none arrived\n" }
        text += obstacles.text
        return .json([
            "passed": comparison.isEmpty && comparison.hasCompared && obstacles.isEmpty,
            "rejected": obstacles.rejected, "lost": EventValue.object(obstacles.losses.members), "text": text,
            "comparison": EventValue.object(comparison.members),
        ])
    }

    private static let comparisons = DispatchQueue(
        label: "trackproof.collector.comparisons", qos: .utility, attributes: .concurrent)

    /// Runs a long comparison on a thread of its own, so that the threads that serve requests stay free.
    ///
    /// - Throws: ``ControlError`` if the work takes too long, and `CancellationError` if the task is cancelled. In both
    ///   cases, the work continues, because it cannot be stopped. Its permission stays in use until the work ends.
    private func onOwnThread<Value: Sendable>(
        _ permission: Quota.Share, _ work: @escaping @Sendable () -> Value
    ) async throws -> Value {
        let (results, result) = AsyncStream.makeStream(of: Value.self)
        Self.comparisons.async {
            result.yield(work())
            result.finish()
            withExtendedLifetime(permission) {}
        }
        let seconds = admission.limits.comparisonSeconds
        let value = try await run(until: .now + .seconds(seconds)) {
            for await result in results { return result }
            throw CancellationError()
        }
        if let value { return value }
        throw ControlError(
            .unprocessableContent,
            "the comparison timed out after \(seconds) seconds; compare an export with `trackproof verify` instead")
    }

    /// Throws an error if a comparison would take minutes.
    ///
    /// `Comparison` tests each event name against each rule that contains a wildcard (`*`).
    private static func checkWork(of recording: Recording, with snapshot: Snapshot) throws(ControlError) {
        let settings = snapshot.settings
        let wildcards = (settings.ignore + settings.volatile.map(\.event)).count { $0.utf8.contains(UInt8(ascii: "*")) }
        guard wildcards > 0 else { return }
        let names = Set((recording.events + snapshot.events).map(\.event.name))
        let work = names.reduce(0) { $0 + $1.utf8.count + 10 } * wildcards
        guard work <= maxWork else {
            throw ControlError(
                .unprocessableContent,
                "\(names.count) event names and \(wildcards) wildcard rules are too many; compare an export with "
                    + "`trackproof verify` instead")
        }
    }

    private static let maxWork = 200_000_000

    private func recording(of session: Session) async throws -> Recording {
        var recording = Recording()
        var bytes = 0
        try await store.forEach(RequestQuery(session: session.id)) { received in
            recording.events += received.events
            bytes += received.stored.arrived.body.count
            guard recording.events.count <= Self.maxCompared, bytes <= Self.maxBytesCompared else {
                throw ControlError(
                    .contentTooLarge,
                    "the session has more than \(Self.maxCompared) events or \(Self.maxBytesCompared) bytes; "
                        + "compare an export with `trackproof verify` instead")
            }
            return true
        }
        return recording
    }

    private static func snapshot(_ bytes: [UInt8], of source: EventSource?) throws -> Snapshot {
        do {
            return try Snapshot(bytes, name: "snapshot", source: source)
        } catch let error as EventFormatError {
            throw ControlError(.unprocessableContent, field: error.field, error.description)
        }
    }

    // MARK: Obstacles

    /// What keeps a check of a session from passing, whatever its events are.
    struct Obstacles {
        let rejected: Int64
        let losses: Losses

        var isEmpty: Bool { rejected == 0 && losses.isEmpty }

        /// One line for each obstacle.
        var text: String {
            var lines = losses.sentences
            if rejected > 0 {
                lines.insert("rejected items: \(rejected); GET /trackproof/v1/rejected lists the reasons", at: 0)
            }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    func obstacles(of session: Session) async throws -> Obstacles {
        let totals = try await store.totals(of: session)
        return Obstacles(rejected: totals.rejected, losses: losses(of: session, totals))
    }

    /// Returns the losses of a session since it was opened or emptied.
    func losses(of session: Session, _ totals: SessionTotals) -> Losses {
        var losses = metrics.lost.losses(of: session.id)
        losses.removed = totals.removed
        return losses
    }
}
