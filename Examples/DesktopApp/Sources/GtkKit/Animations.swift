import CGtk

/// The animations of widgets.
@MainActor
package enum Animations {
    /// Turns animations off, so widgets reach their new state immediately.
    package static func turnOff() {
        var off = GValue()
        g_value_init(&off, trackproof_type_boolean())
        g_value_set_boolean(&off, 0)
        g_object_set_property(
            UnsafeMutableRawPointer(gtk_settings_get_default())?.assumingMemoryBound(to: GObject.self),
            "gtk-enable-animations", &off)
        g_value_unset(&off)
    }
}
