#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What this process has had of the processor.
enum ProcessorTime {
    /// In seconds.
    static var now: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
