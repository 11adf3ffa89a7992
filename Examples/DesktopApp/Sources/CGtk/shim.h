// What Swift cannot import of GTK: cast macros and functions that are macros.
#pragma once
#include <glib-unix.h>
#include <gtk/gtk-a11y.h>
#include <gtk/gtk.h>

/// Signals of an object call `handler`, whose type must fit the signal exactly; `release` gets `data` in the end.
static inline gulong trackproof_connect(
    gpointer object, const char *signal, GCallback handler, gpointer data, GClosureNotify release) {
    return g_signal_connect_data(object, signal, handler, data, release, (GConnectFlags)0);
}

static inline void trackproof_set_accessible_id(GtkWidget *widget, const char *id) {
    atk_object_set_accessible_id(gtk_widget_get_accessible(widget), id);
}

static inline void trackproof_set_accessible_description(GtkWidget *widget, const char *text) {
    atk_object_set_description(gtk_widget_get_accessible(widget), text);
}

/// Tells who observes a widget that its description is another now; the accessibility bus reads it for that, once.
/// A notification of the property would have it read once more.
static inline void trackproof_accessible_description_changed(GtkWidget *widget) {
    AtkPropertyValues values = {.property_name = "accessible-description"};
    g_signal_emit_by_name(
        gtk_widget_get_accessible(widget), "property-change::accessible-description", &values);
}

static inline GType trackproof_type_boolean(void) { return G_TYPE_BOOLEAN; }

static inline GtkContainer *trackproof_container(GtkWidget *widget) { return GTK_CONTAINER(widget); }
static inline GtkWindow *trackproof_window(GtkWidget *widget) { return GTK_WINDOW(widget); }
static inline GtkLabel *trackproof_label(GtkWidget *widget) { return GTK_LABEL(widget); }
static inline GtkEntry *trackproof_entry(GtkWidget *widget) { return GTK_ENTRY(widget); }
static inline GtkStyleProvider *trackproof_style_provider(GtkCssProvider *provider) {
    return GTK_STYLE_PROVIDER(provider);
}
