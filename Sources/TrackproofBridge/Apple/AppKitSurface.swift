#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Foundation

    /// The surface for AppKit. It shows elements and alerts in separate windows, not in the app's windows.
    @MainActor
    final class AppKitSurface: BridgeSurface {
        nonisolated var accessibleValueBytes: Int { InvisibleElement.valueBytes }

        private lazy var elements = AppKitElements()
        private lazy var message = PasteboardMessage(AppKitPasteboard())
        private var fastWindows: WindowObserver<NSWindow>?

        /// Creates a surface on any thread. AppKit is not used before the first call.
        nonisolated init() {}

        func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
            elements.add(InvisibleElement(identifier: identifier, value: value))
        }

        /// Does nothing: XCTest does not observe values. It queries the values, and each query composes them again.
        func elementDidChange(_ identifier: String) {}

        func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
            message.put(text, onTaken: onTaken)
        }

        func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            AppKitAlert.show(title: title, message: message, button: button, onDismiss: onDismiss)
        }

        /// Lets windows appear and disappear without an animation, and runs their layers a hundred times as fast.
        ///
        /// AppKit has no switch for other animations: an `NSAnimationContext` of the app keeps the duration that the
        /// app sets. A new window is sped up only after it has appeared.
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
