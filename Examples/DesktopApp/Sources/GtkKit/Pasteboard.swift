import CGtk

/// The clipboard of the desktop.
///
/// X does not store the clipboard. The app that owns the clipboard sends the text on request, and GTK notifies the app
/// when another app takes the clipboard.
@MainActor
package enum Pasteboard {
    /// The text that this app put on the clipboard, or `nil` if another app has taken the clipboard.
    private static var current: Copy?

    /// Puts a text on the clipboard, in place of the previous content.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - onTaken: A closure that is called when another app has taken or emptied the clipboard. The argument says
    ///     whether the clipboard is empty now. The closure is not called if a later call of `set` has already replaced
    ///     the text.
    package static func set(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
        current?.isReplaced = true
        let copy = Copy(text, onTaken)
        current = copy
        let data = Unmanaged.passRetained(copy)
        let targets = gtk_target_list_new(nil, 0)
        gtk_target_list_add_text_targets(targets, 0)
        var count: gint = 0
        let table = gtk_target_table_new_from_list(targets, &count)
        let isOwner = gtk_clipboard_set_with_data(
            clipboard, table, guint(count),
            { _, selection, _, data in
                guard let data else { return }
                let text = Unmanaged<Copy>.fromOpaque(data).takeUnretainedValue().text
                gtk_selection_data_set_text(selection, text, gint(text.utf8.count))
            },
            { _, data in
                guard let data else { return }
                let copy = Unmanaged<Copy>.fromOpaque(data).takeRetainedValue()
                MainActor.assumeIsolated { Pasteboard.lose(copy) }
            }, data.toOpaque())
        gtk_target_table_free(table, count)
        gtk_target_list_unref(targets)
        if isOwner == 0 {
            // GTK refused the text, because another app took the clipboard after the event that this app handles now.
            data.release()
            lose(copy)
        }
    }

    private static var clipboard: OpaquePointer? {
        gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD"))
    }

    /// Handles that another app has taken or emptied the clipboard.
    ///
    /// Starts a task that reads the new content later, because GTK cannot provide a text that this app itself has just
    /// put on the clipboard.
    private static func lose(_ copy: Copy) {
        if !copy.isReplaced { Task { look(for: copy) } }
    }

    private static func look(for copy: Copy) {
        if copy.isReplaced { return }
        current = nil
        gtk_clipboard_request_text(
            clipboard,
            { _, text, data in
                guard let data else { return }
                let copy = Unmanaged<Copy>.fromOpaque(data).takeRetainedValue()
                let isEmpty = text == nil || text?.pointee == 0
                MainActor.assumeIsolated { copy.onTaken(isEmpty) }
            }, Unmanaged.passRetained(copy).toOpaque())
    }

    private final class Copy: Sendable {
        let text: String
        let onTaken: @MainActor (_ isEmpty: Bool) -> Void
        @MainActor var isReplaced = false

        init(_ text: String, _ onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
            self.text = text
            self.onTaken = onTaken
        }
    }
}
