internal import Dispatch
internal import Foundation

/// The signals with which a user or the system ends a check early.
final class StopSignals: @unchecked Sendable {
    // Unchecked: `number` is accessed only under `lock`. `sources` is accessed only in `init` and `stop`, by one
    // thread.
    private let lock = NSLock()
    private var number: Int32?
    private var sources: [(signal: Int32, source: any DispatchSourceSignal)] = []

    // The system sends `SIGHUP` when the user closes the terminal.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    init() {
        let queue = DispatchQueue(label: "trackproof.signals")
        for number in Self.numbers {
            let before = signal(number, SIG_IGN)
            // `nohup`, and shell scripts that start a process in the background, make the process ignore some signals.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.note(number) }
            source.resume()
            sources.append((number, source))
        }
    }

    private func note(_ signal: Int32) { lock.withLock { number = number ?? signal } }

    /// The first signal that arrived, or `nil` if there was no signal.
    var first: Int32? { lock.withLock { number } }

    /// Restores the default effects of the signals that were not ignored, and returns the first signal that arrived.
    func stop() -> Int32? {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
        return first
    }
}
