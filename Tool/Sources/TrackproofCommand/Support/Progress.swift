internal import Foundation

/// A count on a terminal while something takes long; gone when it is done.
final class Progress: @unchecked Sendable {
    // Unchecked: `shown` is touched under `lock` only.
    private let lock = NSLock()
    private var shown = 0
    private let started = Date()
    private let stream: OutputStream

    /// Work shorter than this many seconds is not worth a word.
    private static let patience = 1.0

    init(on stream: OutputStream = Console.error) {
        self.stream = stream
    }

    /// Shows how many events were read so far.
    func show(_ count: Int) {
        guard stream.isTerminal, Date().timeIntervalSince(started) > Self.patience else { return }
        lock.withLock { replace(with: "\(count) events read") }
    }

    /// Takes the count away.
    func end() {
        lock.withLock {
            if shown > 0 { replace(with: "") }
        }
    }

    private func replace(with text: String) {
        let rest = max(0, shown - text.count)
        let line = "\r" + text + String(repeating: " ", count: rest) + (text.isEmpty ? "\r" : "")
        shown = text.count
        do {
            try stream.write(line)
        } catch {
            // A count that cannot be shown is no loss.
        }
    }
}
