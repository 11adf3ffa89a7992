import DemoModels
import Foundation
import SwiftUI
import Testing
import Trackproof
import TrackproofSnapshots

@testable import iOSApp

/// The tests of the iOS example's screens, which the stub of SwiftUI shows.
///
/// They check the texts on the screens. They also compare the tracked events with the snapshot of the example's UI
/// test.
@Suite(.timeLimit(.minutes(1))) @MainActor struct FlowTests {
    private let recorder = EventRecorder()
    private let host: ViewHost

    init() {
        let app = DemoApp()
        app.analytics.addProvider(recorder)
        app.launch()
        host = ViewHost(RootView(app: app))
    }

    private func press(_ identifier: String) async {
        await host.waitForElement(identifier).press()
    }

    private func type(_ text: String, into identifier: String) async {
        await host.waitForElement(identifier).type(text)
    }

    private func logIn(password: String = "hells-kitchen") async {
        await type("matt@example.com", into: "login-email")
        await type(password, into: "login-password")
        await press("login-submit")
    }

    private func waitFor(_ identifier: String, toSay text: String) async {
        _ = await host.waitForElement(identifier, text: text)
    }

    @Test func aLinkOpensItsScreen() async throws {
        host.open(try #require(URL(string: "trackproof-demo://points")))
        _ = await host.waitForElement("points-back")
        host.open(try #require(URL(string: "trackproof-demo://cellar")))
        _ = await host.waitForElement("points-back")
        let events = recorder.events.map(\.event).filter { $0.name == "link_opened" }
        #expect(events.map { $0.parameters["screen"] } == [.string("points"), .string("cellar")])
        #expect(events.map { $0.parameters["is_known"] } == [.bool(true), .bool(false)])
    }

    @Test func theCompleteFlowMatchesTheSnapshot() async throws {
        await press("login-sign-up")
        await press("sign-up-login")
        await logIn(password: "letmein")
        await waitFor("login-status", toSay: "Not logged in: this is not your password")
        #expect(host.element("login-password")?.text == "")
        await type("hells-kitchen", into: "login-password")
        await press("login-submit")
        await waitFor("menu-greeting", toSay: "Hello, Matt")

        await press("menu-movies")
        #expect(host.elements.count { $0.identifier?.hasPrefix("movie-") == true } == 8)
        #expect(host.element("movies-status")?.text == "Choose a poster")
        #expect(host.element("movies-buy")?.isEnabled == false)
        await press("movie-67563")
        #expect(host.element("movies-status")?.text == "Daredevil")
        await press("movies-buy")
        #expect(host.element("movies-status")?.text == "Daredevil is yours for 19.99 EUR")
        #expect(host.element("movies-buy")?.isEnabled == false)

        await press("movies-back")
        await press("menu-points_of_interest")
        await press("point-302")
        #expect(host.element("details-title")?.text == "Old Lighthouse")
        #expect(host.element("details-summary")?.text == "viewpoint, 1.2 km away")
        #expect(host.element("details-status")?.text == "Not among your favourites")
        await press("details-favourite")
        #expect(host.element("details-status")?.text == "One of your favourites")
        #expect(host.element("details-favourite")?.isEnabled == false)
        await press("details-favourites")
        #expect(host.element("favourites-status")?.text == "1 favourite")
        #expect(host.element("favourite-302")?.text == "Old Lighthouse, viewpoint, 1.2 km away")

        let snapshot = try Snapshot(contentsOf: Self.snapshotOfUITest)
        let comparison = Comparison(of: Recording(recorder.events), with: snapshot)
        #expect(comparison.differences.isEmpty, "\(comparison.text())")
        #expect(comparison.matched == recorder.events.count)
    }

    @Test func aNewUserIsLoggedInAfterSigningUp() async {
        await press("login-sign-up")
        await type("Karen", into: "sign-up-name")
        await type("karen@example.com", into: "sign-up-email")
        await type("short", into: "sign-up-password")
        await press("sign-up-submit")
        await waitFor("sign-up-status", toSay: "Not signed up: a password needs at least 8 characters")
        await type("long-enough", into: "sign-up-password")
        await press("sign-up-submit")
        await waitFor("menu-greeting", toSay: "Hello, Karen")
    }

    @Test func buttonsAreDisabledDuringALogin() async {
        await logIn()
        await waitFor("login-status", toSay: "Logging in…")
        #expect(host.element("login-submit")?.isEnabled == false)
        #expect(host.element("login-sign-up")?.isEnabled == false)
        await waitFor("menu-greeting", toSay: "Hello, Matt")
    }

    @Test func everyReturnToAScreenIsTrackedOnce() async {
        await logIn()
        await press("menu-points_of_interest")
        await press("point-301")
        await press("details-favourites")
        #expect(host.element("favourites-status")?.text == "None yet")
        await press("favourites-back")
        await press("point-303")
        await press("details-back")
        await press("points-back")
        await press("menu-movies")
        // SwiftUI may call `onAppear` of a screen again. The view model of the movies tracks only the first call.
        host.repeatAppearances()
        #expect(recorder.events.count { $0.event.name == "movies" } == 1)
        await press("movies-back")
        await press("menu-movies")
        #expect(recorder.events.count { $0.event.name == "movies" } == 2)
        #expect(recorder.events.count { $0.event.name == "menu" } == 3)
    }

    /// The path of the snapshot in the folder of the example's UI tests.
    private static let snapshotOfUITest = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Examples/iOSApp/UITests/__Snapshots__/FlowTests/FlowTests.testTheWholeFlow.json").path
}
