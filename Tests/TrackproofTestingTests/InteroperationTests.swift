import Testing

@testable import TrackproofTesting

/// Tests which frameworks get a failure if it is unknown which framework runs the test (Swift proposal ST-0021).
@Suite struct InteroperationTests {
    @Test(arguments: [nil, "", "none", "limited", "complete", "strict", "other"])
    func withoutInteroperationBothFrameworksGetTheFailure(mode: String?) {
        #expect(TestFramework.receivers(hasInteroperation: false, mode: mode) == [.swiftTesting, .xcTest])
    }

    @Test func withInteroperationOffBothFrameworksGetTheFailure() {
        #expect(TestFramework.receivers(hasInteroperation: true, mode: "none") == [.swiftTesting, .xcTest])
    }

    /// Tests that only Swift Testing gets the failure. With interoperation, this failure fails the test in XCTest too,
    /// and the mode `strict` does not allow reports to XCTest.
    @Test(arguments: [nil, "", "limited", "complete", "strict", "other"])
    func withInteroperationOnlySwiftTestingGetsTheFailure(mode: String?) {
        #expect(TestFramework.receivers(hasInteroperation: true, mode: mode) == [.swiftTesting])
    }
}
