internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// Several runs of one test, of which is learned what varies from run to run.
///
/// They are asked for by `TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=5`.
package final class SnapshotLearning: Sendable {
    private struct Lesson {
        let file: SnapshotFile
        let site: CallSite
        var runs: [Recording]
    }

    /// How often the test is to run.
    package let runCount: Int
    private let lessons = Lock<[Lesson]>([])

    /// The variable that says how often a test runs to record its snapshots.
    static let variable = "TRACKPROOF_RECORD_RUNS"

    /// The process' environment, read once: every test asks for it.
    package static let environment = ProcessInfo.processInfo.environment

    /// Nil where the environment asks for no more than one run.
    package init?(environment: [String: String]) {
        // What is no number is taken for one run; `expectSnapshot` says so.
        guard let runs = Self.runs(in: environment), runs > 1 else { return nil }
        runCount = runs
    }

    /// How many runs the environment asks for; nil where it says something that is not from 1 to 100.
    static func runs(in environment: [String: String]) -> Int? {
        guard let text = environment[variable], !text.isEmpty else { return 1 }
        guard let runs = Int(text), (1...100).contains(runs) else { return nil }
        return runs
    }

    /// Whether no run has asked for a snapshot: then there is nothing to learn.
    package var isEmpty: Bool { lessons.withLock(\.isEmpty) }

    /// Adds what one run recorded for a snapshot.
    func add(_ recording: Recording, to file: SnapshotFile, at site: CallSite) {
        lessons.withLock { lessons in
            if let index = lessons.firstIndex(where: { $0.file.path == file.path }) {
                lessons[index].runs.append(recording)
            } else {
                lessons.append(Lesson(file: file, site: site, runs: [recording]))
            }
        }
    }

    /// After the last run: leaves what was learned for review; fails the test where something is to be looked at.
    ///
    /// All of it is one failure, since a second might never be told.
    package func finish(_ recorder: TestRecorder) {
        var messages: [String] = []
        var sites: [CallSite] = []
        for lesson in lessons.withLock({ $0 }) {
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
