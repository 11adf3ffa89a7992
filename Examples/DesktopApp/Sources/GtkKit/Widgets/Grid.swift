import CGtk

/// A grid of widgets of the same size, in rows and columns.
package final class Grid: Widget {
    private let columns: Int32
    private var count: Int32 = 0

    package init(columns: Int32, spacing: UInt32) {
        self.columns = columns
        super.init(gtk_grid_new())
        gtk_grid_set_row_spacing(cast(to: GtkGrid.self), spacing)
        gtk_grid_set_column_spacing(cast(to: GtkGrid.self), spacing)
        gtk_grid_set_row_homogeneous(cast(to: GtkGrid.self), 1)
        gtk_grid_set_column_homogeneous(cast(to: GtkGrid.self), 1)
    }

    /// Adds a widget in the next free cell. The cells are filled row by row.
    package func add(_ widget: Widget) {
        gtk_grid_attach(cast(to: GtkGrid.self), widget.pointer, count % columns, count / columns, 1, 1)
        count += 1
    }
}
