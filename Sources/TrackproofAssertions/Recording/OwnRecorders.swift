internal import Foundation
internal import TrackproofPlatform

/// The recorders that tests made themselves. Nobody ends them, so whoever sees a test end looks after them.
package enum OwnRecorders {
    private struct Entry {
        weak let recorder: TestRecorder?
        /// Whether its test is one of Swift Testing without a trait of ours: nobody says when that ends.
        let isJudgedAtExit: Bool
        /// How much the recorder had been used when the running test began.
        var useCount = 0
    }

    private static let entries = Lock<[Entry]>([])

    static func add(_ recorder: TestRecorder) {
        entries.withLock { entries in
            entries.removeAll { $0.recorder == nil }
            let isJudgedAtExit = recorder.parent == nil && recorder.reporter.isInsideTest
            if isJudgedAtExit { judgingAtExit }
            entries.append(Entry(recorder: recorder, isJudgedAtExit: isJudgedAtExit))
        }
    }

    /// A recorder that outlives its test, in a container or a global, is judged when the process ends. No test can fail any
    /// more then, so the process does.
    private static let judgingAtExit: Void = {
        atexit {
            let kept = OwnRecorders.entries.withLock { $0 }.filter(\.isJudgedAtExit).compactMap(\.recorder)
            let messages = kept.compactMap { $0.messageOfOwn.map { "error: \($0)\n" } }
            if messages.isEmpty { return }
            FileHandle.standardError.write(Data(messages.joined().utf8))
            fflush(nil)
            // To call exit() once more is undefined.
            _exit(1)
        }
    }()

    /// The recorders that were made in the test of `parent`.
    fileprivate static func made(in parent: TestRecorder) -> [TestRecorder] {
        entries.withLock { $0 }.compactMap(\.recorder).filter { $0.parent == parent.serial }
    }

    /// Whether there is one whose events are to be checked.
    package static var areThere: Bool { entries.withLock { $0.contains { $0.recorder?.isOwnExhaustively == true } } }

    /// A test of XCTest begins. Its tests run one after the other.
    package static func beginTest() {
        entries.withLock { entries in
            for index in entries.indices {
                entries[index].recorder?.reopen()
                entries[index].useCount = entries[index].recorder?.useCount ?? 0
            }
        }
    }

    /// That test is over: an assertion that comes before the next one begins is too late. Afterwards it may be that of a
    /// test which keeps the recorder.
    package static func close() {
        for recorder in usedInTest { recorder.close(reportsLateEvents: false) }
    }

    /// Fails that test for what no assertion has checked in those that it used. Others, made in the properties of tests
    /// that are yet to run, may have events already.
    package static func endTest() {
        for recorder in usedInTest { recorder.judgeOwn() }
    }

    /// Those that the running test of XCTest used.
    private static var usedInTest: [TestRecorder] {
        entries.withLock { $0 }.compactMap { entry in
            entry.recorder.flatMap { $0.useCount > entry.useCount ? $0 : nil }
        }
    }
}

extension TestRecorder {
    /// Ends the recorders that its test made for itself: they fail the test for what no assertion has checked.
    package func endOwnRecorders() {
        for recorder in OwnRecorders.made(in: self) {
            recorder.judgeOwn()
            recorder.close(reportsLateEvents: true)
        }
    }
}
