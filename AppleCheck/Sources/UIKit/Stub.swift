// What a test does in place of a user and of the system, and what it sees.

extension UIApplication {
    /// Resets the app to its state at the start: no scene, and an empty pasteboard.
    public func stubReset() {
        for scene in connectedScenes { (scene as? UIWindowScene)?.windows = [] }
        connectedScenes = []
        applicationState = .active
        UIView.areAnimationsEnabled = true
        UIPasteboard.general.stubIsOutOfReach = false
        UIPasteboard.general.stubDropsWrites = false
        UIPasteboard.general.stubRefusesTexts = false
        UIPasteboard.general.items = []
    }

    public func stubConnectScene() -> UIWindowScene {
        let scene = UIWindowScene()
        connectedScenes.insert(scene)
        return scene
    }

    /// Moves the app to the background or back.
    public func stubMove(to state: State) { applicationState = state }
}

extension UIScene {
    public func stubMove(to state: ActivationState) { activationState = state }
}

extension UIViewController {
    /// Presses a button of the presented alert. The alert disappears before the button's handler is called.
    public func stubPress(_ action: UIAlertAction) {
        presentedViewController = nil
        action.handler?(action)
    }
}
