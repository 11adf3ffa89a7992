import CGtk
import Dispatch
import Glibc

/// GTK's main loop. While it runs, it also runs the work of the main actor.
///
/// On Linux, the main actor puts its work on libdispatch's main queue. GTK's loop does not know this queue, but the
/// queue has an eventfd, a file descriptor that is readable when there is work. GTK's loop waits for the eventfd, the
/// display and the accessibility bus together, and runs the work between their events.
///
/// So the main actor runs on GTK's thread. Tasks, `await` and `DispatchQueue.main` need no special code.
@MainActor
package enum MainLoop {
    /// Initializes GTK. Ends the process if there is no display.
    package static func start() {
        gtk_init(nil, nil)
    }

    /// Runs the loop until ``quit()`` is called.
    package static func run() {
        let source = g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                MainLoop.doMainQueue(descriptor)
                return 1
            }, nil)
        // Runs the work that was on the queue before the eventfd existed.
        _dispatch_main_queue_callback_4CF(nil)
        gtk_main()
        g_source_remove(source)
    }

    package static func quit() {
        gtk_main_quit()
    }

    /// Runs the work on the main queue.
    ///
    /// Reads the eventfd first, which resets it. So the eventfd signals again if more work arrives while this work
    /// runs.
    private nonisolated static func doMainQueue(_ descriptor: Int32) {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }
}
