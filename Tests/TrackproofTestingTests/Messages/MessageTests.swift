import Foundation
import Testing
import Trackproof
import XCTest
import _TrackproofTestSupport

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests that each failed assertion reports its message, word for word, and its line.
@Suite struct MessageTests {
    /// Tests an event that arrives while an assertion compares the events. The message shows what the assertion has seen.
    @Test(arguments: [false, true]) func theMessageShowsTheEventsThatTheAssertionHasSeen(isUnwanted: Bool) async throws
    {
        let failures = try await failures {
            let analytics = Analytics.recording()
            analytics.track(Event("tap", ["id": 1]))
            let id = ParameterMatcher.where("an id") { _ in
                analytics.track(Event("late"))
                return isUnwanted
            }
            let expected = EventExpectation.event("tap", ["id": id])
            if isUnwanted { expectNotTracked(expected) } else { expectTracked(expected) }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.message.hasSuffix("recorded 1 event:\n    1  track tap {id: 1}") == true)
    }

    @Test(arguments: Scenario.tables) func failedAssertionsReportTheirMessagesAndLines(_ table: Scenario.Table)
        async throws
    {
        var parts: [String] = []
        for scenario in table.scenarios {
            let line = Lock(0)
            let failures = try await failures {
                let found = await scenario.body()
                line.withLock { $0 = found }
            }
            #expect(failures.first?.file == scenario.file, "\(scenario.name)")
            #expect(failures.first?.line == line.withLock { $0 }, "\(scenario.name)")
            #expect(failures.allSatisfy { $0.isFailure }, "\(scenario.name)")
            parts.append(scenario.golden(failures))
        }
        try expectGolden(table.name, parts.joined(separator: "\n\n"))
    }
}

/// Tests the scenarios of `MessageTests` in XCTest.
final class MessageXCTests: CapturingTestCase {
    func testFailedAssertionsReportTheirMessagesAndLines() throws {
        for table in Scenario.tables {
            var parts: [String] = []
            for scenario in table.scenarios {
                let line = Lock(0)
                let failures = failures {
                    let found = await scenario.body()
                    line.withLock { $0 = found }
                }
                XCTAssertEqual(failures.first?.file, scenario.file, scenario.name)
                XCTAssertEqual(failures.first?.line, line.withLock { $0 }, scenario.name)
                parts.append(scenario.golden(failures))
            }
            // XCTest runs one test at a time, so its messages lack the hint about waits that block a thread.
            let accepted = try XCTUnwrap(GoldenFile(table.name).text)
            let expected = accepted.replacingOccurrences(of: AwaitedEvents.blockingHint + "\n", with: "")
            XCTAssertEqual(parts.joined(separator: "\n\n"), expected, table.name)
        }
    }
}
