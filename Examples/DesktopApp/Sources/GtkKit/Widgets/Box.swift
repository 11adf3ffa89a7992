import CGtk

/// A row or a column of widgets.
package final class Box: Widget {
    package enum Axis {
        case row, column
    }

    package init(_ axis: Axis, spacing: Int32 = 0, _ widgets: Widget...) {
        super.init(gtk_box_new(axis == .row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, spacing))
        for widget in widgets { add(widget) }
    }

    /// Adds a widget at the end. If `grows` is `true`, the widget takes the remaining space.
    package func add(_ widget: Widget, grows: Bool = false) {
        gtk_box_pack_start(cast(to: GtkBox.self), widget.pointer, grows ? 1 : 0, 1, 0)
    }

    package func setMargin(_ margin: UInt32) {
        gtk_container_set_border_width(cast(to: GtkContainer.self), margin)
    }
}
