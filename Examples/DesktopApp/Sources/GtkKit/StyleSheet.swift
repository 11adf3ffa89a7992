internal import CGtk

/// The look of an app, in GTK's form of CSS.
@MainActor
package enum StyleSheet {
    /// Applies these styles to all windows. GTK reports mistakes in them on standard error.
    package static func use(_ css: String) {
        guard let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, css, -1, nil)
        gtk_style_context_add_provider_for_screen(
            gdk_screen_get_default(), trackproof_style_provider(provider),
            guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}
