#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit

    /// AppKit's general pasteboard.
    ///
    /// The change count of the pasteboard changes when an app replaces the content. If the count has not changed since
    /// the last call of `put`, the text of this call is still on the pasteboard.
    @MainActor
    final class AppKitPasteboard: SystemPasteboard {
        private var messageCount: Int?

        private var pasteboard: NSPasteboard { .general }

        /// Always `true`, because macOS does not ask the user before the bridge uses the pasteboard.
        ///
        /// An app needs no permission to write to the pasteboard, or to read its change count and types.
        var isAccessible: Bool { true }

        func put(_ text: String) -> Bool {
            messageCount = pasteboard.clearContents()
            return pasteboard.setString(text, forType: .string)
        }

        var content: PasteboardContent {
            if pasteboard.changeCount == messageCount { return .message }
            return pasteboard.types?.isEmpty ?? true ? .nothing : .somethingElse
        }
    }
#endif
