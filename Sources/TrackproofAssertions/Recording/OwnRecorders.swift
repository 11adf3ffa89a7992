import Foundation
import TrackproofPlatform

/// The recorders that tests made themselves with `TestRecorder()`.
///
/// Trackproof reports the unchecked events of such a recorder when the test ends, when the recorder is deallocated, or
/// when the process ends.
package enum OwnRecorders {
    private struct Entry {
        /// The recorder. While tests run in parallel, only the test that made the recorder may read this property.
        ///
        /// Code that reads a weak reference retains the object for a moment. Suppose that test B reads this property
        /// while test A, which made the recorder, releases it. Test B would then be the last to release the recorder,
        /// so the recorder's `deinit` would run in test B and fail test B.
        weak let recorder: TestRecorder?
        let serial: Int
        let parent: Int?
        let failsForUnchecked: Bool
        /// Whether a test of Swift Testing without the trait `.recordingEvents` made the recorder.
        ///
        /// Trackproof does not know when such a test ends, so it checks the recorder when the process ends.
        let isJudgedAtExit: Bool
        /// The `useCount` of the recorder when the running test began. If the current count is greater, the test has
        /// used the recorder.
        var useCount = 0
    }

    private static let entries = Lock<[Entry]>([])

    static func add(_ recorder: TestRecorder) {
        let isJudgedAtExit = recorder.parent == nil && recorder.reporter.isInsideTest
        if isJudgedAtExit { exitHandler }
        let entry = Entry(
            recorder: recorder, serial: recorder.serial, parent: recorder.parent,
            failsForUnchecked: recorder.failsForUnchecked, isJudgedAtExit: isJudgedAtExit)
        entries.withLock { $0.append(entry) }
    }

    /// Removes a recorder that is deallocated.
    ///
    /// The recorder's `deinit` calls this function, which locks `entries`. So code that has locked `entries` must not
    /// release a recorder: the `deinit` could run in that code, and would wait for the lock forever.
    static func remove(_ serial: Int) {
        entries.withLock { entries in entries.removeAll { $0.serial == serial } }
    }

    /// The registration of a handler that reports unchecked events when the process ends.
    ///
    /// The handler examines the recorders that have outlived their test, for example in a container or a global
    /// variable. No test can fail at that time, so the process exits with status 1.
    private static let exitHandler: Void = {
        atexit {
            let kept = OwnRecorders.entries.withLock { $0 }.filter(\.isJudgedAtExit).compactMap(\.recorder)
            let messages = kept.compactMap { $0.uncheckedMessage.map { "error: \($0)\n" } }
            if messages.isEmpty { return }
            FileHandle.standardError.write(Data(messages.joined().utf8))
            fflush(nil)
            // This handler runs in a call of `exit()`. A second call of `exit()` would be undefined behavior.
            _exit(1)
        }
    }()

    /// Returns the recorders that a test made itself while `parent` was the recorder of the test.
    fileprivate static func made(in parent: TestRecorder) -> [TestRecorder] {
        entries.withLock { $0 }.filter { $0.parent == parent.serial }.compactMap(\.recorder)
    }

    /// Whether a test has made a recorder whose unchecked events fail the test.
    package static var areThere: Bool { entries.withLock { $0.contains(where: \.failsForUnchecked) } }

    /// Opens all recorders when a test of XCTest begins, and notes their `useCount`.
    ///
    /// XCTest runs one test after the other, so no other test uses the recorders at the same time.
    package static func beginTest() {
        let recorders = entries.withLock { $0 }.compactMap(\.recorder)
        var useCounts: [Int: Int] = [:]
        for recorder in recorders {
            recorder.reopen()
            useCounts[recorder.serial] = recorder.useCount
        }
        entries.withLock { entries in
            for index in entries.indices { entries[index].useCount = useCounts[entries[index].serial] ?? 0 }
        }
    }

    /// Closes the recorders that the running test of XCTest used.
    ///
    /// An assertion that uses a closed recorder comes too late and fails. ``beginTest()`` opens the recorders again,
    /// because the next test may use the same recorders.
    package static func close() {
        for recorder in usedInTest { recorder.close(reportsLateEvents: false) }
    }

    /// Fails the running test of XCTest if a recorder that the test used has unchecked events or another problem.
    ///
    /// The function skips recorders that the test has not used. Such a recorder may contain events for a later test,
    /// because the properties of a test case can make a recorder and track events before the test case runs.
    package static func endTest() {
        for recorder in usedInTest { recorder.failForUnchecked() }
    }

    private static var usedInTest: [TestRecorder] {
        entries.withLock { $0 }.compactMap { entry in
            entry.recorder.flatMap { $0.useCount > entry.useCount ? $0 : nil }
        }
    }
}

extension TestRecorder {
    /// Ends the recorders that the test made itself. Fails the test if they have unchecked events or another problem.
    package func endOwnRecorders() {
        for recorder in OwnRecorders.made(in: self) {
            recorder.failForUnchecked()
            recorder.close(reportsLateEvents: true)
        }
    }
}
