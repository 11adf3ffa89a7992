internal import Dispatch
internal import Foundation

/// A forced end of a process that a signal does not end in order.
///
/// The process ends at another signal that comes a second or more after the first one. Without such a signal, it ends a
/// number of seconds after the first one. Whatever ends the process, the store has every request that was acknowledged.
///
/// A signal that comes within a second of the first one does not count: a terminal sends Ctrl-C to each process of a
/// command, and a parent may pass it on.
final class ForcedEnd {
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch for SIGTERM and SIGINT.
    ///
    /// - Parameter seconds: How long an end in order may take, in seconds.
    init(after seconds: Int) {
        // The queue has its own thread, which the work of the server cannot keep busy.
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

    /// The time of the first signal, which is accessed on the queue only.
    private final class First: @unchecked Sendable {
        // Unchecked: only handlers on the one serial queue access it.
        var time: ContinuousClock.Instant?
    }

    deinit { for source in sources { source.cancel() } }
}
