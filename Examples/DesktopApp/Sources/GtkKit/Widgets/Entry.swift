import CGtk

/// A text field with one line.
package final class Entry: Widget {
    /// Creates an empty field.
    ///
    /// - Parameters:
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecret: Whether the screen hides the text of the field.
    package init(_ prompt: String, isSecret: Bool = false) {
        super.init(gtk_entry_new())
        gtk_entry_set_placeholder_text(cast(to: GtkEntry.self), prompt)
        gtk_entry_set_visibility(cast(to: GtkEntry.self), isSecret ? 0 : 1)
    }

    package var text: String {
        gtk_entry_get_text(cast(to: GtkEntry.self)).map { String(cString: $0) } ?? ""
    }

    /// Calls `body` when the user presses the return key in the field.
    package func onReturn(_ body: @escaping @MainActor () -> Void) { onSignal("activate", body) }
}
