import DemoModels
import Testing
import Trackproof

/// Tests that each bug of ``DemoRegressions`` changes events only as its documentation says.
@MainActor
@Suite struct RegressionTests {
    @Test(arguments: DemoRegressions.Kind.allCases)
    func eachBugChangesOnlyItsOwnEvents(_ kind: DemoRegressions.Kind) async throws {
        let expected = kind.applied(to: healthyEvents)
        #expect(expected != healthyEvents)
        #expect(try await walk(DemoRegressions(kind)).events == expected)
    }

    @Test func allBugsTogetherChangeTheirOwnEvents() async throws {
        let expected = DemoRegressions.Kind.allCases.reduce(healthyEvents) { $1.applied(to: $0) }
        #expect(try await walk(.all).events == expected)
    }

    @Test(arguments: DemoRegressions.Kind.allCases)
    func aBugDoesNotChangeTheSteps(_ kind: DemoRegressions.Kind) async throws {
        #expect(try await walk(DemoRegressions(kind)).steps == walk().steps)
    }
}

extension DemoRegressions.Kind {
    /// Returns the events that a walk with this bug should track.
    ///
    /// - Parameter events: The events that a walk without bugs tracks.
    fileprivate func applied(to events: [Event]) -> [Event] {
        switch self {
        case .lost:
            return events.filter { $0.name != "movie_tapped" }
        case .twice:
            return events.flatMap { $0.name == "movies" ? [$0, $0] : [$0] }
        case .renamed:
            return events.changing("favourite_added") { $0.name = "favorite_added" }
        case .retyped:
            return events.changing("purchase") { $0.parameters["price"] = .string("19.99") }
        case .changed:
            return events.changing("login_failed") { $0.parameters["reason"] = .string("unknown") }
        case .unplanned:
            return events.flatMap { event -> [Event] in
                guard event.name == "movies" else { return [event] }
                var seen = Event("poster_seen", ["id": Movie.catalogue[0].id])
                seen.parameters["session_id"] = event.parameters["session_id"]
                return [event, seen]
            }
        case .unlisted:
            return events.changing("movies") { $0.parameters["layout"] = .string("carousel") }
        case .swapped:
            var events = events
            if let place = events.firstIndex(where: { $0.name == "login_succeeded" }) {
                events.swapAt(place - 1, place)
            }
            return events
        }
    }
}

extension [Event] {
    fileprivate func changing(_ name: String, _ change: (inout Event) -> Void) -> [Event] {
        map { event in
            var event = event
            if event.name == name { change(&event) }
            return event
        }
    }
}
