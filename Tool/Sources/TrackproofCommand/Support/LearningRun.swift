internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Several runs of a command, from which it is learned what varies from one to the next.
struct LearningRun {
    let run: CommandRun
    let count: Int
    let snapshot: String
    let options: ComparisonOptions

    /// How often a command can be run.
    static let counts = 1...100
    /// All runs are held in memory.
    private static let eventLimit = 500_000

    /// Records the snapshot where all runs are alike; else leaves what it would be for review, with the volatile
    /// parameters that make them so.
    func record() async throws {
        let recordings = try await recordAll()
        let current =
            try FileManager.default.fileExists(atPath: snapshot)
            ? Snapshot(contentsOf: snapshot, source: options.source) : nil
        var settings = current?.settings ?? SnapshotSettings()
        settings.order = options.order ?? settings.order
        settings.source = options.source ?? settings.source
        let source = settings.source ?? .app
        let events = recordings.lazy.flatMap(\.events)
        if let sources = events.sources(insteadOf: source) {
            Console.note(
                "\(snapshot): not recorded: nothing is of \(source), and events are of \(sources.names); see --source")
            return try ExitStatus.differences.end()
        }
        if let current, !current.events.isEmpty, !events.has(source) {
            Console.note("\(snapshot): kept as it was: nothing of \(source) was recorded")
            return try ExitStatus.differences.end()
        }
        let learned = LearnedRules(from: recordings, settings: settings)

        let base = current ?? Snapshot(recorded: recordings[0], settings: settings)
        let updated = base.adding(learned.proposals).updated(to: recordings[0], options: options)
        let pending = PendingSnapshot(ofSnapshot: snapshot)
        if learned.proposals.isEmpty, learned.unstable.isEmpty {
            try updated.write(to: snapshot)
            try pending.remove()
            return Console.note(
                "\(count) runs are alike: \(snapshot) expects \(updated.events.counted); "
                    + "later runs are compared with it")
        }
        try updated.write(to: pending.path)
        try say("these parameters vary from run to run:", learned.proposals.map(\.description))
        try say("no rule makes these the same in each run:", learned.unstable)
        pending.noteReview()
        if !learned.unstable.isEmpty { try ExitStatus.differences.end() }
    }

    private func recordAll() async throws -> [Recording] {
        var recordings: [Recording] = []
        for number in 1...count {
            let recording = try RunRecording(path: nil, command: run.command)
            defer { recording.remove() }
            let outcome = try await run.record(to: recording)
            // A run that failed is not one more of the same.
            if outcome.isTimedOut || outcome.status != 0 || outcome.arrival == .incomplete {
                Console.note("run \(number) of \(count) failed; nothing was recorded")
                try outcome.end()
            }
            guard outcome.hasWriters else {
                throw CommandError("\(snapshot): nothing to record in run \(number) of \(count)", .noInput)
            }
            recordings.append(try Recording(contentsOf: recording.path))
            let eventCount = recordings.reduce(0) { $0 + $1.events.count }
            guard eventCount <= Self.eventLimit else {
                throw CommandError(
                    "\(number) of \(count) runs have more than \(Self.eventLimit) events, which are the most to learn "
                        + "from; use fewer runs", .usage)
            }
        }
        return recordings
    }

    private func say(_ heading: String, _ lines: [String]) throws {
        if lines.isEmpty { return }
        Console.note(heading)
        try Console.error.write(lines.map { "  \($0)\n" }.joined())
    }
}
