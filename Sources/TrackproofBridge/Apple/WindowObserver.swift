#if canImport(UIKit) || canImport(AppKit)
    internal import Foundation

    /// Calls with each window of which a notification tells, until it is released.
    @MainActor
    final class WindowObserver<Window: AnyObject & Sendable> {
        // Only ever handed to the center, which takes it on any thread.
        private nonisolated(unsafe) let token: any NSObjectProtocol

        init(_ name: NSNotification.Name, _ body: @escaping @MainActor (Window) -> Void) {
            // Without a queue the block runs where the toolkit posts, which is on the main thread.
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                guard let window = notification.object as? Window else { return }
                MainActor.assumeIsolated { body(window) }
            }
        }

        deinit { NotificationCenter.default.removeObserver(token) }
    }
#endif
