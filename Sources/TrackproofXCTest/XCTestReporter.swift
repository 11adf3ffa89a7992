#if canImport(ObjectiveC)
    import Foundation
#endif
package import TrackproofAssertions
package import XCTest

/// A reporter that passes failures and attachments to XCTest.
package struct XCTestReporter: TestReporter {
    private let test: XCTestRunningTest?

    /// Creates a reporter.
    ///
    /// - Parameter test: The test that gets the failures; `nil` for the test that runs when a failure occurs.
    package init(_ test: XCTestRunningTest? = nil) {
        // A linker takes `TrackproofXCTestLoad` from a static library only if other code refers to it.
        observeAtLoad()
        self.test = test
    }

    /// Fails the test. XCTest does not tell where a test is declared, so the failure has the call site.
    @discardableResult
    package func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool {
        TestCases.fail(message, of: self.test, at: site, stopping: stopping)
        return true
    }

    /// Prints a warning. XCTest has no warnings, but Xcode shows a line of this form as a warning.
    package func warn(_ message: String, of test: any RunningTest, at site: CallSite) {
        let place = site.line > 0 ? "\(site.filePath):\(site.line): " : ""
        TestCases.write("\(place)warning", "\(test.identity.path.joined(separator: "/")): \(message)")
    }

    /// Adds a file to the test case's report. Attachments exist only on platforms with Objective-C.
    ///
    /// `XCTContext.runActivity` would need no test case, but ends the process if an asynchronous test or code on another
    /// thread calls it (swift-corelibs-xctest#418).
    package func attach(_ bytes: [UInt8], named name: String, at site: CallSite) {
        #if canImport(ObjectiveC)
            let ending = name.split(separator: ".").last ?? ""
            // Xcode displays the attachment in the way that is usual for its type.
            let type = ["txt": "public.plain-text", "json": "public.json", "png": "public.png"][ending]
            let attachment = XCTAttachment(data: Data(bytes), uniformTypeIdentifier: type ?? "public.data")
            attachment.name = name
            // Keeps the attachment even if the test plan deletes the attachments of tests that succeed.
            attachment.lifetime = .keepAlways
            (TestCases.running ?? test)?.testCase?.add(attachment)
        #endif
    }

    package var isInsideTest: Bool { false }

    /// `false`, because XCTest runs one test at a time: any code belongs to the running test.
    package var isOutsideTest: Bool { false }

    package var blockingWaitHint: String? { nil }
}

/// A test that XCTest runs.
package struct XCTestRunningTest: RunningTest {
    package let identity: TestIdentity
    // Uses `nonisolated(unsafe)`, because the compiler does not know that every thread may read a test case.
    nonisolated(unsafe) weak var testCase: XCTestCase?
    /// What XCTest did when this value was created. When XCTest does something else, the test has ended.
    let phase = XCTestRun.phase

    package var failureCount: Int? { testCase?.testRun?.totalFailureCount }

    package var isSkipped: Bool { testCase?.testRun?.hasBeenSkipped ?? false }

    /// Creates a test from its test case, whose name is `Class.test`, or `-[Module.Class test]` on Darwin.
    package init(_ testCase: XCTestCase) {
        self.testCase = testCase
        let function = testCase.name.split(whereSeparator: { " .]".contains($0) }).last ?? ""
        // In Objective-C, the name of an asynchronous or throwing method ends with one of these texts.
        let name = ["WithCompletionHandler:", "AndReturnError:"].reduce(String(function)) { name, ending in
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
        // The path contains the test case's type and the types around this type, without the module. The name of a
        // private type also contains a text such as `(unknown context at $10)`, which the path leaves out.
        let types = String(reflecting: type(of: testCase)).split(separator: ".").map(String.init)
        identity = TestIdentity(
            module: types.first ?? "", path: types.dropFirst().filter { !$0.hasPrefix("(") } + [name])
    }
}

/// A failure that no running test case has caused, such as an event of a test that has ended.
struct HeldFailure: Sendable {
    let message: String
    let site: CallSite

    #if canImport(ObjectiveC)
        /// The issue for XCTest. The first line of the message says what happened, so Xcode's list of issues shows only
        /// this line.
        var issue: XCTIssue {
            let first = message.prefix { $0 != "\n" }
            let place =
                site.line > 0 ? XCTSourceCodeLocation(filePath: "\(site.filePath)", lineNumber: Int(site.line)) : nil
            return XCTIssue(
                type: .assertionFailure, compactDescription: String(first),
                detailedDescription: first.count < message.count ? message : nil,
                sourceCodeContext: XCTSourceCodeContext(location: place))
        }
    #endif
}
