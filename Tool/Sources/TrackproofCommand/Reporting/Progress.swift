import Foundation
import TrackproofConsole

/// A progress display on a terminal, such as the number of events that were read so far.
final class Progress: @unchecked Sendable {
    // `@unchecked` is safe because `shown` is accessed only under `lock`.
    private let lock = NSLock()
    private var shown = 0
    private let started = Date()
    private let stream: ConsoleStream

    /// How long the work takes before the display appears, in seconds. For shorter work, nothing is displayed.
    private static let timeout = 1.0

    init(on stream: ConsoleStream = Console.error) {
        self.stream = stream
    }

    /// Shows the number of events read so far.
    func show(_ count: Int) { show("\(count) events read") }

    func show(_ text: String) {
        guard stream.isTerminal, Date().timeIntervalSince(started) > Self.timeout else { return }
        lock.withLock { replace(with: text) }
    }

    /// Removes the display from the terminal.
    func end() {
        lock.withLock {
            if shown > 0 { replace(with: "") }
        }
    }

    private func replace(with text: String) {
        let rest = max(0, shown - text.count)
        shown = text.count
        do {
            try stream.write(over: text + String(repeating: " ", count: rest))
            if text.isEmpty { try stream.write(over: "") }
        } catch {
            // If the text cannot be written, the work continues without the display.
        }
    }
}
