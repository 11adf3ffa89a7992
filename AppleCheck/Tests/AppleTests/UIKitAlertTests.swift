import Testing
import UIKit

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct UIKitAlertTests {
        let app = StartedApp()
        let surface = UIKitSurface()

        @Test func aTestReadsAnAlertAndPressesItsButton() throws {
            app.showWindow()
            var dismissals = 0
            surface.showAlert(title: "Event 1", message: "line\n{}", button: "Next event") { dismissals += 1 }
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == ["Event 1", "line\n{}"])
            #expect(try app.seen.textsOfAlert(withButton: "OK") == nil)
            #expect(dismissals == 0)
            try app.seen.pressAlertButton("Next event")
            #expect(dismissals == 1)
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func onDismissCanShowAnotherAlert() throws {
            app.showWindow()
            var ended = false
            surface.showAlert(title: "1", message: "a", button: "Next event") {
                surface.showAlert(title: "2", message: "b", button: "Next event") { ended = true }
            }
            try app.seen.pressAlertButton("Next event")
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == ["2", "b"])
            try app.seen.pressAlertButton("Next event")
            #expect(ended)
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func anAlertIsShownOnceTheAppHasAWindow() throws {
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
            app.showWindow()
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == ["1", "a"])
        }

        @Test func aDismissedAlertDoesNotComeBackInAnotherScene() throws {
            app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            try app.seen.pressAlertButton("Next event")
            app.showWindow()
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func anAlertIsOnTopAndThenRestoresTheKeyWindow() throws {
            let window = app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            let alertWindow = try #require(window.others.first)
            #expect(alertWindow.windowLevel.rawValue > UIWindow.Level.alert.rawValue)
            #expect(alertWindow.isKeyWindow)
            #expect(window.rootViewController?.presentedViewController == nil)
            try app.seen.pressAlertButton("Next event")
            #expect(window.isKeyWindow)
            #expect(window.others.isEmpty)
        }

        @Test func aWindowThatBecameKeyMeanwhileStaysKey() throws {
            let window = app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            let other = UIWindow(windowScene: try #require(window.windowScene))
            other.makeKeyAndVisible()
            try app.seen.pressAlertButton("Next event")
            #expect(other.isKeyWindow)
        }

        @Test func pressingWithoutAnAlertDoesNothing() throws {
            app.showWindow()
            try app.seen.pressAlertButton("Next event")
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
        }
    }
}
