import Dispatch
import Foundation

/// The signals with which a user or the system ends a command that first has to finish something.
///
/// The process ends in any case: at a time limit after the first signal, or earlier if a second signal arrives. Nothing
/// that is already stored is lost.
///
/// A second signal within one second of the first signal has no effect, because one Ctrl-C can cause two signals: one
/// from the terminal, and one from a parent process that passes the signal on.
package final class StopSignals: @unchecked Sendable {
    // Unchecked: `arrival` is accessed only under `lock`. `sources` is accessed only in `init` and `stop`, by one
    // thread.
    private let lock = NSLock()
    private var arrival: (number: Int32, time: ContinuousClock.Instant)?
    private var sources: [(signal: Int32, source: any DispatchSourceSignal)] = []

    /// Starts to watch for signals.
    ///
    /// - Parameters:
    ///   - numbers: The signals. The system sends `SIGHUP` when the user closes the terminal.
    ///   - seconds: The time limit from the first signal to the end of the process, in seconds.
    package init(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP], limit seconds: Int = 20) {
        // No other work runs on this queue, so nothing can delay the handlers.
        let queue = DispatchQueue(label: "trackproof.signals", qos: .userInteractive)
        for number in numbers {
            let before = signal(number, SIG_IGN)
            // `nohup`, and shell scripts that start a process in the background, make the process ignore some signals.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in
                guard self?.isFirst(number) == true else { return }
                queue.asyncAfter(deadline: .now() + .seconds(seconds)) { _exit(128 + number) }
            }
            source.resume()
            sources.append((number, source))
        }
    }

    /// Notes a signal, and returns whether it is the first one. Ends the process if it is a second one.
    private func isFirst(_ number: Int32) -> Bool {
        lock.withLock {
            if let arrival {
                if arrival.time.duration(to: .now) >= .seconds(1) { _exit(128 + number) }
                return false
            }
            arrival = (number, .now)
            return true
        }
    }

    /// The first signal that arrived, or `nil` if there was no signal.
    package var first: Int32? { lock.withLock { arrival?.number } }

    /// Restores the default effects of the signals that were not ignored, and returns the first signal that arrived.
    package func stop() -> Int32? {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
        return first
    }
}
