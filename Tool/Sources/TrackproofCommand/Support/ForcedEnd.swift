internal import Dispatch
internal import Foundation

/// An object that ends the collector's process if its shutdown after a signal takes too long.
///
/// The process ends at a time limit after the first signal, or earlier if a second signal arrives. No request that the
/// collector acknowledged is lost, because the store already has the request.
///
/// A second signal within one second of the first signal has no effect, because one Ctrl-C can cause two signals: one
/// from the terminal, and one from a parent process that passes the signal on.
final class ForcedEnd {
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch for SIGTERM and SIGINT.
    ///
    /// - Parameter seconds: The time limit after the first signal, in seconds.
    init(after seconds: Int) {
        // The server's work does not run on this queue, so it cannot delay the handlers.
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

    /// A holder of the time of the first signal. The time is `nil` before that signal.
    private final class First: @unchecked Sendable {
        // `@unchecked` is safe because only handlers on one serial queue access `time`.
        var time: ContinuousClock.Instant?
    }

    deinit { for source in sources { source.cancel() } }
}
