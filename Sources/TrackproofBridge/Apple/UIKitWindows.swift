#if canImport(UIKit) && !os(watchOS)
    internal import UIKit

    /// The scene of the key window, in which windows of ours are seen: now, or as soon as there is one.
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

        /// Calls with the scene that is there, if any, and with each that takes its place.
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
        /// Above the app's alerts: what a presented view covers in its own window is not hidden there.
        static let trackproof = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
    }
#endif
