internal import Dispatch
internal import Foundation

/// A safeguard that ends this process if its orderly end after a signal takes too long.
///
/// If a second signal comes at least one second after the first signal, the process ends at once. Otherwise, the
/// process ends at a time limit after the first signal. In both cases, the store has every request that the collector
/// acknowledged.
///
/// One Ctrl-C may cause two signals: the terminal signals each process of a command, and the parent process may also
/// pass on the signal that it got. Therefore, a signal within one second of the first signal has no effect.
final class ForcedEnd {
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch for SIGTERM and SIGINT.
    ///
    /// - Parameter seconds: How long the process may take to end after the first signal, in seconds.
    init(after seconds: Int) {
        // The queue has its own thread, so the work of the server cannot block the queue.
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

    /// The time of the first signal, or `nil` before that signal.
    private final class First: @unchecked Sendable {
        // Unchecked: only handlers on one serial queue access `time`.
        var time: ContinuousClock.Instant?
    }

    deinit { for source in sources { source.cancel() } }
}
