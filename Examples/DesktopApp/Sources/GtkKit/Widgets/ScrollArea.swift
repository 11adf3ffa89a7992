import CGtk

/// An area that shows a part of a widget, with a vertical scroll bar.
package final class ScrollArea: Widget {
    package init(_ content: Widget, width: Int32, height: Int32) {
        super.init(gtk_scrolled_window_new(nil, nil))
        gtk_scrolled_window_set_policy(cast(to: GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
        setMinimumSize(width: width, height: height)
    }
}
