#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The seconds of processor time that `body` takes in this thread: the least of several runs, so that what else the
/// machine does counts little.
func processorTime(runs: Int = 3, of body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
        let start = threadTime()
        try body()
        least = min(least, threadTime() - start)
    }
    return least
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
