import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of a facade that one test makes and that the task of another test uses, as it does if an object of the first test
/// observes a notification that the second test posts.
@Suite struct CrossedFacadeTests {
    private let tests = EventOwnership()

    private func other(_ body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
        try await EventOwnership.$ofTask.withValue(nil) {
            try await failures(exhaustively: true, among: tests, of: body).map(\.message)
        }
    }

    /// Makes a facade at a place that makes several facades.
    private func facade() -> Analytics { .recording() }

    @Test func theEventBelongsToTheTestThatMadeTheFacade() async throws {
        let failures = try await failures(exhaustively: true, among: tests) { [self] in
            let (analytics, _) = (facade(), facade())
            let poster = try await other {
                analytics.track(name: "pong")
                _ = Analytics.recording()
                expectNothingElse()
            }
            #expect(poster == [])
            expectTracked("pong")
        }
        #expect(failures == [])
    }

    /// Tests a place that has made one facade. It may be a `static let`, which tests share.
    @Test func theEventOfAPossiblySharedFacadeIsADoubt() async throws {
        let failures = try await failures(exhaustively: true, among: tests) { [self] in
            let analytics = Analytics.recording()
            let poster = try await other {
                analytics.track(name: "pong")
                _ = Analytics.recording()
                expectNothingElse()
            }
            #expect(
                poster == [
                    """
                    1 more event than expected: track pong (number 1)
                    number 1 came through a facade that another test made: \(Self.name). Does an object of that test \
                    observe a notification that this test posts? If so, run the tests one after the other with .serialized
                    recorded 1 event:
                        1  track pong
                    """
                ])
            expectNotTracked("view")
            expectNotTracked("pong")
            expectTracked("pong")
        }
        let doubt = """
            the task of another test tracked 1 event through a facade that this test made: track pong
            these tests ran: \(Self.name)
            """
        #expect(failures.count == 2)
        #expect(
            failures.first?.message.hasPrefix("cannot tell whether the event was tracked: pong\n\(doubt)\n") == true)
        #expect(failures.last?.message.hasPrefix("not tracked: track pong\n\(doubt)\n") == true)
    }

    private static let name = "CrossedFacadeTests/theEventOfAPossiblySharedFacadeIsADoubt()"
}
