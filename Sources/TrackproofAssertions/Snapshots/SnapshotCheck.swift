package import Foundation
import Trackproof
import TrackproofPlatform
package import TrackproofSnapshots
import TrackproofText

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

    /// Compares the recorded events with the snapshot, or writes the recorded events to the snapshot.
    ///
    /// Fails the test if the events differ from the snapshot, if the snapshot was written, or if no comparison is
    /// possible.
    func run() {
        recorder.begin(at: site)
        do {
            // Under `trackproof mutate`, events can have a planted mistake, which no file may contain.
            let mode = recorder.plants ? .never : try mode ?? RecordMode.effective(in: environment)
            try checkRuns(mode)
            let place = try SnapshotPlace(for: site, bundle: bundle, environment: environment)
            let path = try path(in: place)
            try UsedSnapshots.note(path, environment: environment)
            recorder.noteForMutation(snapshot: path, at: site)
            var file = SnapshotFile(path: path, isWritable: place.isWritable && !recorder.plants, mode: mode)
            file.canLearn = !recorder.isOfUITest
            let source = try file.source()
            if let problem = recorder.doubts.doubt(about: source) {
                throw SnapshotRefusal(description: "cannot tell whether more events were tracked\n\(problem)")
            }
            let events = recorder.events.map { $0.without(recorder.ignored) }
            recorder.check(all: events.log(of: source))
            if let learning = recorder.learning, mode == .all {
                learning.add(Recording(events), to: file, at: site)
            } else {
                let judgement = try file.judge(Recording(events), hasTestFailed: recorder.hasTestFailedSoFar)
                report(recorded.checked(judgement, of: path))
            }
        } catch {
            // Marks all events as checked. Otherwise, the test would also fail for unchecked events, which would add no
            // information.
            recorder.check(all: recorder.log(of: .app))
            recorder.fail("\(error)", at: site)
        }
    }

    /// Throws an error if `TRACKPROOF_RECORD_RUNS` is invalid, or if Trackproof cannot run this test several times.
    private func checkRuns(_ mode: RecordMode) throws {
        let variable = EnvironmentVariable.recordRuns
        guard let runs = SnapshotLearning.runs(in: environment) else {
            throw SnapshotRefusal(description: "\(variable) must be a number from 1 to 100")
        }
        if runs == 1 { return }
        if mode != .all { throw SnapshotRefusal(description: "\(variable) does nothing without TRACKPROOF_RECORD=all") }
        if recorder.isOfUITest {
            throw SnapshotRefusal(
                description: """
                    \(variable) does not rerun UI tests: under "volatile" in the snapshot, list the parameters that vary
                    """)
        }
        if recorder.learning == nil {
            throw SnapshotRefusal(
                description: """
                    \(variable) needs a test that can be run again: use the trait .recordingEvents (in XCTest, \
                    subclass RecordingTestCase)
                    """)
        }
    }

    private func path(in place: SnapshotPlace) throws -> String {
        guard let test = recorder.test?.identity else {
            throw SnapshotRefusal(
                description: """
                    this recorder belongs to no test, so its snapshot has no name: use the trait .recordingEvents \
                    (in XCTest, subclass RecordingTestCase)
                    """)
        }
        if test.isParameterized, label == nil {
            throw SnapshotRefusal(
                description: """
                    a parameterized test must name the snapshot of each case: expectSnapshot(named: "\\(argument)")
                    """)
        }
        let name = SnapshotName(test, label: label ?? recorder.nextUnnamedSnapshot())
        if !recorder.use(snapshot: name.text) {
            throw SnapshotRefusal(description: "this test has two snapshots named \((label ?? "").quotedForDisplay)")
        }
        let path = place.path(of: name.text)
        try SnapshotClaims.claim(path, for: test, label: label)
        return path
    }

    private func report(_ report: SnapshotFile.Report) {
        guard let message = report.message else { return }
        for (name, text) in report.attachments { recorder.attach(text, named: name, at: site) }
        recorder.fail(message, isRecording: report.isRecording, at: site)
    }
}
