package import TrackproofAssertions
internal import TrackproofPlatform
package import XCTest

/// Reports to XCTest.
package struct XCTestReporter: TestReporter {
    package init() {}

    @discardableResult
    package func fail(_ message: String, at site: CallSite) -> Bool {
        TestCases.fail(message, near: site)
        return true
    }

    /// Attaches a text to the test case's report. Attachments exist only where Objective-C does.
    package func attach(_ text: String, named name: String, at site: CallSite) {
        #if canImport(ObjectiveC)
            let attachment = XCTAttachment(string: text)
            attachment.name = name
            // Kept even if the test plan deletes the attachments of tests that succeed.
            attachment.lifetime = .keepAlways
            RunningTestCase.current?.add(attachment)
        #endif
    }

    package var isInsideTest: Bool { false }

    /// Tests of XCTest run one after the other, so whatever runs belongs to the one that is running.
    package var isElsewhere: Bool { false }

    package var blockingWaitHint: String? { nil }
}

/// The test case that runs with a recorder of ours.
///
/// `XCTContext.runActivity`, which needs no test case, ends the process if an asynchronous test or a thread calls it
/// (swift-corelibs-xctest#418).
package enum RunningTestCase {
    private static let state = Lock<XCTestCase?>(nil)

    package static var current: XCTestCase? { state.withLock { $0 } }

    /// Remembers the test case.
    ///
    /// - Returns: whether it was another one, or none, before: then the caller ends it too.
    @discardableResult
    package static func begin(_ testCase: XCTestCase) -> Bool {
        state.withLock { state in
            defer { state = testCase }
            return state !== testCase
        }
    }

    /// Forgets the test case if it is the current one.
    package static func end(_ testCase: XCTestCase) {
        state.withLock { if $0 === testCase { $0 = nil } }
    }
}
