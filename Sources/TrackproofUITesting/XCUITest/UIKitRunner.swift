#if canImport(XCTest) && canImport(ObjectiveC) && canImport(UIKit)
    internal import UIKit
    internal import XCTest

    /// A test runner of UIKit's: an app of its own, and in the background while the app under test is in front.
    final class UIKitRunner: TestRunner {
        private var mayWrite = false

        nonisolated init() {}

        var alertTypes: [XCUIElement.ElementType] { [.alert] }

        func press(_ button: XCUIElement) {
            #if os(tvOS)
                // The only button of an alert has the focus.
                XCUIRemote.shared.press(.select)
            #else
                button.tap()
            #endif
        }

        #if os(tvOS) || os(watchOS)
            func pasteboardText() throws -> String? { throw Self.noPasteboard }

            func clearPasteboard() throws { throw Self.noPasteboard }

            private static let noPasteboard = UnsupportedByDriver(
                "tvOS and watchOS have no pasteboard: use another bridge")
        #else
            /// What the runner finds out by whether it may write.
            private static let probe = "trackproof: may the test runner write here?"

            private var pasteboard: UIPasteboard { .general }
            /// What was read last.
            private var text: String?

            /// Reads the text that the app has put there. A prompt may ask about it, during which this does not return.
            func pasteboardText() throws -> String? {
                text = pasteboard.string
                if let text { return text == Self.probe ? nil : text }
                // Whether there is a text nobody is asked about.
                if pasteboard.hasStrings { throw Self.refused }
                try checkReach()
                return nil
            }

            func clearPasteboard() throws {
                pasteboard.items = []
                // Another text is the app's next letter.
                if pasteboard.hasStrings, pasteboard.string == text { throw Self.outOfReach }
            }

            /// In the background iOS gives an app an empty pasteboard and drops what it writes, without a word. So one
            /// that is found empty is written to, once: the app puts its letter there again.
            private func checkReach() throws {
                guard !mayWrite, UIApplication.shared.applicationState != .active else { return }
                pasteboard.string = Self.probe
                // The probe, or the letter that the app puts in its place.
                guard pasteboard.hasStrings else { throw Self.outOfReach }
                mayWrite = true
            }

            private static let refused = UnsupportedByDriver(
                """
                iOS did not let the test runner read the pasteboard: its prompt "would like to paste from" was answered \
                with "Don't Allow Paste", or the settings say so. Set "Paste from Other Apps" of the test runner to \
                "Allow" in the Settings app of the simulator or device, or use another bridge
                """)

            private static let outOfReach = UnsupportedByDriver(
                """
                iOS keeps the pasteboard from the test runner: it gives it to the app in front alone, which is the app \
                under test. Use another bridge
                """)
        #endif
    }
#endif
