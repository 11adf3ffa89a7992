#if canImport(UIKit) && !os(watchOS)
    import QuartzCore
    import UIKit

    /// The surface for UIKit. It shows elements and alerts in separate windows, not in the app's windows.
    @MainActor
    final class UIKitSurface: BridgeSurface {
        nonisolated var accessibleValueBytes: Int { InvisibleElement.valueBytes }

        private lazy var scene = KeyScene()
        private lazy var elements = UIKitElements(scene)
        private lazy var alerts = UIKitAlerts(scene)
        #if !os(tvOS)
            private lazy var message = PasteboardMessage(UIKitPasteboard())
        #endif
        private var fastWindows: WindowObserver<UIWindow>?

        /// Creates a surface. Any thread can call this initializer, because it does not use UIKit.
        nonisolated init() {}

        func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
            elements.add(InvisibleElement(identifier: identifier, value: value))
        }

        /// Does nothing, because XCTest does not observe values.
        ///
        /// XCTest queries a value, and each query composes it again.
        func elementDidChange(_ identifier: String) {}

        func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
            #if os(tvOS)
                BridgeDiagnostics.report("tvOS has no pasteboard: use another bridge")
            #else
                message.put(text, onTaken: onTaken)
            #endif
        }

        func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            alerts.show(title: title, message: message, button: button, onDismiss: onDismiss)
        }

        /// Turns off the animations of views, and runs other animations a hundred times as fast.
        ///
        /// If the animations of views are off, layers and view controllers may still animate. So this method also
        /// raises the speed of each window's layer, which applies to everything in the window.
        func speedUpAnimations() {
            guard fastWindows == nil else { return }
            UIView.setAnimationsEnabled(false)
            for scene in UIApplication.shared.connectedScenes {
                for window in (scene as? UIWindowScene)?.windows ?? [] { Self.speedUp(window) }
            }
            fastWindows = WindowObserver(UIWindow.didBecomeVisibleNotification) { Self.speedUp($0) }
        }

        private static func speedUp(_ window: UIWindow) { window.layer.speed = 100 }
    }
#endif
