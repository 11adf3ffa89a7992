internal import CGtk
internal import Glibc

/// A widget that nobody sees, whose accessible description is composed whenever somebody reads it.
package final class ComposedDescription: Widget {
    private nonisolated static let key = "trackproof-composition"

    /// - Parameters:
    ///   - id: what tests know it by.
    ///   - compose: makes the description. A zero character ends it, as it does in C.
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

    /// Tells who observes it that the description is another now. It is composed once for that, or not at all where
    /// nobody observes.
    package func didChange() { trackproof_accessible_description_changed(pointer) }

    // MARK: Types of GTK's

    /// GTK asks the class of a widget, not the widget, what kind of accessible object it has.
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

/// What a description is made by, and the one that was read last.
private final class Composition: Sendable {
    private let compose: @MainActor () -> String
    /// C reads it after it was handed out; it stays until the next is. Only on GTK's thread, which is the main one.
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
