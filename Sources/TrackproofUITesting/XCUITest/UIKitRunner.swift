#if canImport(XCTest) && canImport(ObjectiveC) && canImport(UIKit)
    import UIKit
    import XCTest

    /// The test runner on platforms with UIKit.
    ///
    /// The test runner is a separate app, which is in the background while the app under test is in front.
    final class UIKitRunner: TestRunner {
        private var mayWrite = false

        nonisolated init() {}

        var alertTypes: [XCUIElement.ElementType] { [.alert] }

        func press(_ button: XCUIElement) {
            #if os(tvOS)
                // The alert has only one button, so this button has the focus.
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
            /// The text that the runner writes to the pasteboard to find out whether iOS lets the runner write.
            private static let probe = "trackproof: may the test runner write here?"

            private var pasteboard: UIPasteboard { .general }
            /// The text that ``pasteboardText()`` read last.
            private var text: String?

            /// Returns the text that the app has put on the pasteboard.
            ///
            /// iOS may first ask the user whether the test runner may paste. The call returns after the user has
            /// answered.
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
                // If the same text is still on the pasteboard, iOS has ignored the assignment. A different text is the
                // app's next message.
                if pasteboard.hasStrings, pasteboard.string == text { throw Self.outOfReach }
            }

            /// Throws an error if iOS does not let the runner read and write the pasteboard.
            ///
            /// To an app in the background, iOS may show an empty pasteboard, and silently drop what the app writes. To
            /// detect this, the runner writes `probe` to the empty pasteboard, but only until the first success. The
            /// app under test then replaces `probe` with its message.
            private func checkReach() throws {
                guard !mayWrite, UIApplication.shared.applicationState != .active else { return }
                pasteboard.string = Self.probe
                // If there is a text now, it is `probe`, or the message with which the app has replaced `probe`.
                guard pasteboard.hasStrings else { throw Self.outOfReach }
                mayWrite = true
            }

            private static let refused = UnsupportedByDriver(
                """
                iOS did not let the test runner read the pasteboard: someone chose "Don't Allow Paste" in the prompt \
                "would like to paste from", or the settings deny access. Set "Paste from Other Apps" of the test \
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
