import Trackproof
import TrackproofSnapshots
import TrackproofConsole

/// The texts of messages about snapshots that were compared, recorded or left unchanged.
struct OutcomeWords {
    let policy: SnapshotPolicy
    /// The path of the recording, for the message that says how to accept the recording, or `nil` if it is not kept.
    var recording: String?

    func expects(_ snapshot: Snapshot) -> String {
        let invalid = snapshot.events.count { $0.event.encodingError != nil }
        return "expects \(snapshot.events.counted)"
            + (invalid == 0 ? "" : ", \(invalid) of them without a parameter that could not be encoded")
    }

    static func nothingCompared(with snapshot: String) -> String {
        "\(snapshot): nothing was compared: the snapshot expects no event, and none was recorded"
    }

    func kept(_ source: EventSource) -> String {
        "\(policy.path): left unchanged: no events of the source `\(source)` were recorded, "
            + "or the snapshot ignores all of them"
    }

    func nothingRecorded(_ source: EventSource, _ others: Set<EventSource>) -> String {
        others.isEmpty
            ? "nothing was recorded, and a snapshot without events proves nothing"
            : missing(source, others)
    }

    func severalSources(_ sources: Set<EventSource>) -> String {
        missing(.app, sources)
    }

    private func missing(_ source: EventSource, _ others: Set<EventSource>) -> String {
        others.missing(source) + "; name one with --source"
    }

    /// Writes the differences that remain after an update of the snapshot if its volatile rules do not fit the events.
    func writeMisfit(_ rest: Comparison, of what: String) throws {
        Console.note(
            "\(policy.path): the volatile rules do not fit \(what); edit the rules. These events still differ:")
        try Console.error.write(rest.text(style: Console.error.style))
    }

    /// Writes a message that says how to review the differences, or why there is no pending snapshot.
    func notePending(of outcome: SnapshotOutcome) {
        if let problem = outcome.pendingProblem { Console.note("\(problem)") }
        switch outcome.finding {
        case .differs(_, let pending?): pending.noteReview()
        case .differs(nil, nil) where isTooLarge(outcome):
            Console.note(
                recording.map { "to accept this recording: trackproof accept \($0) --snapshot \(policy.path)" }
                    ?? "to accept what was recorded, run the command again with --recording, and accept the recording")
        case .misfit:
            Console.note("\(policy.path): the volatile rules do not fit what was recorded; edit the rules")
        default: break
        }
    }

    /// Returns whether the recording or the snapshot is too large for a pending snapshot.
    ///
    /// Call this method only if there is no pending snapshot. The method returns `true` if none of the other possible
    /// reasons for this applies.
    private func isTooLarge(_ outcome: SnapshotOutcome) -> Bool {
        outcome.pendingProblem == nil && policy.isWritable && outcome.compared?.truncation == nil
            && outcome.compared?.comparedCount != 0
    }
}

extension Array where Element == RecordedEvent {
    /// The number of events with its noun, such as `2 events`.
    var counted: String { count == 1 ? "1 event" : "\(count) events" }
}

extension Set<EventSource> {
    var names: String { map(\.rawValue).sorted().joined(separator: ", ") }

    /// Returns a message that only events of these sources were recorded, and no events of `source`.
    func missing(_ source: EventSource) -> String {
        "no events of the source `\(source)` were recorded (recorded sources: \(names))"
    }
}
