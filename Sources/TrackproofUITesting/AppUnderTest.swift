/// An app that a UI test launches and observes from outside.
///
/// If XCTest launches the app, pass an `XCUIApplication` to `UITestSession.launch` and ignore this protocol. To test
/// an app in another way, write a driver: a class that conforms to this protocol. If the driver cannot do what a method
/// asks, the method throws ``UnsupportedByDriver``.
///
/// A session calls the methods on the thread of the test.
public protocol AppUnderTest: AnyObject {
    /// Launches the app, and returns when the test can use the app.
    ///
    /// To relaunch the app, the session calls this method again, with the same arguments and variables. If the app is
    /// still running, this method must end the app first.
    ///
    /// - Parameters:
    ///   - arguments: The arguments to add to the app's own arguments.
    ///   - environment: The environment variables to add to the app's own environment variables.
    func launch(arguments: [String], environment: [String: String]) throws

    /// How the app ended, such as `was killed by signal 9`, or `nil` while the app runs.
    var exitDescription: String? { get }

    /// Returns the accessible value of an element.
    ///
    /// - Parameter identifier: The identifier of the element.
    /// - Returns: The value, or `nil` if there is no such element.
    func value(ofElement identifier: String) throws -> String?

    /// Returns all texts of the visible alert that has a certain button.
    ///
    /// - Parameter title: The title of the button.
    /// - Returns: The texts, or `nil` if there is no such alert.
    func textsOfAlert(withButton title: String) throws -> [String]?

    /// Presses the button with a certain title, in the visible alert that has such a button.
    ///
    /// - Parameter title: The title of the button.
    func pressAlertButton(_ title: String) throws

    /// Returns the text on the pasteboard, or `nil` if there is no text.
    func pasteboardText() throws -> String?

    /// Removes everything from the pasteboard.
    func clearPasteboard() throws

    /// Observes the app for changes.
    ///
    /// - Parameter onChange: A closure that the driver calls when an element, an alert or the pasteboard may have
    ///   changed, and when the app may have ended. The driver can call the closure on any thread.
    /// - Returns: Whether the driver can report changes. If not, a session polls the app every 50 milliseconds.
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool

    /// Takes a picture of the screen. A session calls this method at the first failure of a test.
    ///
    /// - Returns: The bytes of a PNG file, or `nil` if the driver cannot take pictures. The default is `nil`.
    func screenshot() throws -> [UInt8]?
}

extension AppUnderTest {
    /// Returns `nil`. A driver that cannot take pictures uses this default implementation.
    public func screenshot() throws -> [UInt8]? { nil }
}

/// The error that a driver throws if it cannot do what a method asks.
public struct UnsupportedByDriver: Error, Sendable, CustomStringConvertible {
    /// What the session wanted the driver to do, and why the driver cannot do it.
    public let description: String

    /// Creates an error with a description.
    ///
    /// - Parameter description: What the session wanted the driver to do, and why the driver cannot do it.
    public init(_ description: String) { self.description = description }
}
