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
}
