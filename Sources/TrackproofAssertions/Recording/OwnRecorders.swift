internal import Foundation
internal import TrackproofPlatform

/// The recorders that tests made themselves.
///
/// No trait and no test case ends them, so the code that sees the end of a test judges them.
package enum OwnRecorders {
    private struct Entry {
        weak let recorder: TestRecorder?
        /// Whether the test is a test of Swift Testing without a trait of Trackproof, so that its end is unknown.
        let isJudgedAtExit: Bool
        /// The use count of the recorder when the running test began.
        var useCount = 0
    }

    private static let entries = Lock<[Entry]>([])

    static func add(_ recorder: TestRecorder) {
        entries.withLock { entries in
            entries.removeAll { $0.recorder == nil }
            let isJudgedAtExit = recorder.parent == nil && recorder.reporter.isInsideTest
            if isJudgedAtExit { exitHandler }
            entries.append(Entry(recorder: recorder, isJudgedAtExit: isJudgedAtExit))
        }
    }

    /// The registration of a handler that judges recorders when the process ends.
    ///
    /// It judges the recorders that outlive their test, for example in a container or a global variable. No test can
    /// fail at that time, so the process fails.
    private static let exitHandler: Void = {
        atexit {
            let kept = OwnRecorders.entries.withLock { $0 }.filter(\.isJudgedAtExit).compactMap(\.recorder)
            let messages = kept.compactMap { $0.uncheckedMessage.map { "error: \($0)\n" } }
            if messages.isEmpty { return }
            FileHandle.standardError.write(Data(messages.joined().utf8))
            fflush(nil)
            // A second call of `exit()` would be undefined behavior.
            _exit(1)
        }
    }()

    /// Returns the recorders that a test made while `parent` was the current recorder.
    fileprivate static func made(in parent: TestRecorder) -> [TestRecorder] {
        entries.withLock { $0 }.compactMap(\.recorder).filter { $0.parent == parent.serial }
    }

    /// Whether there is a recorder whose unchecked events fail a test.
    package static var areThere: Bool { entries.withLock { $0.contains { $0.recorder?.failsForUnchecked == true } } }

    /// Begins a test of XCTest. XCTest runs one test after the other.
    package static func beginTest() {
        entries.withLock { entries in
            for index in entries.indices {
                entries[index].recorder?.reopen()
                entries[index].useCount = entries[index].recorder?.useCount ?? 0
            }
        }
    }

    /// Closes the recorders that the test of XCTest used.
    ///
    /// An assertion between two tests is too late. An assertion after the next test begins may belong to that test, if
    /// it uses the same recorder.
    package static func close() {
        for recorder in usedInTest { recorder.close(reportsLateEvents: false) }
    }

    /// Fails the test of XCTest for what no assertion has checked in the recorders that the test used.
    ///
    /// Other recorders may have events already, because properties of test cases that have not run yet made them.
    package static func endTest() {
        for recorder in usedInTest { recorder.failForUnchecked() }
    }

    /// The recorders that the running test of XCTest used.
    private static var usedInTest: [TestRecorder] {
        entries.withLock { $0 }.compactMap { entry in
            entry.recorder.flatMap { $0.useCount > entry.useCount ? $0 : nil }
        }
    }
}

extension TestRecorder {
    /// Ends the recorders that the test made itself. They fail the test for what no assertion has checked.
    package func endOwnRecorders() {
        for recorder in OwnRecorders.made(in: self) {
            recorder.failForUnchecked()
            recorder.close(reportsLateEvents: true)
        }
    }
}
