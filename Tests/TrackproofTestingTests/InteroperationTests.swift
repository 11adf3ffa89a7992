import Testing

@testable import TrackproofTesting

/// Tests which frameworks get a failure if it is unknown which framework runs the test (Swift proposal ST-0021).
@Suite struct InteroperationTests {
    @Test(arguments: [nil, "", "none", "limited", "complete", "strict", "other"])
    func withoutInteroperationBothFrameworksGetTheFailure(mode: String?) {
        #expect(Interoperation(isAvailable: false, mode: mode).reportingFrameworks == [.swiftTesting, .xcTest])
    }

    @Test func withInteroperationOffBothFrameworksGetTheFailure() {
        #expect(Interoperation(isAvailable: true, mode: "none").reportingFrameworks == [.swiftTesting, .xcTest])
    }

    /// Tests that only Swift Testing gets the failure. With interoperation, this failure fails the test in XCTest too,
    /// and the mode `strict` does not allow reports to XCTest.
    @Test(arguments: [nil, "", "limited", "complete", "strict", "other"])
    func withInteroperationOnlySwiftTestingGetsTheFailure(mode: String?) {
        #expect(Interoperation(isAvailable: true, mode: mode).reportingFrameworks == [.swiftTesting])
    }
}
