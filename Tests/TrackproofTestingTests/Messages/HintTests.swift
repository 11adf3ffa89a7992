import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the hints in messages, and of the warnings that a test gets.
@Suite struct HintTests {
    private let defaults: EventParameters = ["app": "1.2", "build": 7, "locale": "de_DE", "theme": "dark"]

    // Parameters that all events have.

    @Test func parametersOfAllEventsAreShownOnce() async throws {
        let failures = try await failures { [defaults] in
            let analytics = Analytics.recording()
            analytics.setDefaultParameters(defaults)
            analytics.track(Event("tap", ["id": 1]))
            analytics.track(name: "open")
            analytics.identify("u-1", ["plan": "free"])
            expectTracked("close")
        }
        #expect(
            failures.map(\.message) == [
                """
                not tracked: track close
                recorded 3 events:
                    1  track tap {id: 1, + 4 usual}
                    2  track open {+ 4 usual}
                    3  identify "u-1" {plan: "free"}
                usual: app: "1.2", build: 7, locale: "de_DE", theme: "dark"
                """
            ])
    }

    @Test func ignoredParametersAreShownOnce() async throws {
        let rules = RecordingRules(ignored: ["app", "build", "session_*"])
        let failures = try await failures(exhaustively: true, rules: rules) {
            let usual: EventParameters = ["app": "1.2", "build": 7, "session_id": "a", "session_start": 12]
            Analytics.recording().track(Event("tap", usual.merging(["id": 1])))
        }
        #expect(
            failures.map(\.message) == [
                """
                1 event that no assertion has checked: track tap {id: 1, + 4 usual} (number 1)
                recorded 1 event:
                    1  track tap {id: 1, + 4 usual}
                usual: app, build, session_id, session_start
                """
            ])
    }

    @Test func fewEqualParametersAreShownInEachEvent() async throws {
        let failures = try await failures {
            for id in 1...2 {
                track(Event("tap", ["id": .integer(Int64(id)), "app": "1.2", "build": 7, "theme": "x"]))
            }
            expectCount(0)
        }
        #expect(
            failures.first?.message.hasSuffix(
                """
                    1  track tap {id: 1, app: "1.2", build: 7, theme: "x"}
                    2  track tap {id: 2, app: "1.2", build: 7, theme: "x"}
                """) == true)
    }

    @Test func ignoredParametersAreNotShownEvenIfTheyAreFew() async throws {
        let failures = try await failures(rules: RecordingRules(ignored: ["app"])) {
            track(Event("tap", ["app": "1.2", "id": 1]))
            expectTracked("tap", ["id": 2])
        }
        #expect(
            failures.map(\.message) == [
                """
                not tracked with these parameters: track tap {id: 2}
                closest match is number 1: track tap
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track tap {id: 1, + 1 usual}
                usual: app
                """
            ])
    }

    // Events after the end of the test's code.

    @Test func anEventAfterTheTestsCodeSaysSo() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            Task.detached { analytics.track(name: "late") }
        }
        #expect(failures.first?.message.contains("tracked after the test's code had ended") == true)
    }

    // Names that may be misspelt.

    @Test func aNameThatDiffersOnlyInCaseIsNamed() async throws {
        let failures = try await failures {
            track(Event("Login_Succeeded"))
            expectTracked("login_succeeded")
        }
        #expect(
            failures.first?.message.contains(
                """
                closest match is number 1: track Login_Succeeded
                    the names differ only by case or separators
                """) == true)
    }

    private static let absences: [@Sendable () -> Void] = [
        { expectNotTracked("login_succeded") }, { expectCount(0, of: "login_succeded") },
        { expectTracked("login_succeded", times: 0) }, { expectNotTracked("loginSucceeded") },
    ]

    @Test(arguments: absences.indices) func anAbsentNameLikeARecordedNameGetsAWarning(index: Int) async throws {
        let failures = try await failures {
            track(Event("open"), Event("login_succeeded"))
            Self.absences[index]()
        }
        let (name, difference) =
            index == 3 ? ("loginSucceeded", "by case or separators") : ("login_succeded", "by one letter")
        #expect(failures.map(\.isFailure) == [false])
        #expect(
            failures.map(\.message) == [
                """
                no event has the name "\(name)", but number 2 has the name "login_succeeded": the names differ only \
                \(difference). If the name is misspelt, the assertion proves nothing
                """
            ])
    }

    @Test func namesThatDifferOnPurposeGetNoWarning() async throws {
        let failures = try await failures {
            track(Event("step_1"), Event("position_x"), Event("login_succeeded"))
            expectNotTracked("step_2")
            expectNotTracked("position_y")
            expectNotTracked("login_failed")
            expectNotTracked(.event("login_succeeded", including: ["method": "passkey"]))
        }
        #expect(failures == [])
    }

    // Assertions that were too early.

    @Test func anEventAfterTheFailedAssertionGetsAWarning() async throws {
        let failures = try await failures {
            let analytics = Analytics.recording()
            expectTracked("tap")
            expectEvents(Event("open")) {}
            analytics.track(name: "other")
            analytics.track(name: "tap")
            analytics.track(name: "open")
        }
        let warnings = failures.filter { !$0.isFailure }
        let line = failures.first(where: \.isFailure)?.line ?? 0
        #expect(
            warnings.map(\.message) == [
                """
                track tap (number 2) came after the assertion in line \(line) had failed: if a task, a queue or a \
                thread tracks it, pass within: to the assertion, such as within: .seconds(1)
                """,
                """
                track open (number 3) came after the assertion in line \(line + 1) had failed: if a task, a queue or a \
                thread tracks it, pass within: to the assertion, such as within: .seconds(1)
                """,
            ])
    }

    @Test func anAssertionThatWaitedGetsNoWarning() async throws {
        let failures = try await failures {
            let analytics = Analytics.recording()
            await expectTracked("tap", within: .milliseconds(1))
            analytics.track(name: "tap")
            expectTracked("open")
        }
        #expect(failures.map(\.isFailure) == [true, true])
    }
}
