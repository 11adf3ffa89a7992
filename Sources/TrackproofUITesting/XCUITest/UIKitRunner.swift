#if canImport(XCTest) && canImport(ObjectiveC) && canImport(UIKit)
    internal import UIKit
    internal import XCTest

    /// A test runner with UIKit.
    ///
    /// The runner is an app of its own. It is in the background while the app under test is in front.
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
            /// The text that the runner writes to find out whether it may write.
            private static let probe = "trackproof: may the test runner write here?"

            private var pasteboard: UIPasteboard { .general }
            /// The text that was read last.
            private var text: String?

            /// Returns the text that the app has put on the pasteboard.
            ///
            /// The system may show a prompt first. The call does not return while the prompt is on the screen.
            func pasteboardText() throws -> String? {
                text = pasteboard.string
                if let text { return text == Self.probe ? nil : text }
                // `hasStrings` shows no prompt. If it is `true` here, the system has hidden the text from the runner.
                if pasteboard.hasStrings { throw Self.refused }
                try checkReach()
                return nil
            }

            func clearPasteboard() throws {
                pasteboard.items = []
                // If the same text is still on the pasteboard, the system has ignored the call. If there is another
                // text, it is the app's next message.
                if pasteboard.hasStrings, pasteboard.string == text { throw Self.outOfReach }
            }

            /// Checks that the runner can reach the pasteboard.
            ///
            /// In the background, iOS gives an app an empty pasteboard and silently drops what the app writes. To
            /// detect this, the runner writes a probe once, when it finds the pasteboard empty. The app under test then
            /// replaces the probe with its message.
            private func checkReach() throws {
                guard !mayWrite, UIApplication.shared.applicationState != .active else { return }
                pasteboard.string = Self.probe
                // The text is the probe, or the message that the app has put in its place.
                guard pasteboard.hasStrings else { throw Self.outOfReach }
                mayWrite = true
            }

            private static let refused = UnsupportedByDriver(
                """
                iOS did not let the test runner read the pasteboard: its prompt "would like to paste from" was \
                answered with "Don't Allow Paste", or the settings deny it. Set "Paste from Other Apps" of the test \
                runner to "Allow" in the Settings app of the simulator or device, or use another bridge
                """)

            private static let outOfReach = UnsupportedByDriver(
                """
                iOS does not let the test runner use the pasteboard: only the app in front may use it, and that is the \
                app under test. Use another bridge
                """)
        #endif
    }
#endif
