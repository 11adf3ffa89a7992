#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// Alerts that appear one at a time in a separate window.
    ///
    /// Therefore no view controller of the app has to present them.
    ///
    /// A test finds an alert by the title of its button. The alert gets no identifier, because an identifier on the
    /// alert's view hides the alert's buttons from XCTest.
    @MainActor
    final class UIKitAlerts {
        private weak var scene: UIWindowScene?
        /// The alert that waits until the app has a scene, or `nil` if no alert waits.
        private var waiting: UIAlertController?
        private var window: UIWindow?
        private weak var previousKeyWindow: UIWindow?

        init(_ scene: KeyScene) {
            scene.onChange { [weak self] in self?.show(in: $0) }
        }

        func show(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
            alert.addAction(
                UIAlertAction(title: button, style: .default) { [weak self] _ in
                    // Removes the window before `onDismiss`, which may show another alert.
                    self?.removeWindow()
                    onDismiss()
                })
            waiting = alert
            if let scene { show(in: scene) }
        }

        private func show(in scene: UIWindowScene) {
            self.scene = scene
            guard let alert = waiting else { return }
            waiting = nil
            previousKeyWindow = scene.keyWindow
            let window = UIWindow(windowScene: scene)
            window.windowLevel = .trackproof
            let controller = UIViewController()
            window.rootViewController = controller
            // Makes the window the key window, so that it also receives keyboard input, and the focus on tvOS.
            window.makeKeyAndVisible()
            controller.present(alert, animated: false)
            self.window = window
        }

        private func removeWindow() {
            let wasKey = window?.isKeyWindow ?? false
            window?.isHidden = true
            window = nil
            if wasKey { previousKeyWindow?.makeKey() }
        }
    }
#endif
