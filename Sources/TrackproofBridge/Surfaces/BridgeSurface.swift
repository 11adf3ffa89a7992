/// The parts of a UI toolkit that the bridges `accessibility`, `pasteboard` and `alert` use.
///
/// This module has surfaces for UIKit and AppKit, and ``EventBridge/fromEnvironment(surface:)`` uses them by default.
/// An app with another toolkit passes its own surface: a few lines that call the toolkit. The bridges call every method
/// on the main thread.
@MainActor
public protocol BridgeSurface: AnyObject, Sendable {
    /// The maximum number of bytes of events in one accessibility value, at least 64.
    ///
    /// The value also has a header of at most 80 bytes. In its element snapshots, XCTest cuts values that are longer
    /// than 512 bytes. For XCTest, return 432: together with the header, no value is longer than 512 bytes.
    nonisolated var accessibleValueBytes: Int { get }

    /// Adds an element that tests find by its identifier and that no person sees.
    ///
    /// - Parameters:
    ///   - identifier: The identifier by which tests find the element.
    ///   - value: A closure that returns the value of the element. The surface calls the closure whenever something
    ///     reads the value.
    func addElement(_ identifier: String, value: @escaping @MainActor () -> String)

    /// Notifies accessibility observers that the value of an element has changed, if the toolkit can do that.
    func elementDidChange(_ identifier: String)

    /// Replaces the content of the pasteboard with a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - onTaken: A closure that the surface calls once, when the pasteboard does not contain the text any more. The
    ///     argument is `true` if the pasteboard is empty, and `false` if it has other content. If the pasteboard is
    ///     empty, the test has read the text.
    func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void)

    /// Shows an alert above everything else. The bridge shows one alert at a time.
    ///
    /// - Parameters:
    ///   - title: The title of the alert.
    ///   - message: The text of the alert, which must be shown in full.
    ///   - button: The title of the alert's only button.
    ///   - onDismiss: A closure that the surface calls once, when somebody has pressed the button. The closure may show
    ///     the next alert at once.
    func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void)

    /// Makes the app's animations as short as the toolkit can.
    ///
    /// ``EventBridge/fromEnvironment(surface:)`` calls this method if `TRACKPROOF_ANIMATIONS` is `fast`.
    func speedUpAnimations()
}
