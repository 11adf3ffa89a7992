internal import CGtk

/// A window with one widget in it.
package final class Window: Widget {
    package init(_ title: String, width: Int32, height: Int32) {
        super.init(gtk_window_new(GTK_WINDOW_TOPLEVEL), isShown: false)
        gtk_window_set_title(cast(to: GtkWindow.self), title)
        gtk_window_set_default_size(cast(to: GtkWindow.self), width, height)
    }

    /// What is in it. What was there before is destroyed, with its handlers.
    package var content: Widget? {
        didSet {
            if let oldValue { gtk_widget_destroy(oldValue.pointer) }
            if let content { gtk_container_add(cast(to: GtkContainer.self), content.pointer) }
        }
    }

    package func show() { gtk_widget_show(pointer) }

    package func onClose(_ body: @escaping @MainActor () -> Void) { onSignal("destroy", body) }
}
