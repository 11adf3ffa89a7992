#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit

    /// AppKit's general pasteboard. Its change count counts owners: it is that of the letter as long as that is there.
    @MainActor
    final class AppKitPasteboard: SystemPasteboard {
        private var letterCount: Int?

        private var pasteboard: NSPasteboard { .general }

        /// macOS asks nobody about what an app writes, nor about the count and the types.
        var isInReach: Bool { true }

        func put(_ text: String) -> Bool {
            letterCount = pasteboard.clearContents()
            return pasteboard.setString(text, forType: .string)
        }

        var content: PasteboardContent {
            if pasteboard.changeCount == letterCount { return .letter }
            return pasteboard.types?.isEmpty ?? true ? .nothing : .somethingElse
        }
    }
#endif
