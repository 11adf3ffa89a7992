import Testing
import UIKit

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct UIKitAlertTests {
        let app = StartedApp()
        let surface = UIKitSurface()

        @Test func aTestReadsAnAlertAndPressesItsButton() {
            app.showWindow()
            var dismissals = 0
            surface.showAlert(title: "Event 1", message: "line\n{}", button: "Next event") { dismissals += 1 }
            #expect(app.seen.textsOfAlert(withButton: "Next event") == ["Event 1", "line\n{}"])
            #expect(app.seen.textsOfAlert(withButton: "OK") == nil)
            #expect(dismissals == 0)
            app.seen.pressAlertButton("Next event")
            #expect(dismissals == 1)
            #expect(app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func onDismissCanShowAnotherAlert() {
            app.showWindow()
            var ended = false
            surface.showAlert(title: "1", message: "a", button: "Next event") {
                surface.showAlert(title: "2", message: "b", button: "Next event") { ended = true }
            }
            app.seen.pressAlertButton("Next event")
            #expect(app.seen.textsOfAlert(withButton: "Next event") == ["2", "b"])
            app.seen.pressAlertButton("Next event")
            #expect(ended)
            #expect(app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func anAlertIsShownOnceTheAppHasAWindow() {
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            #expect(app.seen.textsOfAlert(withButton: "Next event") == nil)
            app.showWindow()
            #expect(app.seen.textsOfAlert(withButton: "Next event") == ["1", "a"])
        }

        @Test func aDismissedAlertDoesNotComeBackInAnotherScene() {
            app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            app.seen.pressAlertButton("Next event")
            app.showWindow()
            #expect(app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func anAlertIsOnTopAndThenRestoresTheKeyWindow() throws {
            let window = app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            let alertWindow = try #require(window.others.first)
            #expect(alertWindow.windowLevel.rawValue > UIWindow.Level.alert.rawValue)
            #expect(alertWindow.isKeyWindow)
            #expect(window.rootViewController?.presentedViewController == nil)
            app.seen.pressAlertButton("Next event")
            #expect(window.isKeyWindow)
            #expect(window.others.isEmpty)
        }

        @Test func aWindowThatBecameKeyMeanwhileStaysKey() throws {
            let window = app.showWindow()
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            let other = UIWindow(windowScene: try #require(window.windowScene))
            other.makeKeyAndVisible()
            app.seen.pressAlertButton("Next event")
            #expect(other.isKeyWindow)
        }

        @Test func pressingWithoutAnAlertDoesNothing() {
            app.showWindow()
            app.seen.pressAlertButton("Next event")
            #expect(app.seen.textsOfAlert(withButton: "Next event") == nil)
        }
    }
}
