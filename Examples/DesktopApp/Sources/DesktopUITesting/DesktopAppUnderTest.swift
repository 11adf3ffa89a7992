package import DesktopDriver
import TrackproofUITesting

/// An app on a desktop of the driver. A UI test session launches the app, and reads what the app shows.
package final class DesktopAppUnderTest: AppUnderTest {
    private let desktop: Desktop
    private let path: String
    private var launched: Application?
    private var observations: [Observation] = []

    /// Creates an app, which the session launches later.
    ///
    /// - Parameters:
    ///   - path: The path of the app's program.
    ///   - desktop: The desktop that the app is launched on.
    package init(_ path: String, on desktop: Desktop) {
        self.path = path
        self.desktop = desktop
    }

    /// The launched app, which a test uses to press buttons and type text.
    ///
    /// - Throws: An error if the app has not been launched.
    package var application: Application {
        get throws(DriverError) {
            guard let launched else { throw .failed("the app has not been launched") }
            return launched
        }
    }

    // MARK: The requirements of a session

    package func launch(arguments: [String], environment: [String: String]) throws {
        launched?.kill()
        launched = try desktop.launch(path, arguments: arguments, environment: environment)
    }

    package var exitDescription: String? { launched?.end?.description }

    package func value(ofElement identifier: String) throws -> String? {
        try application.description(ofElement: identifier)
    }

    package func textsOfAlert(withButton title: String) throws -> [String]? {
        try application.alert(withButton: title)?.texts
    }

    package func pressAlertButton(_ title: String) throws {
        guard let alert = try application.alert(withButton: title) else {
            throw DriverError.notFound("no alert on the screen has a button \"\(title)\"")
        }
        try alert.press()
    }

    package func pasteboardText() throws -> String? { try desktop.clipboard.read() }

    package func clearPasteboard() throws { try desktop.clipboard.clear() }

    package func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool {
        observations.append(desktop.observe(onChange))
        return true
    }

    package func screenshot() throws -> [UInt8]? { try desktop.screenshot() }
}
