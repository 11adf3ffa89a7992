#if canImport(ObjectiveC)
    import Foundation
#endif
package import TrackproofAssertions
import TrackproofPlatform
package import XCTest

/// A reporter that passes failures and attachments to XCTest.
package struct XCTestReporter: TestReporter {
    package init() {}

    @discardableResult
    package func fail(_ message: String, at site: CallSite) -> Bool {
        TestCases.fail(message, near: site)
        return true
    }

    /// Attaches a text to the test case's report. Attachments exist only on platforms with Objective-C.
    package func attach(_ text: String, named name: String, at site: CallSite) {
        #if canImport(ObjectiveC)
            attach(XCTAttachment(string: text), named: name)
        #endif
    }

    package func attach(png: [UInt8], named name: String, at site: CallSite) {
        #if canImport(ObjectiveC)
            attach(XCTAttachment(data: Data(png), uniformTypeIdentifier: "public.png"), named: name)
        #endif
    }

    #if canImport(ObjectiveC)
        private func attach(_ attachment: XCTAttachment, named name: String) {
            attachment.name = name
            // Keeps the attachment even if the test plan deletes the attachments of tests that succeed.
            attachment.lifetime = .keepAlways
            RunningTestCase.current?.add(attachment)
        }
    #endif

    package var isInsideTest: Bool { false }

    /// `false`, because XCTest runs one test at a time: any code belongs to the running test.
    package var isOutsideTest: Bool { false }

    package var blockingWaitHint: String? { nil }
}

/// The test case that runs with a Trackproof recorder.
///
/// ``XCTestReporter`` adds attachments to this test case. `XCTContext.runActivity` would need no test case, but ends
/// the process if an asynchronous test or code on another thread calls it (swift-corelibs-xctest#418).
package enum RunningTestCase {
    private static let state = Lock<XCTestCase?>(nil)

    package static var current: XCTestCase? { state.withLock { $0 } }

    /// Makes a test case the current test case.
    ///
    /// - Returns: `false` if the test case already was the current test case. If the result is `true`, the caller must
    ///   also call ``end(_:)``.
    @discardableResult
    package static func begin(_ testCase: XCTestCase) -> Bool {
        state.withLock { state in
            defer { state = testCase }
            return state !== testCase
        }
    }

    /// Resets the current test case if it is `testCase`.
    package static func end(_ testCase: XCTestCase) {
        state.withLock { if $0 === testCase { $0 = nil } }
    }
}
