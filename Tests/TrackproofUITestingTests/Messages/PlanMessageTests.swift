import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlanTesting
import TrackproofTesting
import TrackproofUITesting

/// Tests of a session with a tracking plan.
@Suite(.blocking) struct PlanMessageTests {
    private func withPlan(_ body: (TestTrackingPlan, _ path: String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let plan = #"{"plan": 1, "events": {"tap": {"parameters": {"number": "integer"}}}}"#
        let path = try folder.write(plan, to: "plan.json")
        try body(.file(path), path)
    }

    @Test(arguments: UITestBridge.allCases)
    func anEventThatViolatesThePlanFailsTheTest(bridge: UITestBridge) throws {
        try withPlan { plan, path in
            let app = ScreenlessApp()
            let session = try UITestSession.launch(
                app, bridge: bridge, plan: plan, timeout: longTimeout, exhaustively: false)
            app.analytics.track(Event("tap", ["number": 1]))
            app.analytics.track(Event("tap", ["number": "1"]))
            expectFailure(
                """
                1 violation of the tracking plan:
                    track tap {number: "1"}
                        tap: number: expected an integer, found string "1" (wrong-type)
                            plan: \(path):1:57
                """
            ) { line(of: session.finish()) }
        }
    }

    @Test func eachTestOfASessionHasItsOwnViolations() throws {
        try withPlan { plan, _ in
            let app = ScreenlessApp()
            let session = try UITestSession.launch(app, bridge: .tcp, plan: plan, timeout: longTimeout)
            app.analytics.track(Event("tap", ["number": 1]))
            session.expectTracked("tap", ["number": 1])
            session.reset()
            app.analytics.track(Event("tab"))
            session.expectTracked("tab")
            expectFailure(
                """
                1 violation of the tracking plan:
                    track tab
                        tab: expected an event of the plan, found track "tab"; did you mean "tap"? (unplanned-event)
                """
            ) { line(of: session.finish()) }
        }
    }

    @Test func aPlanThatIsNotThereFailsTheTest() throws {
        let session = try UITestSession.launch(
            ScreenlessApp(), bridge: .tcp, plan: .file("/gone/plan.json"), timeout: longTimeout)
        expectFailure(
            "the tracking plan cannot be used: /gone/plan.json: cannot open: No such file or directory"
        ) { line(of: session.finish()) }
    }
}
