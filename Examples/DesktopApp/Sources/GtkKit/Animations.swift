internal import CGtk

/// How widgets move when they change.
@MainActor
package enum Animations {
    /// They are where they go to at once.
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
