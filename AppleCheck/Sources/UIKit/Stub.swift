// The methods by which a test does what a user or the system does.

extension UIApplication {
    /// Resets the app to its state at launch: active, without scenes, and with an empty pasteboard.
    public func stubReset() {
        for scene in connectedScenes { (scene as? UIWindowScene)?.windows = [] }
        connectedScenes = []
        applicationState = .active
        UIView.stubAnimates = true
        UIPasteboard.general.stubIsOutOfReach = false
        UIPasteboard.general.stubDropsWrites = false
        UIPasteboard.general.stubRefusesTexts = false
        UIPasteboard.general.items = []
    }

    /// Connects a new window scene, as the system does, and returns the scene.
    public func stubConnectScene() -> UIWindowScene {
        let scene = UIWindowScene()
        connectedScenes.insert(scene)
        return scene
    }

    /// Changes the state of the app, as the system does when the app moves to the background or back.
    public func stubMove(to state: State) { applicationState = state }
}

extension UIScene {
    /// Changes the state of the scene, as the system does when the scene moves to the background or back.
    public func stubMove(to state: ActivationState) { activationState = state }
}

extension UIViewController {
    /// Presses a button of the presented alert. The alert disappears before the button's handler is called.
    public func stubPress(_ action: UIAlertAction) {
        presentedViewController = nil
        action.handler?(action)
    }
}
