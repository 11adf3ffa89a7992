internal import CGtk
internal import Dispatch
internal import Glibc

/// GTK's main loop, which is the main actor's too while it runs.
///
/// On Linux the main actor's work is put on libdispatch's main queue, and GTK's loop knows nothing of that. But the
/// queue has an eventfd that says when there is work, made for such loops: GLib waits on it together with the display
/// and the accessibility bus, and does the work between their events. So tasks, `await` and `DispatchQueue.main` need
/// nothing special: whatever runs on the main actor is on GTK's thread, and the way there from elsewhere is theirs.
@MainActor
package enum MainLoop {
    /// Makes ready what widgets need; ends the process where there is no display.
    package static func start() {
        gtk_init(nil, nil)
    }

    /// Runs until ``quit()``.
    package static func run() {
        let source = g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                MainLoop.doMainQueue(descriptor)
                return 1
            }, nil)
        // What was there before the eventfd was.
        _dispatch_main_queue_callback_4CF(nil)
        gtk_main()
        g_source_remove(source)
    }

    package static func quit() {
        gtk_main_quit()
    }

    /// The count is taken before the work is done: work that comes in between is announced anew.
    private nonisolated static func doMainQueue(_ descriptor: Int32) {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }
}
