import Testing

@testable import TrackproofTesting

/// Which framework is told a failure if nothing says which of the two runs the test (ST-0021).
@Suite struct InteroperationTests {
    @Test(arguments: [nil, "", "none", "limited", "complete", "strict", "other"])
    func withoutInteroperationBothAreTold(mode: String?) {
        #expect(Interoperation(isAvailable: false, mode: mode).toldFrameworks == [.swiftTesting, .xcTest])
    }

    @Test func soTheyAreIfItIsTurnedOff() {
        #expect(Interoperation(isAvailable: true, mode: "none").toldFrameworks == [.swiftTesting, .xcTest])
    }

    /// XCTest takes an issue of Swift Testing for a failure in each mode; with `strict` XCTest may not be told.
    @Test(arguments: [nil, "", "limited", "complete", "strict", "other"])
    func noFailureIsToldTwice(mode: String?) {
        #expect(Interoperation(isAvailable: true, mode: mode).toldFrameworks == [.swiftTesting])
    }
}
