import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests that each failed assertion reports its message, word for word, and its line.
@Suite struct MessageTests {
    @Test(arguments: Scenario.all) func aFailedAssertionReportsItsMessageAndLine(_ scenario: Scenario) async throws {
        let line = Lock(0)
        let failures = try await failures {
            let found = await scenario.body()
            line.withLock { $0 = found }
        }
        let expected = Failure(message: scenario.message, file: scenario.file, line: line.withLock { $0 })
        #expect(failures.first == expected)
        #expect(failures.dropFirst().map(\.message) == scenario.further)
    }

    @Test func scenarioNamesAreUnique() {
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    }
}

/// Tests the scenarios of `MessageTests` in XCTest.
final class MessageXCTests: CapturingTestCase {
    func testAFailedAssertionReportsItsMessageAndLine() {
        for scenario in Scenario.all {
            let line = Lock(0)
            let failures = failures {
                let found = await scenario.body()
                line.withLock { $0 = found }
            }
            let expected = Failure(
                message: scenario.messageInXCTest, file: scenario.file, line: line.withLock { $0 })
            XCTAssertEqual(failures.first, expected, scenario.name)
            XCTAssertEqual(failures.dropFirst().map(\.message), scenario.further, scenario.name)
        }
    }
}
