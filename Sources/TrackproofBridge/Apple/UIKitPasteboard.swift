#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Foundation
    internal import UIKit

    /// UIKit's general pasteboard.
    ///
    /// Beside the text, a message has a type that no other app uses. The bridge recognizes the message by this type. An
    /// app may ask for the types and the number of items without a prompt. The change count is not sufficient:
    /// according to its documentation, UIKit counts a change only at the end of a pass of the run loop. Another app's
    /// change in the same pass could therefore be mistaken for the message.
    @MainActor
    final class UIKitPasteboard: SystemPasteboard {
        private static let textType = "public.utf8-plain-text"
        private let messageType = "dev.trackproof.message." + WriterID.fresh()

        private var pasteboard: UIPasteboard { .general }

        /// Whether the app is active. If an app is in the background, the system shows it an empty pasteboard and drops
        /// what the app writes.
        var isAccessible: Bool { UIApplication.shared.applicationState == .active }

        func put(_ text: String) -> Bool {
            pasteboard.setItems([[Self.textType: text, messageType: Data([1])]])
            return content == .message
        }

        var content: PasteboardContent {
            if pasteboard.contains(pasteboardTypes: [messageType]) { return .message }
            return pasteboard.numberOfItems == 0 ? .nothing : .somethingElse
        }
    }
#endif
