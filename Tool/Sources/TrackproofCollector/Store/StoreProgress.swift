internal import Logging

/// Tells the log how far a store has come that is brought up to date.
struct StoreProgress {
    private let file: String
    private let logger: Logger
    private var told = ContinuousClock.now

    init(_ file: String, _ logger: Logger) {
        self.file = file
        self.logger = logger
    }

    /// Says what begins.
    func begin(_ count: Int) {
        logger.warning("\(file): \(count) request\(count == 1 ? "" : "s") of an older version are decoded again")
    }

    /// Says now and then how many are done.
    mutating func tell(_ done: Int, of count: Int) {
        guard ContinuousClock.now - told > .seconds(2) else { return }
        told = .now
        logger.warning("\(file): \(done) of \(count) requests are decoded again")
    }
}
