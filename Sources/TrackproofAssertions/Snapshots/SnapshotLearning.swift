import Foundation
import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The recordings of several runs of one test. Trackproof compares them to find the parameters that vary. The
/// environment variables `TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=5` ask for five runs.
package final class SnapshotLearning: Sendable {
    private struct ObservedRun {
        let file: SnapshotFile
        let site: CallSite
        var runs: [Recording]
    }

    package let runCount: Int
    private let observedRuns = Lock<[ObservedRun]>([])

    /// The environment variables of the process. They are read only once, because every test needs them.
    package static let environment = ProcessInfo.processInfo.environment

    /// Creates an empty collection of recordings, or returns `nil` if the environment does not ask for several runs.
    package init?(environment: [String: String]) {
        // An invalid value counts as one run here. `expectSnapshot` reports the invalid value.
        guard let runs = Self.runs(in: environment), runs > 1 else { return nil }
        runCount = runs
    }

    /// Returns the number of runs that the environment asks for; `nil` if the value is not a number from 1 to 100.
    static func runs(in environment: [String: String]) -> Int? {
        guard let text = environment[EnvironmentVariable.recordRuns], !text.isEmpty else { return 1 }
        guard let runs = Int(text), (1...100).contains(runs) else { return nil }
        return runs
    }

    /// Whether no run has reached an `expectSnapshot` yet, so that there are no recordings to compare.
    package var isEmpty: Bool { observedRuns.withLock(\.isEmpty) }

    /// Adds the events that one run recorded for a snapshot.
    func add(_ recording: Recording, to file: SnapshotFile, at site: CallSite) {
        observedRuns.withLock { observedRuns in
            if let index = observedRuns.firstIndex(where: { $0.file.path == file.path }) {
                observedRuns[index].runs.append(recording)
            } else {
                observedRuns.append(ObservedRun(file: file, site: site, runs: [recording]))
            }
        }
    }

    /// Compares the recordings after the last run. Writes the snapshots, or pending files for review. Fails the test if
    /// there is a message about a snapshot. Reports all messages in one failure, because the first call that fails the
    /// test may never return.
    package func finish(_ recorder: TestRecorder) {
        var messages: [String] = []
        var sites: [CallSite] = []
        for lesson in observedRuns.withLock({ $0 }) {
            do {
                guard let message = try lesson.file.judge(lesson.runs).message else { continue }
                messages.append(message)
            } catch {
                messages.append("\(error)")
            }
            sites.append(lesson.site)
        }
        guard let site = sites.first else { return }
        recorder.reporter.fail(messages.joined(separator: "\n"), at: site)
    }
}
