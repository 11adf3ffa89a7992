import Foundation
import TrackproofPlatform

/// The recorders that tests made themselves with `TestRecorder()`.
///
/// Trackproof reports the unchecked events of such a recorder when the recorder is deallocated. If the recorder still
/// exists, Trackproof reports them at the end of the test, or at the end of XCTest's last suite or of the process if the
/// test has no recorder from a trait or a test case.
package enum OwnRecorders {
    private struct Entry {
        /// The recorder. While tests run in parallel, only the test that made the recorder may read this property.
        ///
        /// Code that reads a weak reference retains the object for a moment. Suppose that test B reads this property
        /// while test A, which made the recorder, releases it. Test B would then be the last to release the recorder,
        /// so the recorder's `deinit` would run in test B and fail test B.
        weak var recorder: TestRecorder?
        let serial: Int
        let parent: Int?
    }

    private static let entries = Lock<[Entry]>([])

    static func add(_ recorder: TestRecorder) {
        exitHandler
        let entry = Entry(recorder: recorder, serial: recorder.serial, parent: recorder.parent)
        entries.withLock { $0.append(entry) }
    }

    /// Removes a recorder that is deallocated. The recorder's `deinit` calls this function, which locks `entries`. So
    /// code that has locked `entries` must not release a recorder: the `deinit` could run in that code, and would wait
    /// for the lock forever.
    static func remove(_ serial: Int) {
        entries.withLock { entries in entries.removeAll { $0.serial == serial } }
    }

    /// Returns the recorders that a test made itself while `parent` was the recorder of the test.
    ///
    /// - Parameter parent: The `serial` of the recorder; `nil` for tests that had no recorder.
    fileprivate static func made(in parent: Int?) -> [TestRecorder] {
        entries.withLock { $0 }.filter { $0.parent == parent }.compactMap(\.recorder)
    }

    /// The registration of a handler that reports unchecked events when the process ends. The handler examines the
    /// recorders of tests without another recorder, for example in the property of a test case or in a global variable.
    /// No test can fail at that time, so the process exits with status 1.
    private static let exitHandler: Void = {
        atexit {
            let messages = takeFailures().map { "error: \($1.filePath):\($1.line): \($0)\n" }
            if messages.isEmpty { return }
            FileHandle.standardError.write(Data(messages.joined().utf8))
            fflush(nil)
            // This handler runs in a call of `exit()`. A second call of `exit()` would be undefined behavior.
            _exit(1)
        }
    }()

    /// Returns the failures of the recorders of tests without another recorder. A later call does not return them again.
    package static func takeFailures() -> [(message: String, site: CallSite)] {
        made(in: nil).compactMap { recorder in
            guard let failure = recorder.takeOwnFailure() else { return nil }
            remove(recorder.serial)
            return failure
        }
    }

    /// Whether the process will examine a recorder when it ends.
    package static var remain: Bool { entries.withLock { $0.contains { $0.parent == nil } } }
}

extension TestRecorder {
    /// Ends the recorders that the test made itself. Fails the test if they have unchecked events or another problem.
    package func endOwnRecorders() {
        for recorder in OwnRecorders.made(in: serial) {
            recorder.failForUnchecked()
            recorder.close(reportsLateEvents: recorder.own?.isExhaustive ?? true)
        }
    }
}
