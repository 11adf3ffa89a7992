#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import QuartzCore
    import Foundation

    /// The surface for AppKit. It shows elements and alerts in separate windows, not in the app's windows.
    @MainActor
    final class AppKitSurface: BridgeSurface {
        nonisolated var accessibleValueBytes: Int { InvisibleElement.valueBytes }

        private lazy var elements = AppKitElements()
        private lazy var message = PasteboardMessage(AppKitPasteboard())
        private var fastWindows: WindowObserver<NSWindow>?

        /// Creates a surface. Any thread can call this initializer, because it does not use AppKit.
        nonisolated init() {}

        func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
            elements.add(InvisibleElement(identifier: identifier, value: value))
        }

        /// Does nothing, because XCTest does not observe values.
        ///
        /// XCTest queries a value, and each query composes it again.
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
        /// app sets. This method speeds up a new window only after the window has appeared.
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
