#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit

    /// AppKit's general pasteboard. Its change count changes with each new owner. If the count is still the same, the
    /// message is still there.
    @MainActor
    final class AppKitPasteboard: SystemPasteboard {
        private var messageCount: Int?

        private var pasteboard: NSPasteboard { .general }

        /// Always `true`: without asking the user, macOS lets an app write to the pasteboard and read its change count
        /// and types.
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
