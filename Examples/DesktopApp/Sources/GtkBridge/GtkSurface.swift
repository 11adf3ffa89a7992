package import GtkKit
internal import TrackproofBridge

/// The surface that GTK offers to the bridges that need no connection.
package final class GtkSurface: BridgeSurface {
    /// The number of bytes that an accessible value may have.
    ///
    /// No part between GTK and a test cuts a text. An app composes and sends this number of bytes in a fraction of a
    /// millisecond.
    package nonisolated let accessibleValueBytes = 16_384

    private let window: Window
    private var elements: [String: ComposedDescription] = [:]

    /// - Parameter window: The app's window. It may be shown already or later.
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
