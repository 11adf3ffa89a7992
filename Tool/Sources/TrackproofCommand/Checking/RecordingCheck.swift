import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// A check of recordings against a plan.
struct RecordingCheck {
    let checker: PlanChecker
    let context: CheckContext
    /// The source of the events to check. Events from other sources are skipped.
    let source: EventSource
    /// The name of the recording in messages about findings, or `nil` to show the recording's path.
    private let name: String?
    private(set) var tally = CheckTally()
    /// The parts of the plan that occur in the events, or `nil` if the command does not measure the coverage.
    var coverage: PlanCoverage?
    /// The sources other than `source` that the recordings have, at most ten.
    private var others: Set<EventSource> = []
    /// The errors about recordings whose last line is incomplete.
    private var truncations: [EventFormatError] = []

    init(checker: PlanChecker, context: CheckContext, source: EventSource, name: String? = nil) {
        self.name = name
        self.checker = checker
        self.context = context
        self.source = source
    }

    /// Checks the events of a recording.
    ///
    /// - Parameter progress: A closure that gets the number of events checked so far, after every 10,000 events.
    mutating func add(_ path: String, progress: (Int) -> Void) throws {
        var number = 0
        let truncation = try EventFile(path: path).forEachReadingAhead { event in
            number += 1
            if number.isMultiple(of: 10_000) { progress(tally.eventCount) }
            guard event.source == source else {
                if others.count < 10 { others.insert(event.source) }
                return
            }
            coverage?.add(event, platform: context.platform)
            tally.add(event, checkedBy: checker, context, at: EventPlace(name ?? path, number: number))
        }
        if let truncation { truncations.append(truncation) }
    }

    /// Messages about recordings that are cut short or have no events to check.
    var notes: [String] {
        let cuts = truncations.map { "\($0); earlier events were checked" }
        if tally.eventCount > 0 { return cuts }
        return cuts + [others.isEmpty ? "no events were recorded, so nothing was checked" : others.missing(source)]
    }
}
