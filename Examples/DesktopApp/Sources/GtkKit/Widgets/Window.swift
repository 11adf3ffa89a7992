import CGtk

/// A window with one widget as its content.
package final class Window: Widget {
    /// The box with the content of the window and the invisible widgets, which stay when the content changes.
    private let frame = Box(.column)

    package init(_ title: String, width: Int32, height: Int32) {
        super.init(gtk_window_new(GTK_WINDOW_TOPLEVEL), isShown: false)
        gtk_window_set_title(cast(to: GtkWindow.self), title)
        gtk_window_set_default_size(cast(to: GtkWindow.self), width, height)
        gtk_container_add(cast(to: GtkContainer.self), frame.pointer)
    }

    /// The content of the window. A change destroys the previous content and its handlers.
    package var content: Widget? {
        didSet {
            if let oldValue { gtk_widget_destroy(oldValue.pointer) }
            if let content { frame.add(content, grows: true) }
        }
    }

    /// Adds an invisible widget.
    ///
    /// The widget takes no space, and stays when the content changes. Assistive technology finds the widget.
    package func add(_ widget: ComposedDescription) { frame.add(widget) }

    package func show() { gtk_widget_show(pointer) }

    package func onClose(_ body: @escaping @MainActor () -> Void) { onSignal("destroy", body) }
}
