internal import CGtk

/// A line to write in.
package final class Entry: Widget {
    /// - Parameters:
    ///   - prompt: what stands there as long as nothing is written.
    ///   - isSecret: whether what is written cannot be read on the screen.
    package init(_ prompt: String, isSecret: Bool = false) {
        super.init(gtk_entry_new())
        gtk_entry_set_placeholder_text(cast(to: GtkEntry.self), prompt)
        gtk_entry_set_visibility(cast(to: GtkEntry.self), isSecret ? 0 : 1)
    }

    package var text: String {
        gtk_entry_get_text(cast(to: GtkEntry.self)).map { String(cString: $0) } ?? ""
    }

    /// Has `body` called when the user presses the return key in it.
    package func onReturn(_ body: @escaping @MainActor () -> Void) { onSignal("activate", body) }
}
