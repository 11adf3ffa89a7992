import DesktopDriver

/// Launches the app on a desktop. If `desktop` is `nil`, creates a new desktop.
func launchApp(on desktop: Desktop? = nil, environment: [String: String] = [:]) throws -> Application {
    try (desktop ?? Desktop()).launch(path(ofProduct: "desktop-app"), environment: environment)
}

/// The time limit of a wait for something that must happen. A wait only takes this long if the app has a bug.
let timeout = Duration.seconds(20)

/// The actions of a person on a screen.
extension Application {
    func logIn(email: String = "matt@example.com", password: String = "hells-kitchen") throws {
        try self["login-email"].type(email)
        try self["login-password"].type(password)
        try self["login-submit"].press()
    }

    func signUp(name: String, email: String, password: String) throws {
        try self["sign-up-name"].type(name)
        try self["sign-up-email"].type(email)
        try self["sign-up-password"].type(password)
        try self["sign-up-submit"].press()
    }

    /// Logs in and chooses an item of the menu.
    func go(to item: String) throws {
        try logIn()
        try waitForElement(id: "menu-" + item, within: timeout).press()
    }
}
