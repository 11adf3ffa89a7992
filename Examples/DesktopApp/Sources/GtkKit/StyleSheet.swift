import CGtk

/// The appearance of an app, which GTK describes in a form of CSS.
@MainActor
package enum StyleSheet {
    /// Applies a style sheet to all windows. GTK reports mistakes in the style sheet on standard error.
    package static func use(_ css: String) {
        guard let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, css, -1, nil)
        gtk_style_context_add_provider_for_screen(
            gdk_screen_get_default(), trackproof_style_provider(provider),
            guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}
