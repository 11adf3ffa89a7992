import AppKit
import Testing

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct AppKitSurfaceTests {
        let app = StartedApp(runner: AppKitRunner())
        let surface = AppKitSurface()
        let pasteboard = NSPasteboard.general

        @Test func aTestReadsTheCurrentValuesOfElements() throws {
            let text = Text("one")
            surface.addElement("trackproof-events") { text.now }
            surface.addElement("trackproof-events-1") { "chunk" }
            #expect(try app.seen.value(ofElement: "trackproof-events") == "one")
            text.now = "two"
            surface.elementDidChange("trackproof-events")
            #expect(try app.seen.value(ofElement: "trackproof-events") == "two")
            #expect(try app.seen.value(ofElement: "trackproof-events-1") == "chunk")
        }

        @Test func thePanelOfElementsIsInvisibleAndIgnoresTheMouse() throws {
            surface.addElement("a") { "value" }
            surface.addElement("b") { "value" }
            #expect(NSApplication.shared.windows.count == 1)
            let panel = try #require(NSApplication.shared.windows.first as? NSPanel)
            #expect(panel.ignoresMouseEvents)
            #expect(panel.isExcludedFromWindowsMenu)
            #expect(!panel.isOpaque)
            #expect(!panel.hasShadow)
            #expect(panel.backgroundColor === NSColor.clear)
            let element = try #require(panel.contentView?.accessibilityChildren()?.first as? NSAccessibilityElement)
            #expect(element.accessibilityParent() as? NSView === panel.contentView)
            #expect(element.accessibilityFrameInParentSpace() == NSRect(x: 0, y: 0, width: 1, height: 1))
        }

        @Test func aTestReadsAlertsOneAfterTheOther() throws {
            var ended = false
            surface.showAlert(title: "1", message: "a", button: "Next event") {
                #expect(NSApplication.shared.windows.isEmpty)
                surface.showAlert(title: "2", message: "b", button: "Next event") { ended = true }
            }
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == ["1", "a"])
            #expect(NSApplication.shared.windows.first?.level == .modalPanel)
            try app.seen.pressAlertButton("Next event")
            #expect(try app.seen.textsOfAlert(withButton: "Next event") == ["2", "b"])
            #expect(NSApplication.shared.windows.count == 1)
            try app.seen.pressAlertButton("Next event")
            #expect(ended)
            #expect(NSApplication.shared.windows.isEmpty)
        }

        @Test func aTestReadsAMessageAndConfirmsItByClearingThePasteboard() async throws {
            var taken: [Bool] = []
            surface.setPasteboard("letter") { taken.append($0) }
            #expect(try app.seen.pasteboardText() == "letter")
            try app.seen.clearPasteboard()
            #expect(await eventually { !taken.isEmpty })
            #expect(taken == [true])
            #expect(try app.seen.pasteboardText() == nil)
        }

        @Test func otherContentIsNotTakenForTheMessage() {
            let system = AppKitPasteboard()
            #expect(system.isAccessible)
            #expect(system.put("letter"))
            #expect(system.content == .message)
            pasteboard.clearContents()
            #expect(system.content == .nothing)
            pasteboard.setString("letter", forType: .string)
            #expect(system.content == .somethingElse)
        }

        @Test func aRefusedPasteNamesThePrompt() {
            pasteboard.setString("letter", forType: .string)
            pasteboard.stubRefusesTexts = true
            let error = #expect(throws: UnsupportedByDriver.self) { try app.seen.pasteboardText() }
            #expect(
                error?.description == """
                    macOS did not let the test runner read the pasteboard: someone chose "Don't Allow" in the prompt \
                    about pasting from other apps, or the settings deny access. Allow access for the test runner in \
                    System Settings > Privacy & Security, or use another bridge
                    """)
        }
    }
}
