internal import CGtk
internal import Dispatch
internal import Glibc

/// GTK's main loop. While it runs, it also runs the work of the main actor.
///
/// On Linux, the main actor puts its work on libdispatch's main queue, which GTK's loop does not know. For such loops,
/// the queue has an eventfd that signals when there is work. GLib waits for it together with the display and the
/// accessibility bus, and does the work between their events.
///
/// So tasks, `await` and `DispatchQueue.main` need no special code. The main actor runs on GTK's thread, and code on
/// other threads reaches it through them.
@MainActor
package enum MainLoop {
    /// Initializes GTK. Ends the process if there is no display.
    package static func start() {
        gtk_init(nil, nil)
    }

    /// Runs until ``quit()`` is called.
    package static func run() {
        let source = g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                MainLoop.doMainQueue(descriptor)
                return 1
            }, nil)
        // Does the work that was on the queue before the eventfd existed.
        _dispatch_main_queue_callback_4CF(nil)
        gtk_main()
        g_source_remove(source)
    }

    package static func quit() {
        gtk_main_quit()
    }

    /// Reads the eventfd's count before it does the work, so that work that arrives in between is signalled again.
    private nonisolated static func doMainQueue(_ descriptor: Int32) {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }
}
