#if canImport(UIKit) || canImport(AppKit)
    import Foundation

    /// An observer of a notification about windows.
    ///
    /// The observer calls a closure with each window, until the observer is released.
    @MainActor
    final class WindowObserver<Window: AnyObject & Sendable> {
        // `nonisolated(unsafe)` is safe: the token is only passed to the notification center, which accepts it on any
        // thread.
        private nonisolated(unsafe) let token: any NSObjectProtocol

        init(_ name: NSNotification.Name, _ body: @escaping @MainActor (Window) -> Void) {
            // Without a queue, the block runs on the thread that posts the notification, which is the main thread.
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                guard let window = notification.object as? Window else { return }
                MainActor.assumeIsolated { body(window) }
            }
        }

        deinit { NotificationCenter.default.removeObserver(token) }
    }
#endif
