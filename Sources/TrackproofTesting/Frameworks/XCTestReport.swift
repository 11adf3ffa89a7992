internal import Trackproof
internal import XCTest

/// The report of the running test case of XCTest.
enum XCTestReport {
    /// The test case, while it runs with a recorder of ours. `XCTContext.runActivity`, which needs no test case, ends
    /// the process where an asynchronous test or a thread calls it (swift-corelibs-xctest#418).
    static let testCase = Lock<XCTestCase?>(nil)

    /// Puts a text into the report; XCTest has attachments only where Objective-C is.
    static func attach(_ text: String, named name: String) {
        #if canImport(ObjectiveC)
            let attachment = XCTAttachment(string: text)
            attachment.name = name
            // Kept also where the plan deletes the attachments of tests that succeed.
            attachment.lifetime = .keepAlways
            testCase.withLock { $0 }?.add(attachment)
        #endif
    }
}
