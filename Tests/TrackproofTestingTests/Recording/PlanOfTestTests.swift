import Foundation
import Testing
import Trackproof
import TrackproofPlanTesting

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the tracking plan of a test, which is the file `plan.json` beside this file.
@Suite struct PlanOfTestTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("plan.json").path

    private func message(_ plan: TestTrackingPlan, _ track: (Analytics, TestRecorder) -> Void) -> String? {
        let recorder = TestRecorder(TestFramework.swiftTesting, test: nil, rules: RecordingRules(plan: plan))
        track(Analytics(providers: [recorder]), recorder)
        return recorder.takeProblems(isExhaustive: false)
    }

    @Test func eventsThatFitAreNoViolation() {
        #expect(message(.file("plan.json")) { analytics, _ in analytics.track(name: "tap", ["count": 1]) } == nil)
    }

    @Test func aViolationNamesTheEventThePlanAndTheOwner() {
        let message = message(.file("plan.json")) { analytics, recorder in
            analytics.track(name: "tap", ["count": 1])
            analytics.track(name: "tap", ["count": "one"])
            // The plan also applies to an event that the test has cleared.
            recorder.clear()
            analytics.track(name: "tab")
        }
        #expect(
            message == """
                2 violations of the tracking plan:
                    track tap {count: "one"}
                        tap: count: expected an integer, found string "one" (wrong-type)
                            owner: growth, plan: \(Self.path):5:56
                    track tab
                        tab: expected an event of the plan, found track "tab"; did you mean "tap"? (unplanned-event)
                """)
    }

    @Test func onlyErrorsAreViolationsAndThePlatformCounts() {
        #expect(message(.file("plan.json")) { analytics, _ in analytics.track(name: "swipe") } == nil)
        let onMac = message(.file("plan.json", platform: "macos")) { analytics, _ in analytics.track(name: "swipe") }
        #expect(onMac?.contains("swipe: expected platform ios, found macos (wrong-platform)") == true)
    }

    @Test func aPlanIsFoundInAFolderAroundTheTest() {
        let path = "Recording/plan.json"
        #expect(message(.file(path)) { analytics, _ in analytics.track(name: "zzz") }?.contains("zzz") == true)
    }

    @Test func aPlanThatIsNotThereFailsTheTest() {
        let message = message(.file("gone.json")) { _, _ in }
        #expect(
            message?.hasPrefix("the tracking plan cannot be used: cannot find gone.json in the folder of \(#filePath)")
                == true)
        #expect(message?.contains("Write the plan's file with `trackproof plan compile`") == true)
    }

    /// Tests that an assertion about an event that the plan does not contain fails, also if the assertion expects no event.
    @Test func anAssertionAboutAnUnplannedEventFails() async {
        let unplanned = "the tracking plan does not contain the event of this assertion: \"tab\"; did you mean \"tap\"?"
        let recorder = TestRecorder(
            TestFramework.swiftTesting, test: nil, rules: RecordingRules(plan: .file("plan.json")))
        Analytics(providers: [recorder]).track(name: "tap", ["count": 1])
        func messages(_ body: @Sendable () -> Void) async -> [String] {
            await capturedFailures { body() }.map { String($0.message.prefix { $0 != "\n" }) }
        }
        #expect(await messages { expectNotTracked("tab", in: recorder) } == [unplanned])
        #expect(await messages { expectNotTracked(Event("tab"), in: recorder) } == [unplanned])
        #expect(await messages { expectCount(0, of: "tab", in: recorder) } == [unplanned])
        #expect(await messages { expectTracked("tab", times: 0, in: recorder) } == [unplanned])
        #expect(await messages { expectOrder("tap", "tab", in: recorder) } == [unplanned])
        #expect(
            await messages { expectNotTracked("tab", source: .provider("p"), in: recorder) }.first?.contains("plan")
                != true)
        #expect(await messages { expectCount(1, of: "tap", in: recorder) } == [])
        #expect(await messages { expectNotTracked("swipe", in: recorder) } == [])
        #expect(await messages { expectNotTracked("alias", in: recorder) } == [])
        #expect(
            await messages { expectNotTracked("identify", in: recorder) }
                == ["the tracking plan does not contain the event of this assertion: \"identify\""])
    }

    @Test(.recordingEvents(plan: .file("plan.json"))) func theTraitTakesAPlan() {
        Analytics.recording().track(name: "tap", ["count": 1])
        expectTracked("tap", ["count": 1])
    }
}

final class PlanXCTests: RecordingTestCase {
    override var trackingPlan: TestTrackingPlan? { .file("plan.json") }

    func testTheTestCaseTakesAPlan() {
        Analytics.recording().track(name: "tap", ["count": 1])
        expectTracked("tap", ["count": 1])
    }
}
