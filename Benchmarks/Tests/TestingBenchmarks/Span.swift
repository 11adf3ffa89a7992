import Foundation

/// A stopwatch for the cases of a test. It measures the mean time from one call of `pass()` to the next.
final class Span: @unchecked Sendable {
    // Unchecked: the state is read and written only under the lock.
    private let lock = NSLock()
    private var first: ContinuousClock.Instant?
    private var last = ContinuousClock.now
    private var count = 0

    func pass() {
        lock.withLock {
            last = .now
            first = first ?? last
            count += 1
        }
    }

    var text: String {
        lock.withLock {
            guard let first, count > 1 else { return "not run" }
            let passed = last - first
            let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
            return String(format: "%10.1f µs", seconds / Double(count - 1) * 1e6)
        }
    }
}
