import Foundation
import Glibc
import Testing
import UIKit
import XCTest

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct XCUIAppUnderTestTests {
        let app = StartedApp()

        @Test func launchAddsToTheArgumentsAndEnvironmentOfTheTest() throws {
            let application = XCUIApplication()
            application.launchArguments = ["-own"]
            application.launchEnvironment = ["OWN": "1", "TRACKPROOF_BRIDGE": "old"]
            try XCUIAppUnderTest(application)
                .launch(arguments: ["-a", "b"], environment: ["TRACKPROOF_BRIDGE": "alert", "X": "2"])
            #expect(application.launchArguments == ["-own", "-a", "b"])
            #expect(application.launchEnvironment == ["OWN": "1", "TRACKPROOF_BRIDGE": "alert", "X": "2"])
            #expect(application.stubLaunchCount == 1)
        }

        @Test func aSecondLaunchAddsNothingTwice() throws {
            let application = XCUIApplication()
            application.launchArguments = ["-own"]
            let app = XCUIAppUnderTest(application)
            for _ in 1...2 { try app.launch(arguments: ["-a", "b"], environment: ["X": "2"]) }
            #expect(application.launchArguments == ["-own", "-a", "b"])
            #expect(application.stubLaunchCount == 2)
        }

        @Test func theScreenshotIsThatOfTheMainScreen() throws {
            XCUIScreen.stubPicture = Data([1, 2, 3])
            #expect(try XCUIAppUnderTest(XCUIApplication()).screenshot() == [1, 2, 3])
        }

        @Test func anAppWithoutASessionGetsTheBridgeOfTheRunner() async {
            await #expect(processExitsWith: .success) {
                setenv("TRACKPROOF_BRIDGE", "tcp://127.0.0.1:9", 1)
                setenv("TRACKPROOF_TOKEN", "t", 1)
                await MainActor.run {
                    let application = XCUIApplication()
                    application.launchEnvironment = ["OWN": "1"]
                    application.passBridge()
                    let environment = ["OWN": "1", "TRACKPROOF_BRIDGE": "tcp://127.0.0.1:9", "TRACKPROOF_TOKEN": "t"]
                    exit(application.launchEnvironment == environment ? 0 : 1)
                }
            }
        }

        @Test func anAppGetsNoBridgeIfTheRunnerHasNone() {
            app.seen.application.passBridge()
            #expect(app.seen.application.launchEnvironment.isEmpty)
        }

        @Test func anAppThatDoesNotRunHasNoElementsOrAlerts() throws {
            app.showWindow()
            let surface = UIKitSurface()
            surface.addElement("a") { "value" }
            surface.showAlert(title: "1", message: "a", button: "Next event") {}
            #expect(app.seen.exitDescription == nil)
            app.seen.application.terminate()
            #expect(app.seen.exitDescription == "is no longer running")
            #expect(try app.seen.value(ofElement: "a") == nil)
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == nil)
        }

        @Test func oneOfSeveralMatchingElementsIsRead() throws {
            let window = app.showWindow()
            let surface = UIKitSurface()
            surface.addElement("a") { "value" }
            let label = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
            label.isAccessibilityElement = true
            label.accessibilityIdentifier = "b"
            label.accessibilityValue = "c"
            window.others.first?.rootViewController?.view = UIView(frame: window.frame)
            window.rootViewController?.view.frame = window.frame
            window.rootViewController?.view.addSubview(label)
            let twin = UIView(frame: label.frame)
            twin.isAccessibilityElement = true
            twin.accessibilityLabel = "b"
            window.rootViewController?.view.addSubview(twin)
            #expect(try app.seen.value(ofElement: "b") == "c")
        }

        @Test func theDriverReportsNoChanges() {
            #expect(!app.seen.observeChanges {})
        }

        @Test func aRefusedPasteNamesThePrompt() throws {
            UIPasteboard.general.string = "letter"
            UIPasteboard.general.stubRefusesTexts = true
            let error = #expect(throws: UnsupportedByDriver.self) { try app.seen.pasteboardText() }
            #expect(
                error?.description == """
                    iOS did not let the test runner read the pasteboard: someone chose "Don't Allow Paste" in the \
                    prompt "would like to paste from", or the settings deny access. Set "Paste from Other Apps" of the \
                    test runner to "Allow" in the Settings app of the simulator or device, or use another bridge
                    """)
        }

        @Test func aRunnerInTheBackgroundReportsAnInaccessiblePasteboard() throws {
            UIPasteboard.general.string = "letter"
            UIApplication.shared.stubMove(to: .background)
            UIPasteboard.general.stubIsOutOfReach = true
            let text = """
                iOS does not let the test runner use the pasteboard: only the app in front may use it, and that is the \
                app under test. Use another bridge
                """
            // Each call throws the error, not only the first call.
            for _ in 1...2 {
                let error = #expect(throws: UnsupportedByDriver.self) { try app.seen.pasteboardText() }
                #expect(error?.description == text)
            }
            UIPasteboard.general.stubIsOutOfReach = false
            #expect(UIPasteboard.general.string == "letter")
        }

        @Test func aPasteboardThatCannotBeClearedIsReported() throws {
            UIPasteboard.general.string = "letter"
            UIPasteboard.general.stubDropsWrites = true
            #expect(try app.seen.pasteboardText() == "letter")
            #expect(throws: UnsupportedByDriver.self) { try app.seen.clearPasteboard() }
            UIPasteboard.general.stubDropsWrites = false
            try app.seen.clearPasteboard()
            #expect(UIPasteboard.general.numberOfItems == 0)
        }

        @Test func aRunnerInTheBackgroundTestsThePasteboardOnce() throws {
            UIApplication.shared.stubMove(to: .background)
            #expect(try app.seen.pasteboardText() == nil)
            let count = UIPasteboard.general.changeCount
            // The first call wrote a text, to find out whether the pasteboard is accessible. The second call does not
            // read this text as a message, and writes no second text.
            #expect(try app.seen.pasteboardText() == nil)
            UIPasteboard.general.items = []
            #expect(try app.seen.pasteboardText() == nil)
            #expect(UIPasteboard.general.changeCount == count + 1)
        }

        @Test func aRunnerInTheForegroundWritesNothing() throws {
            let count = UIPasteboard.general.changeCount
            #expect(try app.seen.pasteboardText() == nil)
            #expect(UIPasteboard.general.changeCount == count)
        }

        @Test func anotherThreadThanTheMainThreadIsRefused() async {
            let message = """
                XCUIApplication works only on the main thread: use a session in the test method itself, and mark an \
                async test method with @MainActor
                """
            let app = app.seen
            await Task.detached {
                let error = #expect(throws: UnsupportedByDriver.self) {
                    try app.launch(arguments: [], environment: [:])
                }
                #expect(error?.description == message)
                #expect(throws: UnsupportedByDriver.self) { try app.value(ofElement: "a") }
                #expect(throws: UnsupportedByDriver.self) { try app.textsOfAlert(withButton: "a") }
                #expect(throws: UnsupportedByDriver.self) { try app.pressAlertButton("a") }
                #expect(throws: UnsupportedByDriver.self) { try app.screenshot() }
                #expect(app.exitDescription == "cannot be observed: \(message)")
            }.value
        }
    }
}
