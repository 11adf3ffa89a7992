import Testing
import UIKit

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct UIKitElementTests {
        let app = StartedApp()
        let surface = UIKitSurface()

        @Test func aTestReadsTheCurrentValuesOfElements() throws {
            app.showWindow()
            let text = Text("one")
            surface.addElement("trackproof-events") { text.now }
            surface.addElement("trackproof-events-1") { "chunk" }
            #expect(try app.seen.value(ofElement: "trackproof-events") == "one")
            text.now = "two"
            surface.elementDidChange("trackproof-events")
            #expect(try app.seen.value(ofElement: "trackproof-events") == "two")
            #expect(try app.seen.value(ofElement: "trackproof-events-1") == "chunk")
            #expect(try app.seen.value(ofElement: "trackproof-events-2") == nil)
        }

        @Test func anElementIsFoundOnceTheAppHasAWindow() throws {
            surface.addElement("early") { "value" }
            #expect(try app.seen.value(ofElement: "early") == nil)
            app.showWindow()
            #expect(try app.seen.value(ofElement: "early") == "value")
        }

        @Test func elementsMoveToTheSceneOfTheKeyWindow() throws {
            let first = app.showWindow()
            surface.addElement("a") { "value" }
            let second = app.showWindow()
            first.windowScene?.stubMove(to: .background)
            #expect(try app.seen.value(ofElement: "a") == "value")
            #expect(first.others.isEmpty)
            #expect(second.others.count == 1)
            first.windowScene?.stubMove(to: .foregroundActive)
            second.windowScene?.stubMove(to: .background)
            first.makeKey()
            #expect(try app.seen.value(ofElement: "a") == "value")
        }

        @Test func elementsAreAddedToTheActiveScene() {
            let first = app.showWindow()
            let second = app.showWindow()
            second.windowScene?.stubMove(to: .foregroundInactive)
            surface.addElement("a") { "value" }
            #expect(first.others.count == 1)
            #expect(second.others.isEmpty)
        }

        @Test func elementsAreFoundBehindAnAlertOfTheApp() throws {
            let window = app.showWindow()
            surface.addElement("a") { "value" }
            let controller = try #require(window.rootViewController)
            controller.present(
                UIAlertController(title: "Really?", message: nil, preferredStyle: .alert), animated: false)
            #expect(try app.seen.value(ofElement: "a") == "value")
        }

        @Test func elementsAreInvisibleAndIgnoreTouches() throws {
            let window = app.showWindow()
            surface.addElement("a") { "value" }
            let overlay = try #require(window.others.first)
            let container = try #require(overlay.rootViewController?.view)
            #expect(overlay.frame == CGRect(x: 0, y: 0, width: 1, height: 1))
            #expect(overlay.backgroundColor == nil)
            #expect(container.backgroundColor == nil)
            #expect(!overlay.isUserInteractionEnabled)
            #expect(!container.isUserInteractionEnabled)
            #expect(overlay.windowLevel.rawValue > UIWindow.Level.alert.rawValue)
            #expect(window.isKeyWindow)
        }

        @Test func anElementHasAFrameInItsContainer() throws {
            let window = app.showWindow()
            surface.addElement("a") { "value" }
            let container = try #require(window.others.first?.rootViewController?.view)
            let element = try #require(container.accessibilityElements?.first as? UIAccessibilityElement)
            #expect(element.accessibilityContainer === container)
            #expect(element.accessibilityFrameInContainerSpace == CGRect(x: 0, y: 0, width: 1, height: 1))
        }
    }
}
