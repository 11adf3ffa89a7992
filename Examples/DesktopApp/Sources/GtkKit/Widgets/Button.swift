import CGtk

/// A button that the user can press.
package final class Button: Widget {
    /// Creates a button that shows a text.
    package convenience init(_ text: String, onPress: @escaping @MainActor () -> Void) {
        self.init(Label(text), onPress: onPress)
    }

    /// Creates a button that shows `content`. The first text in `content` is the accessible name of the button.
    package init(_ content: Widget, onPress: @escaping @MainActor () -> Void) {
        super.init(gtk_button_new())
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
        onSignal("clicked", onPress)
    }
}
