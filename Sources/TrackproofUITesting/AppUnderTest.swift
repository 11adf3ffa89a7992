/// An app that a UI test starts and looks at from outside, as a session needs it: XCUITest's, or another driver's.
///
/// On Apple platforms `UITestSession.launch(XCUIApplication())` needs none of this. A driver of another toolkit adopts
/// it; what its way of testing cannot do throws ``UnsupportedByDriver``.
///
/// A session calls it from the thread of the test.
public protocol AppUnderTest: AnyObject {
    /// Starts the app with these arguments and variables besides its own, and returns when it can be used.
    ///
    /// A session that relaunches the app calls it again, with the same. An app that still runs is ended first.
    func launch(arguments: [String], environment: [String: String]) throws

    /// How the app ended, as "was killed by signal 9"; nil while it runs.
    var end: String? { get }

    /// The accessible value of the element with this identifier; nil where there is no such element.
    func value(ofElement identifier: String) throws -> String?

    /// All texts of the alert on the screen that has a button of this title; nil where there is none.
    func textsOfAlert(withButton title: String) throws -> [String]?

    /// Presses the button of this title in the alert that has one.
    func pressAlertButton(_ title: String) throws

    /// The text on the pasteboard; nil where it holds none.
    func pasteboardText() throws -> String?

    /// Empties the pasteboard.
    func clearPasteboard() throws

    /// Takes what is to be called, from any thread, whenever something may have changed in the app: an element, an
    /// alert, the pasteboard, its end.
    ///
    /// - Returns: whether this driver can tell. Of one that cannot a session looks again every 50 milliseconds.
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool
}

/// What a driver has no way to do.
public struct UnsupportedByDriver: Error, Sendable, CustomStringConvertible {
    /// What was asked for, and why it cannot be had.
    public let description: String

    /// - Parameter description: what was asked for, and why it cannot be had.
    public init(_ description: String) { self.description = description }
}
