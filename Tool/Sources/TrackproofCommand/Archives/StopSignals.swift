internal import Dispatch
internal import Foundation

/// The signals that end a check early.
final class StopSignals: @unchecked Sendable {
    // Unchecked: `number` is accessed under `lock` only, and `sources` before and after the check only.
    private let lock = NSLock()
    private var number: Int32?
    private var sources: [any DispatchSourceSignal] = []

    // The system sends `SIGHUP` when the terminal is closed.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    init() {
        let queue = DispatchQueue(label: "trackproof.signals")
        for number in Self.numbers {
            let before = signal(number, SIG_IGN)
            // A process under nohup, or in the background of a script, ignores some signals on purpose.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.note(number) }
            source.resume()
            sources.append(source)
        }
    }

    private func note(_ signal: Int32) { lock.withLock { number = number ?? signal } }

    /// The first signal, or `nil` if there was none.
    var first: Int32? { lock.withLock { number } }

    /// Restores the effects of the signals, and returns the first one.
    func stop() -> Int32? {
        for source in sources { source.cancel() }
        if !sources.isEmpty { for number in Self.numbers { signal(number, SIG_DFL) } }
        return first
    }
}
