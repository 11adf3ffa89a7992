#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// The scene of the app's key window, if the app has a key window. The bridge shows its own windows in this scene.
    @MainActor
    final class KeyScene {
        private weak var scene: UIWindowScene?
        private var followers: [@MainActor (UIWindowScene) -> Void] = []
        private var observer: WindowObserver<UIWindow>?

        init() {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
                .filter { $0.keyWindow != nil }
            scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
            observer = WindowObserver(UIWindow.didBecomeKeyNotification) { [weak self] in self?.follow($0) }
        }

        /// Calls `follower` with the current scene, if there is one, and with each scene that replaces it.
        func onChange(_ follower: @escaping @MainActor (UIWindowScene) -> Void) {
            followers.append(follower)
            if let scene { follower(scene) }
        }

        private func follow(_ window: UIWindow) {
            guard let newScene = window.windowScene, newScene !== scene else { return }
            scene = newScene
            for follower in followers { follower(newScene) }
        }
    }

    extension UIWindow.Level {
        /// A level above the app's alerts.
        ///
        /// If the app presents a view, the view covers the app's window, but not a window at this level.
        static let trackproof = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
    }
#endif
