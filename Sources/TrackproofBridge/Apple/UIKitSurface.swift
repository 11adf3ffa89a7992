#if canImport(UIKit) && !os(watchOS)
    internal import UIKit

    /// What UIKit offers the bridges, in windows of its own: the app's are left alone.
    @MainActor
    final class UIKitSurface: BridgeSurface {
        nonisolated var accessibleValueBytes: Int { InvisibleElement.valueBytes }

        private lazy var scene = KeyScene()
        private lazy var elements = UIKitElements(scene)
        private lazy var alerts = UIKitAlerts(scene)
        #if !os(tvOS)
            private lazy var letter = PasteboardLetter(UIKitPasteboard())
        #endif
        private var fastWindows: WindowObserver<UIWindow>?

        /// From any thread; UIKit is not touched before the first call.
        nonisolated init() {}

        func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
            elements.add(InvisibleElement(identifier: identifier, value: value))
        }

        /// XCTest observes no value: it looks for itself, and every look composes the values anew.
        func elementDidChange(_ identifier: String) {}

        func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
            #if os(tvOS)
                BridgeDiagnostics.report("tvOS has no pasteboard: a test has to take another bridge")
            #else
                letter.put(text, onTaken: onTaken)
            #endif
        }

        func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            alerts.show(title: title, message: message, button: button, onDismiss: onDismiss)
        }

        /// Views change at once. What is animated all the same, as by a layer or a view controller, runs a hundred
        /// times as fast: the speed of a window's layer is that of everything in it.
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
