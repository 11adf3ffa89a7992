import Dispatch
import Trackproof
import TrackproofJSON
import TrackproofPlatform
package import TrackproofSnapshots

extension Comparison {
    /// Compares two files of any size.
    ///
    /// The method does not keep all events in memory. If an event differs, the method reads this event a second time
    /// and keeps it. The comparison needs about 60 bytes of memory for each event.
    ///
    /// - Parameters:
    ///   - recording: The file of the actual events.
    ///   - snapshot: The file of the expected events.
    ///   - options: Options that overrule the snapshot's settings.
    ///   - ignored: The names of parameters that the comparison leaves out of both files, such as `session_*`.
    ///   - progress: A closure that is called from time to time, on any thread, with the number of events read so far.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where a file is malformed, or
    ///   ``/TrackproofJSON/FileAccessError`` if a file cannot be read.
    package static func compareFiles(
        recording: EventFile, snapshot: EventFile, options: ComparisonOptions = ComparisonOptions(),
        ignoring ignored: [String] = [], progress: (@Sendable (Int) -> Void)? = nil
    ) throws -> FileResult {
        // The settings are needed before the events are read, but may come after the events in the file. So the
        // snapshot's file is read twice, and the first time the events are skipped.
        let head = try snapshot.reader()
        try head.checkIsSnapshot()
        if head.layout == .document { try head.skipEvents() }
        let common = try CommonParameters(head)
        let settings = try SnapshotSettings(head)
        var plan = ComparisonPlan(settings, options)
        let actualHead = try recording.reader()
        if actualHead.layout == .document { try actualHead.skipEvents() }
        plan.actualIsSnapshot = actualHead.isSnapshot
        plan.hasCommon = common.isGiven
        let isRecording = !head.isSnapshot
        let patterns = ignored.map { NamePattern($0) }
        let snapshot = Side(file: snapshot, common: common, ignored: patterns)
        let recording = Side(file: recording, common: try CommonParameters(actualHead), ignored: patterns)

        var (expected, actual) = try read(snapshot, recording, plan, snapshotIsRecording: isRecording, progress)
        let source = isRecording ? try head.expectedSource(of: expected.sources, options.source) : .app
        if source != .app {
            // If the recording that is used as the snapshot has no events of `app`, its events of a different source
            // are expected. This source is known only after all events were read, so both files are read again.
            plan = ComparisonPlan(SnapshotSettings(source: source), options)
            plan.actualIsSnapshot = actualHead.isSnapshot
            (expected, actual) = try read(snapshot, recording, plan, snapshotIsRecording: isRecording, progress)
        }
        if let truncation = expected.truncation { throw truncation }
        if isRecording { expected.list.useLabels() }
        return FileResult(
            comparison: try Comparison(
                plan, expected.list, actual.list,
                expectedEvents: {
                    let events = try expected.events($0, of: snapshot)
                    return isRecording
                        ? zip(events, $0).map { expected.list.labeling($0, at: $1) } : events
                },
                actualEvents: { try actual.events($0, of: recording) }),
            truncation: actual.truncation, recordedCount: Int(actual.list.total),
            comparedCount: actual.list.count, expectedCount: expected.list.count, source: plan.source)
    }

    /// A file, and the parameters that each of its events has in addition to its own.
    private struct Side: Sendable {
        let file: EventFile
        let common: CommonParameters
        /// The patterns for the names of the parameters that the comparison ignores.
        let ignored: [NamePattern]
    }

    /// Reads all events of both files once, without keeping them in memory.
    private static func read(
        _ snapshot: Side, _ recording: Side, _ plan: ComparisonPlan, snapshotIsRecording: Bool,
        _ progress: (@Sendable (Int) -> Void)?
    ) throws -> (expected: ReadFile, actual: ReadFile) {
        let count = Lock(0)
        let tick: @Sendable () -> Void = {
            let count = count.withLock { count in
                count += progressStep
                return count
            }
            progress?(count)
        }
        @Sendable func expected() throws -> ReadFile {
            try ReadFile(
                snapshot, plan.expectedBuilder(snapshotIsRecording: snapshotIsRecording),
                names: snapshotIsRecording ? nil : SnapshotNames(plan.settings), tick)
        }
        guard !plan.readsExpectedFirst else {
            // The expected parameters decide which values of an actual event's context count as parameters. So the
            // expected events must be read first.
            let expected = try expected()
            var actual = try ReadFile(recording, plan.actualBuilder(readBy: expected.list), names: nil, tick)
            actual.list.choose(among: expected.list)
            return (expected, actual)
        }
        // The context of actual events does not count here, so both files can be read at the same time.
        let results = Lock<[Int: Result<ReadFile, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            let result = Result {
                side == 0 ? try expected() : try ReadFile(recording, plan.actualBuilder(), names: nil, tick)
            }
            results.withLock { $0[side] = result }
        }
        let read = results.withLock { $0 }
        guard let expected = try read[0]?.get(), let actual = try read[1]?.get() else {
            preconditionFailure("concurrentPerform returns when both sides are done")
        }
        return (expected, actual)
    }

    /// The number of events read from one file between two calls of `progress`.
    private static let progressStep = 100_000

    /// The result of reading all events of a file once.
    private struct ReadFile: Sendable {
        var list: EventList
        let shape: EventShape
        let truncation: EventFormatError?
        /// The sources of all events in the file, including events that are not compared.
        let sources: Set<EventSource>

        /// - Parameter names: Collects the names of the events, to check the names in the snapshot's settings against
        ///   them. `nil` if there are no settings to check.
        init(
            _ side: Side, _ builder: consuming EventListBuilder, names: SnapshotNames?, _ tick: () -> Void
        ) throws {
            var builder = builder
            var names = names
            let reader = try side.file.reader()
            var untilTick = progressStep
            var sources: Set<EventSource> = []
            var last: EventSource?
            truncation = try reader.forEach(adding: side.common) { event in
                if event.source != last {
                    last = event.source
                    sources.insert(event.source)
                }
                builder.append(event.without(side.ignored), offset: reader.eventOffset)
                names?.add(event.event)
                untilTick -= 1
                if untilTick == 0 {
                    tick()
                    untilTick = progressStep
                }
            }
            try names?.check(reader)
            list = builder.list
            self.sources = sources
            shape = reader.shape ?? .trackproof
        }

        func events(_ indices: [Int], of side: Side) throws -> [RecordedEvent] {
            try indices.map {
                var event = try side.file.event(at: list.offsets[$0], shape: shape)
                side.common.complete(&event)
                return event.without(side.ignored)
            }
        }
    }
}
