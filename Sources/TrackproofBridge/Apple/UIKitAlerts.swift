#if canImport(UIKit) && !os(watchOS)
    internal import UIKit

    /// Shows an alert at a time in a window of its own, so that no view controller of the app has to present it.
    ///
    /// An alert is found by its button's title. It gets no identifier: one on the alert's view hides the buttons in it
    /// from XCTest.
    @MainActor
    final class UIKitAlerts {
        private weak var scene: UIWindowScene?
        /// The alert that waits for a scene.
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
                    // Away before another one is shown from inside `onDismiss`.
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
            // As the key window the alert gets the keys too, and on tvOS the focus.
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
