#if canImport(XCTest) && canImport(ObjectiveC) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import XCTest

    /// The test runner on a Mac, which uses AppKit.
    final class AppKitRunner: TestRunner {
        nonisolated init() {}

        /// The bridge shows its alerts as sheets. A `BridgeSurface` of the app may show alerts of the other types.
        var alertTypes: [XCUIElement.ElementType] { [.sheet, .dialog, .alert] }

        func press(_ button: XCUIElement) { button.click() }

        private var pasteboard: NSPasteboard { .general }

        /// Returns the text that the app has put on the pasteboard.
        ///
        /// From macOS 15.4 on, macOS may first ask the user whether the test runner may read the pasteboard.
        func pasteboardText() throws -> String? {
            if let text = pasteboard.string(forType: .string) { return text }
            if pasteboard.types?.contains(.string) ?? false { throw Self.refused }
            return nil
        }

        func clearPasteboard() { pasteboard.clearContents() }

        private static let refused = UnsupportedByDriver(
            """
            macOS did not let the test runner read the pasteboard: someone chose "Don't Allow" in the prompt about \
            pasting from other apps, or the settings deny access. Allow access for the test runner in System Settings \
            > Privacy & Security, or use another bridge
            """)
    }
#endif
