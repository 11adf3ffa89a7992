import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

// Strays are kept for the process; no other test expects an event of this name.
extension MessageTests {
    @Test(arguments: Place.elsewhere) func strays(_ place: Place) async throws {
        let failures = try await failures {
            let shared = Analytics(providers: [CurrentTestRecorder()])
            await place.run {
                shared.track(Event("stray", ["id": 1]))
                shared.track(Event("other"))
            }
            expectTracked("stray", ["id": 1])
        }
        #expect(
            failures.map(\.message) == [
                """
                not tracked: track stray {id: 1}
                one like it reached no test: track stray {id: 1}
                    (tracked in a detached task, a queue or a thread by a facade made outside the test; make it in \
                the test: Analytics.recording())
                nothing was recorded
                """
            ])
    }
}
