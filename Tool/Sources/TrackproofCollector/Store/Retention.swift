import Logging
import ServiceLifecycle
import Trackproof

/// The limits for the data that a store keeps.
///
/// If a limit is exceeded, the store removes old requests. The store does not remove single items of a request.
package struct Retention: Sendable, Hashable {
    /// The maximum number of events, or `nil` if there is no limit.
    ///
    /// Rejected and ignored items and retries count as events. A request without items counts as one event.
    package var events: Int64?
    /// The maximum size of the store in bytes, or `nil` if there is no limit.
    ///
    /// A quarter of this size, but at most 64 MiB, is reserved for SQLite's write-ahead log.
    package var bytes: Int64?
    /// How long the store keeps a request, in seconds, or `nil` if there is no limit.
    package var seconds: Int64?

    /// Creates the limits of a store.
    ///
    /// - Parameters:
    ///   - events: The maximum number of events.
    ///   - bytes: The maximum size of the store, in bytes.
    ///   - seconds: How long the store keeps a request, in seconds.
    package init(events: Int64? = 10_000_000, bytes: Int64? = 10_000_000_000, seconds: Int64? = nil) {
        self.events = events
        self.bytes = bytes
        self.seconds = seconds
    }
}

extension Retention {
    /// The size of SQLite's write-ahead log, in bytes, at which SQLite moves the log into the store's file.
    ///
    /// SQLite waits for the disk twice during each move. A larger log makes the moves less frequent.
    var logBytes: Int64 { min(64 << 20, (bytes ?? .max) / 4) }

    /// Returns the amount of data to remove, or `nil` if no limit is exceeded.
    ///
    /// The amount is larger than necessary, by 1 % of the limit. Otherwise, the store would have to remove data after
    /// nearly every new request.
    func surplus(of held: StoredAmount) -> StoredAmount? {
        let surplus = StoredAmount(
            items: Self.surplus(of: held.items, most: events),
            bytes: Self.surplus(of: held.bytes, most: bytes.map { $0 - logBytes }))
        return surplus == StoredAmount() ? nil : surplus
    }

    private static func surplus(of held: Int64, most: Int64?) -> Int64 {
        guard let most, held > most else { return 0 }
        return held - most + most / 100
    }
}

/// A service that removes expired requests from a store once a minute.
struct Housekeeping: Service {
    let store: WireStore
    let retention: Retention
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if let seconds = retention.seconds { await removeExpired(seconds) }
                do { try await Task.sleep(for: .seconds(60)) } catch { return }
            }
        }
    }

    private func removeExpired(_ seconds: Int64) async {
        let end = EventTime.now.millisecondsSince1970 - seconds * 1_000
        guard let end = EventTime(millisecondsSince1970: end) else { return }
        do {
            try await store.removeExpired(before: end)
        } catch {
            logger.error("old requests could not be removed: \(error)")
        }
    }
}
