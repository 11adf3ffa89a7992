public import Foundation

/// A stub of `XCTestRun`.
open class XCTestRun {
    public let test: XCTest
    open private(set) var startDate: Date?
    open private(set) var stopDate: Date?
    open var hasBeenSkipped: Bool { false }
    open var hasSucceeded: Bool { stopDate != nil && totalFailureCount == 0 }
    open var totalFailureCount: Int { stubFailureCount }
    private(set) var stubFailureCount = 0

    public required init(test: XCTest) { self.test = test }

    /// Records an issue. Apple's method raises an exception if the run has not started or has stopped.
    open func record(_ issue: XCTIssue) {
        precondition(startDate != nil, "the test run has not been started")
        precondition(stopDate == nil, "the test run has already been stopped")
        if issue.isFailure { stubFailureCount += 1 }
        for observer in XCTestObservationCenter.shared.stubObservers {
            if let test = test as? XCTestCase { observer.testCase(test, didRecord: issue) }
        }
    }

    open func start() { startDate = Date() }
    open func stop() { stopDate = Date() }
}

/// A stub of `XCTestSuiteRun`.
open class XCTestSuiteRun: XCTestRun {
    public private(set) var testRuns: [XCTestRun] = []
    /// The issues of the suite itself.
    public private(set) var stubIssues: [XCTIssue] = []

    open func addTestRun(_ testRun: XCTestRun) { testRuns.append(testRun) }

    open override var totalFailureCount: Int { testRuns.reduce(stubFailureCount) { $0 + $1.totalFailureCount } }

    open override func record(_ issue: XCTIssue) {
        super.record(issue)
        stubIssues.append(issue)
    }
}
