import CGtk

/// An element on the screen. It retains a GTK widget, which retains the GTK widgets inside it.
@MainActor
package class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// The alignment of a widget on an axis that has more space than the widget needs.
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

    /// Takes ownership of a new GTK widget.
    ///
    /// - Parameters:
    ///   - made: The new GTK widget.
    ///   - isShown: Whether the widget is visible as soon as its container is visible.
    init(_ made: UnsafeMutablePointer<GtkWidget>?, isShown: Bool = true) {
        guard let made else { preconditionFailure("GTK could not create a widget") }
        pointer = made
        g_object_ref_sink(made)
        if isShown { gtk_widget_show(made) }
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Sets the id by which tests and assistive technology find the widget.
    package func setAccessibleID(_ id: String) {
        trackproof_set_accessible_id(pointer, id)
    }

    /// A Boolean value that indicates whether the widget reacts to the user.
    package var isEnabled: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Adds style classes, by which style sheets select the widget.
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

    /// Returns the pointer as a pointer to a GTK structure, such as `GtkLabel`, for GTK's functions.
    ///
    /// This function does not check whether the widget is of that kind. GTK's functions check this.
    func cast<Kind>(to kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)
    }
}
