#if canImport(ObjectiveC)
    import Foundation
#endif
package import TrackproofAssertions
import XCTest

/// A reporter that passes failures and attachments to XCTest.
package struct XCTestReporter: TestReporter {
    package init() {}

    /// Fails the running test. XCTest does not tell where a test is declared, so the failure has the call site.
    @discardableResult
    package func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite) -> Bool {
        TestCases.fail(message, at: site)
        return true
    }

    /// Prints a warning. XCTest has no warnings, but Xcode shows a line of this form as a warning.
    package func warn(_ message: String, of test: any RunningTest, at site: CallSite) {
        let place = site.line > 0 ? "\(site.filePath):\(site.line): " : ""
        TestCases.write("\(place)warning", "\(test.identity.path.joined(separator: "/")): \(message)")
    }

    /// Attaches a text to the test case's report. Attachments exist only on platforms with Objective-C.
    package func attach(_ text: String, named name: String, to test: (any RunningTest)?, at site: CallSite) {
        #if canImport(ObjectiveC)
            attach(XCTAttachment(string: text), named: name, to: test)
        #endif
    }

    package func attach(png: [UInt8], named name: String, to test: (any RunningTest)?, at site: CallSite) {
        #if canImport(ObjectiveC)
            attach(XCTAttachment(data: Data(png), uniformTypeIdentifier: "public.png"), named: name, to: test)
        #endif
    }

    #if canImport(ObjectiveC)
        /// Adds an attachment to the test case. `XCTContext.runActivity` would need no test case, but ends the process
        /// if an asynchronous test or code on another thread calls it (swift-corelibs-xctest#418).
        private func attach(_ attachment: XCTAttachment, named name: String, to test: (any RunningTest)?) {
            attachment.name = name
            // Keeps the attachment even if the test plan deletes the attachments of tests that succeed.
            attachment.lifetime = .keepAlways
            let running = test ?? XCTestRun.recorder?.test
            (running as? XCTestRunningTest)?.testCase?.add(attachment)
        }
    #endif

    package var isInsideTest: Bool { false }

    /// `false`, because XCTest runs one test at a time: any code belongs to the running test.
    package var isOutsideTest: Bool { false }

    package var blockingWaitHint: String? { nil }
}
