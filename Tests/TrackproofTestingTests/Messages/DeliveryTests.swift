import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the events that providers receive, at the end of a test and in `expectDelivered`.
@Suite struct DeliveryTests {
    /// What a wrapper does with an event: it may send any events to the provider.
    private typealias Wrapper = @Sendable (Event, RecordedProvider) -> Void

    /// Returns the messages of the failures of an exhaustive test.
    ///
    /// The test tracks the screen `start` and the event `tap`, and checks these two events of the app.
    ///
    /// - Parameters:
    ///   - rules: What the test declares.
    ///   - wrapper: The wrapper of the provider `firebase`, which `recorded()` wraps.
    ///   - checkProvider: The test's assertions about the provider.
    private func messages(
        _ rules: RecordingRules = RecordingRules(), through wrapper: @escaping Wrapper,
        then checkProvider: @escaping @Sendable () -> Void = {}
    ) async throws -> [String] {
        try await failures(exhaustively: true, rules: rules) {
            let provider = silent("firebase").recorded()
            let analytics = Analytics.recording(ClosureProvider("firebase") { wrapper($0, provider) })
            expectEvents(.screen("start"), Event("tap", ["id": 1])) {
                analytics.screen("start")
                analytics.track(Event("tap", ["id": 1]))
            }
            checkProvider()
        }
        .map(\.message)
    }

    // The end of a test that declares nothing.

    @Test func anyOfTheSameEventsPass() async throws {
        #expect(try await messages { $1.track($0) } == [])
        #expect(try await messages { if $0.kind == .track { $1.track($0) } } == [])
        #expect(try await messages { _, _ in } == [])
    }

    @Test func anEventThatAWrapperChangesFailsTheTest() async throws {
        let found = try await messages { event, provider in
            provider.track(event.changed { $0.parameters["build"] = .integer(7) })
        }
        #expect(
            found == [
                """
                provider firebase received 2 events that the app did not track: screen start {build: 7}, … \
                (numbers 1, 2)
                2 differences (2 changed), 0 events match

                ~ changed    screen start
                    + build: 7
                ~ changed    track tap
                    + build: 7

                recorded 2 events:
                    1  screen start {build: 7}
                    2  track tap {id: 1, build: 7}
                if a wrapper of the provider makes this change, declare it: \
                expectDelivered(to: "firebase", changing: …)
                """
            ])
    }

    @Test func anAdditionalEventFailsTheTest() async throws {
        let found = try await messages { event, provider in
            provider.track(event)
            if event.kind == .screen { provider.track(Event("ghost")) } else { provider.track(event) }
        }
        #expect(
            found.first?.hasPrefix(
                """
                provider firebase received 2 events that the app did not track: track ghost, … (numbers 2, 4)
                2 differences (1 unexpected, 1 duplicated), 2 events match

                  … 1 event unchanged
                + unexpected track ghost
                  … 1 event unchanged
                + duplicated track tap {id: 1}
                """) == true)
    }

    @Test func anEventThatAnAssertionHasCheckedPasses() async throws {
        let found = try await messages { event, provider in
            provider.track(event.changed { $0.name += "_v2" })
        } then: {
            expectTracked("start_v2", kind: .screen, source: .provider("firebase"))
            expectTracked("tap_v2", ["id": 1], source: .provider("firebase"))
        }
        #expect(found == [])
    }

    @Test func anIgnoredParameterMayDiffer() async throws {
        let rules = RecordingRules(ignored: ["build*"])
        let found = try await messages(rules) { event, provider in
            provider.track(event.changed { $0.parameters["build_number"] = .integer(7) })
        }
        #expect(found == [])
    }

    @Test func aTestThatIsNotExhaustivePasses() async throws {
        let found = try await failures(exhaustively: false) {
            silent("firebase").recorded().track(Event("ghost"))
        }
        #expect(found == [])
    }

    // `expectDelivered`.

    @Test func kindsChangesAndIgnoredParametersAreExpected() async throws {
        let found = try await messages { event, provider in
            if event.kind == .screen { return }
            provider.track(
                event.changed {
                    $0.name += "_v2"
                    $0.parameters["session"] = .string(UUID().uuidString)
                })
        } then: {
            expectDelivered(
                to: "firebase", kinds: [.track], ignoring: ["session"], changing: { $0.name += "_v2" })
        }
        #expect(found == [])
    }

    /// Tests a provider that gets events of a kind that it does not take.
    @Test func eventsOfOtherKindsDoNotCount() async throws {
        let found = try await messages {
            $1.track($0)
        } then: {
            expectDelivered(to: "firebase", kinds: [.track])
        }
        #expect(found == [])
    }

    /// Tests that the events of a facade without the provider are not expected.
    @Test func theEventsOfAnotherFacadeAreNotExpected() async throws {
        let found = try await failures(exhaustively: true) {
            let provider = silent("firebase").recorded()
            let (analytics, other) = (Analytics.recording(), Analytics.recording(silent("segment")))
            analytics.addProvider(provider)
            analytics.track(name: "tap")
            other.track(name: "view")
            expectDelivered(to: "firebase")
            analytics.removeProvider("firebase")
            analytics.track(name: "tap")
            expectDelivered(to: "firebase")
            clearEvents()
        }
        #expect(found == [])
    }

    @Test func withAnotherIDOfTheWrapperAllEventsAreExpected() async throws {
        let found = try await failures(exhaustively: false) {
            let provider = silent("firebase").recorded()
            let analytics = Analytics.recording(
                ClosureProvider("wrapper") { if $0.name == "tap" { provider.track($0) } })
            analytics.track(name: "tap")
            analytics.track(name: "view")
            expectDelivered(to: "firebase")
        }
        #expect(found.first?.message.contains("- missing    track view\n") == true)
    }

    @Test func aLostEventFailsDespiteADeclaredChange() async throws {
        let found = try await messages { event, provider in
            if event.kind == .screen { provider.track(event.changed { $0.name += "_v2" }) }
        } then: {
            expectDelivered(to: "firebase", changing: { $0.name += "_v2" })
        }
        #expect(
            found == [
                """
                provider firebase received something other than what was tracked
                1 difference (1 missing), 1 event matches

                  … 1 event unchanged
                - missing    track tap_v2 {id: 1}

                recorded 1 event:
                    1  screen start_v2
                """
            ])
    }

    @Test func withoutEventsTheProviderMustReceiveNothing() async throws {
        let found = try await failures(exhaustively: true) {
            let provider = silent("firebase").recorded()
            let analytics = Analytics.recording(provider)
            expectDelivered(to: "firebase")
            expectCount(0, source: .provider("firebase"))
            expectDelivered(to: "segment")
            withExtendedLifetime(analytics) {}
        }
        #expect(
            found.map(\.message) == [
                """
                cannot tell whether provider segment received something
                no provider with this id is recorded (provider:segment): call recorded() on the provider
                """
            ])
    }

    /// Tests a provider that the app makes before the first test, in a facade that the test holds.
    @Test func aProviderThatNoTestMadeMayHaveReceivedNothing() async throws {
        let tests = EventOwnership()
        let provider = EventOwnership.$ofTask.withValue(nil) {
            silent("vendor").recorded(in: CurrentTestRecorder(among: tests))
        }
        let shared = Analytics(providers: [provider])
        let found = try await failures(exhaustively: true, among: tests, holding: shared) {
            expectCount(0, source: .provider("vendor"))
            expectDelivered(to: "vendor")
        }
        #expect(found == [])
    }

    // A delivery that a trait or a test case declares.

    @Test func aDeclaredDeliveryPassesInAnyOrder() async throws {
        let rules = RecordingRules(deliveries: [.to("firebase")])
        let found = try await messages(rules) { event, provider in
            if event.kind == .screen {
                provider.track(Event("tap", ["id": 1]))
            } else {
                provider.track(.screen("start"))
            }
        }
        #expect(found == [])
    }

    @Test func aDeclaredDeliveryFailsForALostEvent() async throws {
        let rules = RecordingRules(deliveries: [.to("firebase")])
        let found = try await messages(rules) { if $0.kind == .screen { $1.track($0) } }
        #expect(
            found.map { $0.split(separator: "\n").prefix(2).joined(separator: "; ") } == [
                """
                a declared delivery is wrong: provider firebase received something other than what was tracked; 1 difference \
                (1 missing), 1 event matches
                """
            ])
    }

    @Test func aDeclaredDeliveryToAnUnknownProviderFails() async throws {
        let rules = RecordingRules(deliveries: [.to("fierbase")])
        let found = try await messages(rules) { $1.track($0) }
        #expect(
            found.first?.hasPrefix("a declared delivery is wrong: provider fierbase received something other than")
                == true)
        #expect(
            found.first?.hasSuffix("\nno provider with this id is recorded; call recorded() on the provider") == true)
    }

    @Test func aDeclaredDeliveryIgnoresATestWithoutProviders() async throws {
        let rules = RecordingRules(deliveries: [.to("firebase")])
        let found = try await failures(exhaustively: true, rules: rules) {
            Analytics.recording().track(name: "tap")
            expectTracked("tap")
        }
        #expect(found == [])
    }

    @Test func theTraitDeclaresADelivery() async throws {
        let trait = RecordingTrait.recordingEvents.delivers(to: "firebase", kinds: [.track])
        let found = try await messages(trait.rules) { if $0.kind == .track { $1.track($0) } }
        #expect(found == [])
        let lost = try await messages(trait.rules) { _, _ in }
        #expect(lost.count == 1)
    }
}

/// Returns a provider that sends nothing.
private func silent(_ id: ProviderID) -> ClosureProvider { ClosureProvider(id) { _ in } }

extension Event {
    fileprivate func changed(_ change: (inout Event) -> Void) -> Event {
        var event = self
        change(&event)
        return event
    }
}
