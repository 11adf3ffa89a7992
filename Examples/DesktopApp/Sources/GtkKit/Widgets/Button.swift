internal import CGtk

/// Something to press.
package final class Button: Widget {
    package convenience init(_ text: String, onPress: @escaping @MainActor () -> Void) {
        self.init(Label(text), onPress: onPress)
    }

    /// A button that shows `content`, and is called by the first text in it.
    package init(_ content: Widget, onPress: @escaping @MainActor () -> Void) {
        super.init(gtk_button_new())
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
        onSignal("clicked", onPress)
    }
}
