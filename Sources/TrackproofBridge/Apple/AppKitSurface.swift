#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Foundation

    /// What AppKit offers the bridges, in windows of its own: the app's are left alone.
    @MainActor
    final class AppKitSurface: BridgeSurface {
        nonisolated var accessibleValueBytes: Int { InvisibleElement.valueBytes }

        private lazy var elements = AppKitElements()
        private lazy var letter = PasteboardLetter(AppKitPasteboard())
        private var fastWindows: WindowObserver<NSWindow>?

        /// From any thread; AppKit is not touched before the first call.
        nonisolated init() {}

        func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
            elements.add(InvisibleElement(identifier: identifier, value: value))
        }

        /// XCTest observes no value: it looks for itself, and every look composes the values anew.
        func elementDidChange(_ identifier: String) {}

        func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
            letter.put(text, onTaken: onTaken)
        }

        func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            AppKitAlert.show(title: title, message: message, button: button, onDismiss: onDismiss)
        }

        /// Windows come and go without an animation, and layers of theirs run a hundred times as fast. AppKit has no
        /// switch for the rest: an `NSAnimationContext` of the app's keeps the duration that the app gives it, and a
        /// window that has just come is reached only once it is there.
        func speedUpAnimations() {
            guard fastWindows == nil else { return }
            for window in NSApplication.shared.windows { Self.speedUp(window) }
            fastWindows = WindowObserver(NSWindow.didChangeOcclusionStateNotification) { Self.speedUp($0) }
        }

        private static func speedUp(_ window: NSWindow) {
            window.animationBehavior = .none
            window.contentView?.layer?.speed = 100
        }
    }
#endif
