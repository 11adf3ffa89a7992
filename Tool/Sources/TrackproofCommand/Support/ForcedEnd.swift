internal import Dispatch
internal import Foundation

/// Ends the process if a signal to end it in order has not done so: at another signal that comes a second after the first
/// or later, or some seconds after the first. What was acknowledged is in the store whatever the end.
///
/// Two signals at once are one: a terminal sends Ctrl-C to each process of a command, and a parent may pass it on.
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
                if let time = first.time {
                    if time.duration(to: .now) >= .seconds(1) { _exit(128 + number) }
                    return
                }
                first.time = .now
                queue.asyncAfter(deadline: .now() + .seconds(seconds)) { _exit(128 + number) }
            }
            source.activate()
        }
    }

    /// When the first signal came; touched on the queue alone.
    private final class First: @unchecked Sendable {
        // Unchecked: only handlers on the one serial queue touch it.
        var time: ContinuousClock.Instant?
    }

    deinit { for source in sources { source.cancel() } }
}
