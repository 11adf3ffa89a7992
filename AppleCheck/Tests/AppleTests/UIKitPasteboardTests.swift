import Testing
import UIKit

@testable import TrackproofBridge
@testable import TrackproofUITesting

extension AppleTests {
    @MainActor
    struct UIKitPasteboardTests {
        let app = StartedApp()
        let pasteboard = UIPasteboard.general

        @Test func aTestReadsAMessageAndConfirmsItByClearingThePasteboard() async throws {
            var taken: [Bool] = []
            let surface = UIKitSurface()
            surface.setPasteboard("letter") { taken.append($0) }
            #expect(try app.seen.pasteboardText() == "letter")
            try app.seen.clearPasteboard()
            #expect(await eventually { !taken.isEmpty })
            #expect(taken == [true])
            #expect(try app.seen.pasteboardText() == nil)
            withExtendedLifetime(surface) {}
        }

        @Test func anotherTextIsReportedAsSomethingElse() async {
            var taken: [Bool] = []
            let surface = UIKitSurface()
            surface.setPasteboard("letter") { taken.append($0) }
            pasteboard.string = "letter"
            #expect(await eventually { !taken.isEmpty })
            #expect(taken == [false])
            withExtendedLifetime(surface) {}
        }

        @Test func aMessageOfAnotherProcessIsSomethingElse() {
            let (system, other) = (UIKitPasteboard(), UIKitPasteboard())
            #expect(system.put("letter"))
            #expect(other.put("letter"))
            #expect(system.content == .somethingElse)
            #expect(other.content == .message)
        }

        @Test func contentWithoutATextIsSomethingElse() throws {
            let system = UIKitPasteboard()
            #expect(system.put("letter"))
            #expect(system.content == .message)
            pasteboard.items = [["public.png": Data()]]
            #expect(system.content == .somethingElse)
            #expect(try app.seen.pasteboardText() == nil)
        }

        @Test func aCheckOfTheContentReadsNoText() {
            let system = UIKitPasteboard()
            pasteboard.stubRefusesTexts = true
            #expect(system.put("letter"))
            #expect(system.content == .message)
            pasteboard.items = []
            #expect(system.content == .nothing)
        }

        @Test func thePasteboardIsInaccessibleOutsideTheForeground() {
            let system = UIKitPasteboard()
            #expect(system.isAccessible)
            UIApplication.shared.stubMove(to: .background)
            #expect(!system.isAccessible)
            UIApplication.shared.stubMove(to: .inactive)
            #expect(!system.isAccessible)
            pasteboard.stubIsOutOfReach = true
            #expect(!system.put("letter"))
        }
    }
}
