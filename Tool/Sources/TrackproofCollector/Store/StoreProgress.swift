import Logging

/// A log of the progress while a store is updated to a newer version.
struct StoreProgress {
    private let file: String
    private let logger: Logger
    private var told = ContinuousClock.now

    init(_ file: String, _ logger: Logger) {
        self.file = file
        self.logger = logger
    }

    /// Logs the number of requests that the update will decode again.
    func begin(_ count: Int) {
        let requests = count == 1 ? "1 request" : "\(count) requests"
        logger.warning("\(file): \(requests) from an older version of trackproof must be decoded again")
    }

    /// Logs the number of finished requests, at most once every two seconds.
    mutating func tell(_ done: Int, of count: Int) {
        guard ContinuousClock.now - told > .seconds(2) else { return }
        told = .now
        logger.warning("\(file): decoded \(done) of \(count) requests again")
    }
}
