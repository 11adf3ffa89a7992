internal import CGtk

/// Something on the screen. It keeps its GTK widget, and what is in it, alive.
@MainActor
package class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// Where along an axis a widget is, in more room than it needs.
    package enum Place {
        case fill, start, center, end

        fileprivate var gtk: GtkAlign {
            switch self {
            case .fill: GTK_ALIGN_FILL
            case .start: GTK_ALIGN_START
            case .center: GTK_ALIGN_CENTER
            case .end: GTK_ALIGN_END
            }
        }
    }

    /// - Parameter isShown: whether it shows as soon as what it is in does.
    init(_ made: UnsafeMutablePointer<GtkWidget>?, isShown: Bool = true) {
        guard let made else { preconditionFailure("GTK could not make a widget") }
        pointer = made
        g_object_ref_sink(made)
        if isShown { gtk_widget_show(made) }
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Names it for tests and assistive technology.
    package func setAccessibleID(_ id: String) {
        trackproof_set_accessible_id(pointer, id)
    }

    /// Whether it reacts to the user.
    package var isEnabled: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Adds names that style sheets know it by.
    package func addStyles(_ names: String...) {
        for name in names { gtk_style_context_add_class(gtk_widget_get_style_context(pointer), name) }
    }

    package func place(_ horizontal: Place, _ vertical: Place) {
        gtk_widget_set_halign(pointer, horizontal.gtk)
        gtk_widget_set_valign(pointer, vertical.gtk)
    }

    package func setMinimumSize(width: Int32, height: Int32) {
        gtk_widget_set_size_request(pointer, width, height)
    }

    /// The pointer as GTK's functions for one kind of widget want it; they check what it is.
    func cast<Kind>(to kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)
    }
}
