import CGtk

/// A window with a title, a text and a button, which is above another window.
///
/// The user cannot use the other window until the button of the alert is pressed.
package final class Alert: Widget {
    /// Shows an alert, and calls `onDismiss` when the alert is closed.
    package static func show(
        above window: Window, title: String, message: String, button: String,
        onDismiss: @escaping @MainActor () -> Void
    ) {
        let alert = Alert(above: window)
        let heading = Label(title)
        heading.addStyles("title")
        let text = Label(message)
        text.wrap()
        // The alert and its button keep each other alive until GTK destroys the alert and its signal handlers.
        let press = Button(button) { gtk_widget_destroy(alert.pointer) }
        press.place(.end, .center)
        let content = Box(.column, spacing: 14, heading, ScrollArea(text, width: 440, height: 160), press)
        content.setMargin(24)
        gtk_container_add(alert.cast(to: GtkContainer.self), content.pointer)
        alert.onSignal("destroy", onDismiss)
        gtk_widget_show(alert.pointer)
    }

    private init(above window: Window) {
        super.init(gtk_window_new(GTK_WINDOW_TOPLEVEL), isShown: false)
        atk_object_set_role(gtk_widget_get_accessible(pointer), ATK_ROLE_ALERT)
        gtk_window_set_transient_for(cast(to: GtkWindow.self), window.cast(to: GtkWindow.self))
        gtk_window_set_modal(cast(to: GtkWindow.self), 1)
        gtk_window_set_resizable(cast(to: GtkWindow.self), 0)
    }
}
