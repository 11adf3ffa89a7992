#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Foundation
    internal import UIKit

    /// UIKit's general pasteboard.
    ///
    /// A letter is known by a type beside the text that nobody else's has. What types are there, and how many items, an
    /// app may ask without a prompt. The change count would not do: by its documentation UIKit counts a change only at
    /// the end of the pass of the run loop, so that somebody else's in the same pass could be taken for ours.
    @MainActor
    final class UIKitPasteboard: SystemPasteboard {
        private static let textType = "public.utf8-plain-text"
        private let letterType = "dev.trackproof.letter." + WriterID.fresh()

        private var pasteboard: UIPasteboard { .general }

        /// To an app in the background the system shows an empty pasteboard, and drops what it writes.
        var isInReach: Bool { UIApplication.shared.applicationState == .active }

        func put(_ text: String) -> Bool {
            pasteboard.setItems([[Self.textType: text, letterType: Data([1])]])
            return content == .letter
        }

        var content: PasteboardContent {
            if pasteboard.contains(pasteboardTypes: [letterType]) { return .letter }
            return pasteboard.numberOfItems == 0 ? .nothing : .somethingElse
        }
    }
#endif
