package import Foundation
import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform
package import TrackproofSnapshots

extension TestRecorder {
    /// Expects that the recorded events match the test's snapshot.
    package func expectSnapshot(named name: String?, record mode: RecordMode?, bundle: Bundle?, at site: CallSite) {
        SnapshotCheck(
            recorder: self, label: name, mode: mode, bundle: bundle,
            environment: ProcessInfo.processInfo.environment, site: site
        ).run()
    }
}

/// The comparison of a test's recorded events with the test's snapshot.
struct SnapshotCheck {
    let recorder: TestRecorder
    /// The name that the test passed to `expectSnapshot`; `nil` if the test passed no name.
    let label: String?
    /// The mode that says when the snapshot is written; `nil` if environment variables decide.
    let mode: RecordMode?
    let bundle: Bundle?
    let environment: [String: String]
    let site: CallSite
    var recorded = RecordedSnapshots.ofProcess

    /// Compares the recorded events with the snapshot, or writes the recorded events to the snapshot. Fails the test if
    /// the events differ from the snapshot, if the snapshot was written, or if no comparison is possible.
    func run() {
        recorder.prepareAssertion(at: site)
        do {
            // Under `trackproof mutate`, events can have a planted mistake, which no file may contain.
            let mode = recorder.plants ? .never : try mode ?? RecordMode.effective(in: environment)
            try checkRuns(mode)
            let place = try SnapshotPlace(for: site, bundle: bundle, environment: environment)
            let path = try path(in: place)
            try noteUse(of: path)
            recorder.noteForMutation(snapshot: path, at: site)
            var file = SnapshotFile(path: path, isWritable: place.isWritable && !recorder.plants, mode: mode)
            file.canLearn = !recorder.isOfUITest
            let source = try file.source()
            if let problem = recorder.doubts.doubt(about: source) {
                throw SnapshotRefusal("cannot tell whether more events were tracked\n\(problem)")
            }
            let events = recorder.events.map { $0.without(recorder.ignored) }
            recorder.markChecked(all: events.log(of: source))
            if let learning = recorder.learning, mode == .all {
                learning.add(Recording(events), to: file, at: site)
            } else {
                let judgement = try file.judge(Recording(events), hasTestFailed: recorder.hasTestFailedSoFar)
                report(recorded.checked(judgement, of: path))
            }
        } catch {
            // Marks all events as checked. Otherwise, the test would also fail for unchecked events, which would add no
            // information.
            recorder.markChecked(all: recorder.log(of: .app))
            recorder.fail("\(error)", at: site)
        }
    }

    /// Throws an error if `TRACKPROOF_RECORD_RUNS` is invalid, or if Trackproof cannot run this test several times.
    private func checkRuns(_ mode: RecordMode) throws {
        let variable = EnvironmentVariable.recordRuns
        guard let runs = SnapshotLearning.runs(in: environment) else {
            throw SnapshotRefusal("\(variable) must be a number from 1 to 100")
        }
        if runs == 1 { return }
        if mode != .all { throw SnapshotRefusal("\(variable) does nothing without TRACKPROOF_RECORD=all") }
        if recorder.isOfUITest {
            throw SnapshotRefusal(
                """
                \(variable) does not rerun UI tests: under "volatile" in the snapshot, list the parameters that vary
                """)
        }
        if recorder.learning == nil {
            throw SnapshotRefusal(
                """
                \(variable) needs a test that can be run again: use the trait .recordingEvents (in XCTest, subclass \
                RecordingTestCase)
                """)
        }
    }

    /// Returns the path of the snapshot, which the test reserves.
    private func path(in place: SnapshotPlace) throws -> String {
        guard let test = recorder.test?.identity else {
            throw SnapshotRefusal(
                """
                this recorder belongs to no test, so its snapshot has no name: use the trait .recordingEvents (in \
                XCTest, subclass RecordingTestCase)
                """)
        }
        if test.isParameterized, label == nil {
            throw SnapshotRefusal(
                #"a parameterized test must name the snapshot of each case: expectSnapshot(named: "\(argument)")"#)
        }
        let name = SnapshotName(test, label: label ?? recorder.nextUnnamedSnapshot())
        if !recorder.use(snapshot: name.text) {
            throw SnapshotRefusal("this test has two snapshots named \((label ?? "").quotedForDisplay)")
        }
        let path = place.path(of: name.text)
        try SnapshotClaims.claim(path, for: test, label: label)
        return path
    }

    /// Adds the snapshot to the file that `trackproof run --unused-snapshots` reads, if the command asks for this file.
    private func noteUse(of path: String) throws {
        guard let list = environment[EnvironmentVariable.usedSnapshots], !list.isEmpty else { return }
        do throws(FileAccessError) {
            try OpenFile(writing: list, flags: O_WRONLY | O_APPEND, mode: 0o600).append(Array((path + "\n").utf8))
        } catch {
            throw SnapshotRefusal("\(list): cannot write: \(error.message)")
        }
    }

    private func report(_ report: SnapshotFile.Report) {
        guard let message = report.message else { return }
        for (name, text) in report.attachments { recorder.attach(text, named: name, at: site) }
        recorder.fail(message, isRecording: report.isRecording, at: site)
    }
}

/// The snapshots that tests in this process use. Two tests must not use the same snapshot.
enum SnapshotClaims {
    private struct Claim: Hashable {
        let test: TestIdentity
        let label: String?
    }

    /// For each used snapshot, by its path in lower case, its test and its label. Many file systems ignore case.
    private static let claims = Lock<[String: Claim]>([:])

    /// Reserves a snapshot for a test. Throws ``SnapshotRefusal`` if another test or another case has reserved it.
    static func claim(_ path: String, for test: TestIdentity, label: String?) throws {
        let claim = Claim(test: test, label: label)
        let known = claims.withLock { claims in
            if claims[path.lowercased()] == nil { claims[path.lowercased()] = claim }
            return claims[path.lowercased()] ?? claim
        }
        if known == claim { return }
        let label = known.label.map { " with the name \($0.quotedForDisplay)" } ?? ""
        throw SnapshotRefusal(
            known.test.path == test.path && known.label == claim.label
                ? "\(path): another case of this test uses this snapshot; give the snapshot of each case its own name"
                : "\(path): another test uses this snapshot: \(known.test.path.joined(separator: "/"))\(label)")
    }
}

/// The snapshots that the tests of a process have recorded. XCTest and Swift Testing can run a failed test again in the
/// same process. The second run would find what the first run has recorded, so comparing with it would prove nothing.
final class RecordedSnapshots: Sendable {
    static let ofProcess = RecordedSnapshots()

    private let paths = Lock<Set<String>>([])

    /// Notes the result of a comparison. If it is only equal because this process has recorded the snapshot, returns a
    /// failure instead.
    func checked(_ report: SnapshotFile.Report, of path: String) -> SnapshotFile.Report {
        let isRecorded = paths.withLock { paths in
            if report.isRecording, report.message != nil { paths.insert(path) }
            return paths.contains(path)
        }
        guard isRecorded, report.message == nil else { return report }
        return SnapshotFile.Report(
            message:
                "an earlier run of this test has recorded the snapshot; review it, then run the tests again: \(path)",
            isRecording: true)
    }
}
