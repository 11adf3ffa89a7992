import Glibc

/// The moment at which a wait ends, on the monotonic clock.
package struct Deadline: Sendable, Comparable {
    /// The moment in nanoseconds on the monotonic clock.
    let nanoseconds: UInt64

    package init(after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else {
            nanoseconds = Self.now
            return
        }
        // The maximum of 2^32 seconds, about 136 years, prevents an overflow.
        let clamped = UInt64(min(seconds, 1 << 32))
        nanoseconds = Self.now + clamped * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

    var hasPassed: Bool { Self.now >= nanoseconds }

    /// The timeout for `poll`: the remaining time in milliseconds, rounded up.
    var pollMilliseconds: Int32 {
        let now = Self.now
        return now < nanoseconds ? Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000) : 0
    }

    var time: timespec {
        timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// The duration in the form that messages use: `5 seconds`, `0.25 seconds`.
    var inWords: String {
        let (seconds, attoseconds) = components
        let number = Double(seconds) + Double(attoseconds) / 1e18
        if attoseconds == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
        return "\((number * 1_000).rounded() / 1_000) seconds"
    }
}
