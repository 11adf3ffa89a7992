internal import CGtk

/// The clipboard. On X it is no store: an app owns it, hands out its text, and is told when another one takes it.
@MainActor
package enum Pasteboard {
    /// The text that is on it now, as far as this app put it there.
    private static var current: Copy?

    /// Puts a text on it, in place of whatever is there.
    ///
    /// - Parameter onTaken: called when another has taken it, with whether it is empty now; not where this function
    ///   puts another text there before.
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
            // Another one took it after what the app does now has begun.
            data.release()
            lose(copy)
        }
    }

    private static var clipboard: OpaquePointer? {
        gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD"))
    }

    /// Another one owns it now, or nobody. Looks which in the next pass of the main loop: where this app itself is the
    /// owner, its text is not there before. Nothing waits for the answer.
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
