internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// Bounds what a request says once of many events: it stands in the context of each, so that a small request could
/// become a large recording.
struct SharedContext {
    private static let mostBytes = 64 << 20
    private var spent = 0

    /// Takes note that `context` stands in so many events.
    ///
    /// - Throws: where that makes too much of one request.
    mutating func spend(_ context: EventParameters, times: Int) throws(WireRejection) {
        let size = EventValue.object(context).json.utf8.count
        let (total, overflows) = size.multipliedReportingOverflow(by: max(times, 1))
        guard !overflows, total <= Self.mostBytes - spent else {
            throw .tooMuch(size, times: times)
        }
        spent += total
    }
}
