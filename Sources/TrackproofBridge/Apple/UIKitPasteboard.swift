#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    import Foundation
    import UIKit

    /// UIKit's general pasteboard.
    ///
    /// The bridge marks its text on the pasteboard with a type that no other app uses, and recognizes the text by this
    /// type. The system asks the user for permission only if the app reads the text. So the bridge reads only the types
    /// and the number of items.
    ///
    /// The change count would not be reliable. According to its documentation, UIKit updates the count only at the end
    /// of a run loop pass. So the bridge could not detect that another app changed the pasteboard in the same pass.
    @MainActor
    final class UIKitPasteboard: SystemPasteboard {
        private static let textType = "public.utf8-plain-text"
        private let messageType = "dev.trackproof.message." + WriterID.fresh()

        private var pasteboard: UIPasteboard { .general }

        /// Whether the app is active.
        ///
        /// If an app is in the background, the system shows it an empty pasteboard and drops what the app writes.
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
