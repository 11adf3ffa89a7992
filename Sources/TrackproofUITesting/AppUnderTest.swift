/// An app that a UI test launches and observes from outside.
///
/// On Apple platforms, `UITestSession.launch(XCUIApplication())` needs no type of your own. A driver for another
/// toolkit conforms to this protocol. If the driver cannot do what a method asks, the method throws
/// ``UnsupportedByDriver``.
///
/// A session calls the methods on the thread of the test.
public protocol AppUnderTest: AnyObject {
    /// Launches the app and returns when the app can be used.
    ///
    /// To relaunch the app, the session calls this method again, with the same arguments and variables. If the app is
    /// still running, this method must end it first.
    ///
    /// - Parameters:
    ///   - arguments: The arguments to add to the app's own arguments.
    ///   - environment: The variables to add to the app's own variables.
    func launch(arguments: [String], environment: [String: String]) throws

    /// How the app ended, such as `was killed by signal 9`, or `nil` while it runs.
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
    ///   changed, and when the app may have ended. The driver can call it on any thread.
    /// - Returns: Whether the driver can report changes. If it cannot, a session polls the app every 50
    ///   milliseconds.
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool

    /// Takes a picture of the screen. A session calls this method at the first failure of a test.
    ///
    /// - Returns: The bytes of a PNG file, or `nil` if the driver cannot take pictures. The default is `nil`.
    func screenshot() throws -> [UInt8]?
}

extension AppUnderTest {
    /// Returns `nil`, because the driver takes no pictures.
    public func screenshot() throws -> [UInt8]? { nil }
}

/// An error for something that a driver cannot do.
public struct UnsupportedByDriver: Error, Sendable, CustomStringConvertible {
    /// What the session asked for, and why the driver cannot do it.
    public let description: String

    /// Creates an error with a description.
    ///
    /// - Parameter description: What the session asked for, and why the driver cannot do it.
    public init(_ description: String) { self.description = description }
}
