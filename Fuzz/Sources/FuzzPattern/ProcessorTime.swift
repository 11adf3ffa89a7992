#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum ProcessorTime {
    /// The processor time that this process has used so far, in seconds.
    static var now: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
