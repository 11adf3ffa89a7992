import Foundation
import TrackproofPlatform

/// What XCTest does at the moment, and the recorder of the test case that XCTest runs. XCTest runs one test after the
/// other. So code that the test runs on queues and threads finds its test here.
package enum XCTestRun {
    package enum Phase: Equatable, Sendable {
        /// XCTest runs no tests, and it is unknown whether Swift Testing does.
        case noTests
        /// Swift Testing runs its tests. XCTest may run tests before or after them in the same process.
        case swiftTesting
        case beforeTest
        case test(number: Int)
        case afterLastTest
    }

    private struct State {
        var phase = Phase.noTests
        var testCount = 0
        var recorder: TestRecorder?
        /// The test case that XCTest runs.
        var test: (any RunningTest)?
        /// The recorder of the running test case, if its events were checked already.
        var checked: TestRecorder?
    }

    private static let state = Lock(State())

    package static var phase: Phase { state.withLock(\.phase) }

    package static func setPhase(_ phase: Phase) {
        state.withLock { state in
            state.phase = phase
            (state.checked, state.test) = (nil, nil)
        }
    }

    /// Notes that a test of Swift Testing is running. `swift test` has a process for each framework. Xcode has one
    /// process for both, and XCTest tells nobody that Swift Testing begins.
    package static func noteSwiftTesting() {
        state.withLock { state in
            if state.test == nil { state.phase = .swiftTesting }
        }
    }

    /// Notes that a test case begins.
    package static func begin(_ test: any RunningTest) {
        state.withLock { state in
            state.testCount += 1
            state.phase = .test(number: state.testCount)
            (state.checked, state.test) = (nil, test)
        }
        InstanceFacades.forgetUnclaimed()
    }

    /// Whether XCTest runs a test case, with or without a recorder.
    package static var isInsideTest: Bool { if case .test = phase { true } else { false } }

    /// The test case that XCTest runs; `nil` between two test cases.
    package static var test: (any RunningTest)? { state.withLock(\.test) }

    /// The recorder of the running test case; `nil` if no test case with a recorder is running.
    package static var recorder: TestRecorder? { state.withLock(\.recorder) }

    /// Sets the recorder of the running test case, and returns the recorder that it replaces.
    @discardableResult
    package static func setRecorder(_ recorder: TestRecorder?) -> TestRecorder? {
        state.withLock { state in
            defer { state.recorder = recorder }
            return state.recorder
        }
    }

    /// Notes that the test of this recorder has ended.
    static func end(_ recorder: TestRecorder) {
        state.withLock { state in
            guard state.recorder === recorder else { return }
            (state.recorder, state.checked) = (nil, recorder)
        }
    }

    /// Returns whether XCTest still runs the test case of a recorder whose events were checked.
    static func isTearingDown(_ recorder: TestRecorder) -> Bool {
        state.withLock { state in
            if case .test = state.phase { state.checked === recorder } else { false }
        }
    }
}

#if canImport(CoreFoundation)
    import CoreFoundation

    /// Counts the calls that run the main run loop. While a test waits on the main thread, it runs the main run loop.
    /// Closures that anybody has put on the main queue then run inside of the test's call stack, and find the test's
    /// task-local values.
    enum MainRunLoop {
        private static let count: Lock<Int> = {
            let count = Lock(0)
            let activities = CFRunLoopActivity.entry.rawValue | CFRunLoopActivity.exit.rawValue
            let observer = CFRunLoopObserverCreateWithHandler(nil, activities, true, 0) { _, activity in
                count.withLock { $0 += activity == .entry ? 1 : -1 }
            }
            #if !os(Linux)
                CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
            #else
                CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
            #endif
            return count
        }()

        /// The number of calls that run the main run loop now, each inside of the one before. Does not count the calls
        /// that began before the first use of this property.
        static var depth: Int { count.withLock { $0 } }

        /// Whether the current code runs in a call of the main run loop that began when the depth was `depth` or more.
        static func isRunning(since depth: Int) -> Bool { Thread.isMainThread && self.depth > depth }
    }
#else
    enum MainRunLoop {
        static var depth: Int { 0 }
        static func isRunning(since depth: Int) -> Bool { false }
    }
#endif
