package import GtkKit
import TrackproofBridge

/// The surface that shows a GTK app's events to a test, for the bridges `accessibility`, `pasteboard` and `alert`.
package final class GtkSurface: BridgeSurface {
    /// The maximum size of the events in one accessible value, in bytes.
    ///
    /// GTK and AT-SPI do not limit the length of a text. An app composes and sends 16 KiB in a fraction of a
    /// millisecond.
    package nonisolated let accessibleValueBytes = 16_384

    private let window: Window
    private var elements: [String: ComposedDescription] = [:]

    /// Creates the surface of a window.
    ///
    /// - Parameter window: The app's window. The app can show the window before or after this call.
    package init(_ window: Window) { self.window = window }

    package func addElement(_ identifier: String, value: @escaping @MainActor () -> String) {
        let element = ComposedDescription(id: identifier, compose: value)
        elements[identifier] = element
        window.add(element)
    }

    package func elementDidChange(_ identifier: String) { elements[identifier]?.didChange() }

    package func setPasteboard(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
        Pasteboard.set(text, onTaken: onTaken)
    }

    package func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
        Alert.show(above: window, title: title, message: message, button: button, onDismiss: onDismiss)
    }

    package func speedUpAnimations() { Animations.turnOff() }
}
