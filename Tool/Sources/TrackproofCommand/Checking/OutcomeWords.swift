import Trackproof
import TrackproofPlanning
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

/// The texts of messages about snapshots that were compared, recorded or left unchanged.
struct OutcomeWords {
    let policy: SnapshotPolicy
    /// The path of the recording, for the message that says how to accept the recording, or `nil` if it is not kept.
    var recording: String?

    func expects(_ snapshot: Snapshot) -> String {
        let invalid = snapshot.events.count { $0.event.encodingError != nil }
        return "expects \(snapshot.events.count.counted("event"))"
            + (invalid == 0 ? "" : ", \(invalid) of them without a parameter that could not be encoded")
    }

    /// Returns a sentence that says why the policy compared and recorded nothing, or `nil` if it did.
    func emptiness(of outcome: SnapshotOutcome) -> String? {
        guard let reason = outcome.emptiness else { return nil }
        switch outcome.finding {
        case .kept: return "\(policy.path): left unchanged: \(reason)"
        case .nothingCompared: return "\(policy.path): \(reason)"
        case .nothingRecorded(let others) where others.isEmpty: return "\(policy.path): not recorded: \(reason)"
        default: return "\(policy.path): not recorded: \(reason); name one with --source"
        }
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
