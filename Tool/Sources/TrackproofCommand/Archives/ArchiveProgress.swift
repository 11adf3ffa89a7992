import Foundation

/// A line on the terminal that shows the progress of a check: the share of bytes read, the speed and the time left.
final class ArchiveProgress {
    private let total: UInt64?
    private let before: UInt64
    private let started = Date()
    private let line: Progress

    /// Creates a display of progress.
    ///
    /// - Parameters:
    ///   - total: The number of bytes of all files, or `nil` if it is unknown, for example because an input is a pipe.
    ///   - before: The number of bytes that need no check, because `--resume` already has their results.
    init(total: UInt64?, before: UInt64, on line: Progress = Progress()) {
        (self.total, self.before, self.line) = (total, before, line)
    }

    /// Updates the line.
    ///
    /// - Parameter count: The number of bytes that this check has read so far.
    func show(_ count: UInt64) {
        line.show(Self.text(count, total: total, before: before, seconds: Date().timeIntervalSince(started)))
    }

    /// Removes the line from the terminal.
    func end() { line.end() }

    /// Returns the text of the line.
    static func text(_ count: UInt64, total: UInt64?, before: UInt64, seconds: Double) -> String {
        let rate = seconds > 0 ? Double(count) / seconds : 0
        let speed = "\(Int(rate / 1e6)) MB/s"
        guard let total, total > 0 else { return "\(count / 1_000_000) MB read, \(speed)" }
        let done = min(total, before + count)
        var text = "\(done * 100 / total) % of \(total / 1_000_000) MB, \(speed)"
        if rate > 0 { text += ", \(duration(Double(total - done) / rate)) left" }
        return text
    }

    private static func duration(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 1e9).rounded(.up))
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3_600 ? "\(seconds / 60) min" : "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
}
