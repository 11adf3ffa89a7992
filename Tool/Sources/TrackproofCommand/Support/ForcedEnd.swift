internal import Dispatch
internal import Foundation

/// Ends the process if a signal to end it in order has not done so: at the second signal, or some seconds after the
/// first. What was acknowledged is in the store whatever the end.
final class ForcedEnd {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter seconds: how long the end may take.
    init(after seconds: Int) {
        // A thread of its own, which no work of the server can keep busy.
        let queue = DispatchQueue(label: "trackproof.end", qos: .userInteractive)
        sources = [SIGTERM, SIGINT].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        let first = First()
        for (source, number) in zip(sources, [SIGTERM, SIGINT]) {
            source.setEventHandler {
                if first.isOver { _exit(128 + number) }
                first.isOver = true
                queue.asyncAfter(deadline: .now() + .seconds(seconds)) { _exit(128 + number) }
            }
            source.activate()
        }
    }

    /// Whether the first signal came; touched on the queue alone.
    private final class First: @unchecked Sendable {
        // Unchecked: only handlers on the one serial queue touch it.
        var isOver = false
    }

    deinit { for source in sources { source.cancel() } }
}
