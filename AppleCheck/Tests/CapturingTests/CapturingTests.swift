import Foundation
import Testing
import XCTest

@testable import TrackproofXCTest

/// Runs the test cases that capture the failures of XCTest, as a Mac does.
struct CapturingTests {
    @Test func testCasesPassAsOnAMac() async {
        // Only a process without tests of Swift Testing knows that XCTest runs its tests.
        await #expect(processExitsWith: .success) {
            let cases = [
                prepared(EndXCTests(), EndXCTests.testUncheckedEventsFailTheTest),
                prepared(EndXCTests(), EndXCTests.testWithoutAnAssertionTheFailureHasTheFacadesPlace),
                prepared(EndXCTests(), EndXCTests.testWithASharedFacadeTheFailureHasTheRecordersPlace),
                prepared(EndXCTests(), EndXCTests.testAFailureHidesUncheckedEvents),
                prepared(EndXCTests(), EndXCTests.testAnEventAfterTheEndIsLate),
                prepared(EndXCTests(), EndXCTests.testAFacadeWithoutARecorderFailsOnce),
                prepared(EndXCTests(), EndXCTests.testAFacadeOfSeveralTestsFailsIfNoTestIsRunning),
                prepared(EndXCTests(), EndXCTests.testAssertionsWithoutARecorderFail),
                prepared(LastPassXCTests(), LastPassXCTests.testEventsLeftToOtherQueuesAreChecked),
                prepared(PlaceXCTests(), PlaceXCTests.testAnAssertionOnTheTestsRecorderReportsItsLine),
            ]
            let suite = XCTestSuite(name: "All tests")
            for test in cases { suite.addTest(test) }
            XCTestObservationCenter.shared.addTestObserver(Observer())
            suite.run()
            for failure in cases.flatMap(\.stubFailures) { print("\(failure.line): \(failure.message)") }
            exit(suite.testRun?.totalFailureCount == 0 ? 0 : 1)
        }
    }
}

private func prepared<Case: XCTestCase>(_ test: Case, _ body: @escaping (Case) -> () -> Void) -> XCTestCase {
    test.stubBody = { [unowned test] in body(test)() }
    return test
}
