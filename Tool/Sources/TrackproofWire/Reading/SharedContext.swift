internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// A limit on the context that a request states once for many events.
///
/// The context of each event repeats it. Without a limit, a small request could become a large recording.
struct SharedContext {
    private static let maxBytes = 64 << 20
    private var spent = 0

    /// Counts a context that a number of events repeat.
    ///
    /// - Parameters:
    ///   - context: The context, which is measured as JSON.
    ///   - times: The number of events.
    /// - Throws: A rejection if the contexts of one request would take more than 64 MiB.
    mutating func spend(_ context: EventParameters, times: Int) throws(WireRejection) {
        let size = EventValue.object(context).json.utf8.count
        let (total, overflows) = size.multipliedReportingOverflow(by: max(times, 1))
        guard !overflows, total <= Self.maxBytes - spent else {
            throw .tooMuch(size, times: times)
        }
        spent += total
    }
}
