/// What an app's toolkit offers the bridges that need no connection: elements, a pasteboard, alerts.
///
/// UIKit and AppKit have theirs here, which ``EventBridge/fromEnvironment(surface:)`` takes by itself. An app with
/// another toolkit gives it one of its own, a few lines over what the toolkit has. Everything is called on the main
/// thread.
@MainActor
public protocol BridgeSurface: AnyObject, Sendable {
    /// How many bytes of events one accessible value may hold, 64 at least. Up to 80 more say what they are: with 432
    /// no value reaches the 512 bytes at which XCTest cuts those of its element snapshots.
    nonisolated var accessibleValueBytes: Int { get }

    /// Adds an element that tests find by its identifier and no person sees.
    ///
    /// - Parameters:
    ///   - identifier: what it is found by.
    ///   - value: its value, composed whenever somebody reads it.
    func addElement(_ identifier: String, value: @escaping @MainActor () -> String)

    /// The value of an element has changed: whoever observes it is told, where the toolkit can do that.
    func elementDidChange(_ identifier: String)

    /// Puts a text on the pasteboard, in place of whatever is there.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - onTaken: to be called once, when something else has taken its place: with true where the pasteboard is
    ///     empty, which is how a test says that it has read the text, and with false where another text is there.
    func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void)

    /// Shows an alert above everything else, one at a time.
    ///
    /// - Parameters:
    ///   - title: its title.
    ///   - message: its text, to be shown whole.
    ///   - button: the title of its only button.
    ///   - onDismiss: to be called once, when the button was pressed; another alert can then be shown at once.
    func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void)

    /// Makes animations as short as the toolkit can: a UI test asked for it.
    func speedUpAnimations()
}
