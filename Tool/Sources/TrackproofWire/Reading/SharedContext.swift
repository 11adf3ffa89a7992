import Trackproof
import TrackproofJSON

/// A limit on the total size of the context that a decoder copies from a request into each of its events.
///
/// The request contains this context only once. Without a limit, a small request could become a large recording.
struct SharedContext {
    private static let maxBytes = 64 << 20
    private var spent = 0

    /// Increases the total by the number of bytes in the copies of a context. Each event gets one copy.
    ///
    /// - Parameters:
    ///   - context: The context. Its size is the size of its JSON text.
    ///   - ids: The ids of the user and of the device, which are also copied into each event.
    ///   - times: The number of events. Zero counts as one.
    /// - Throws: A rejection if the copies of one request would take more than 64 MiB in total.
    mutating func spend(_ context: EventParameters, ids: [String?] = [], times: Int) throws(WireRejection) {
        let idSize = ids.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        let size = EventValue.object(context).json.utf8.count + idSize
        let (total, overflows) = size.multipliedReportingOverflow(by: max(times, 1))
        guard !overflows, total <= Self.maxBytes - spent else {
            throw .tooMuch(size, times: times)
        }
        spent += total
    }
}
