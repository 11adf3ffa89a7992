internal import CGtk

/// A text to read.
package final class Label: Widget {
    package init(_ text: String = "") {
        super.init(gtk_label_new(text))
    }

    package var text: String {
        get { gtk_label_get_text(cast(to: GtkLabel.self)).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(cast(to: GtkLabel.self), newValue) }
    }

    /// Has it go on in the next line where there is no more room, and begin at the left. Also within a word, since to look
    /// for the places between those of a long text takes long.
    package func wrap() {
        gtk_label_set_line_wrap(cast(to: GtkLabel.self), 1)
        gtk_label_set_line_wrap_mode(cast(to: GtkLabel.self), PANGO_WRAP_CHAR)
        gtk_label_set_xalign(cast(to: GtkLabel.self), 0)
    }
}
