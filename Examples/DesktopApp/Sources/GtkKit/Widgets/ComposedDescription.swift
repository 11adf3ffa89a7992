import CGtk
import Glibc

/// An invisible widget, which composes its accessible description each time a client reads it.
package final class ComposedDescription: Widget {
    private nonisolated static let key = "trackproof-composition"

    /// Creates a widget with this id.
    ///
    /// - Parameters:
    ///   - id: The accessible id, by which tests find the widget.
    ///   - compose: A closure that composes the description. A zero character ends the description, as in C.
    package init(id: String, compose: @escaping @MainActor () -> String) {
        let made = g_object_new_with_properties(Self.widgetType, 0, nil, nil)
        super.init(UnsafeMutableRawPointer(made)?.assumingMemoryBound(to: GtkWidget.self), isShown: false)
        setAccessibleID(id)
        g_object_set_data_full(
            UnsafeMutableRawPointer(gtk_widget_get_accessible(pointer)).assumingMemoryBound(to: GObject.self), Self.key,
            Unmanaged.passRetained(Composition(compose)).toOpaque(),
            { data in
                if let data { Unmanaged<Composition>.fromOpaque(data).release() }
            })
    }

    /// Notifies observers that the description has changed.
    ///
    /// If there are observers, the widget composes the description once for all of them.
    package func didChange() { trackproof_accessible_description_changed(pointer) }

    // MARK: The GTK types of the widget and of its accessible object

    /// The GTK type of the widget. GTK asks a widget's class, not the widget, for the type of its accessible object.
    private nonisolated static let widgetType = register(
        "TrackproofComposedDescription", gtk_drawing_area_get_type()
    ) { type, _ in
        gtk_widget_class_set_accessible_type(
            type?.assumingMemoryBound(to: GtkWidgetClass.self), ComposedDescription.accessibleType)
    }

    private nonisolated static let accessibleType = register(
        "TrackproofComposedDescriptionAccessible", gtk_widget_accessible_get_type()
    ) { type, _ in
        type?.assumingMemoryBound(to: AtkObjectClass.self).pointee.get_description = { object in
            guard let object, let data = g_object_get_data(&object.pointee.parent, ComposedDescription.key)
            else { return nil }
            return Unmanaged<Composition>.fromOpaque(data).takeUnretainedValue().read()
        }
    }

    private nonisolated static func register(
        _ name: String, _ parent: GType, _ initClass: @escaping GClassInitFunc
    ) -> GType {
        var size = GTypeQuery()
        g_type_query(parent, &size)
        return g_type_register_static_simple(
            parent, name, size.class_size, initClass, size.instance_size, nil, GTypeFlags(rawValue: 0))
    }
}

/// The closure that composes a description, and the last description that was read.
private final class Composition: Sendable {
    private let compose: @MainActor () -> String
    /// The last description. It stays in memory until the next read, because C code uses it after ``read()`` returns.
    ///
    /// Only the main thread, which is GTK's thread, uses this property.
    private nonisolated(unsafe) var last: UnsafeMutablePointer<CChar>?

    init(_ compose: @escaping @MainActor () -> String) { self.compose = compose }

    deinit { free(last) }

    func read() -> UnsafePointer<CChar>? {
        let next = strdup(MainActor.assumeIsolated { compose() })
        free(last)
        last = next
        return UnsafePointer(next)
    }
}
