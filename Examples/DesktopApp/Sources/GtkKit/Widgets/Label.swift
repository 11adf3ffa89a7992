import CGtk

/// A text that the user cannot edit.
package final class Label: Widget {
    package init(_ text: String = "") {
        super.init(gtk_label_new(text))
    }

    package var text: String {
        get { gtk_label_get_text(cast(to: GtkLabel.self)).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(cast(to: GtkLabel.self), newValue) }
    }

    /// Wraps the text at the width of the label, and aligns it to the left.
    ///
    /// Lines can also break within words, because GTK needs a long time to find the word breaks in a long text.
    package func wrap() {
        gtk_label_set_line_wrap(cast(to: GtkLabel.self), 1)
        gtk_label_set_line_wrap_mode(cast(to: GtkLabel.self), PANGO_WRAP_CHAR)
        gtk_label_set_xalign(cast(to: GtkLabel.self), 0)
    }
}
