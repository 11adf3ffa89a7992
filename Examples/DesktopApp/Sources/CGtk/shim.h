// Functions for the macros of GTK that Swift cannot import.
#pragma once
#include <glib-unix.h>
#include <gtk/gtk-a11y.h>
#include <gtk/gtk.h>

/// Connects `handler` to a signal of an object. The type of `handler` must match the signal exactly.
///
/// GTK passes `data` to `release` when it removes the handler.
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

/// Tells the observers of a widget that its description has changed.
///
/// The accessibility bus then reads the description once. After a property notification, the bus would read it twice.
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
