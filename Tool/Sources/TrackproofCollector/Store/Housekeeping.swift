import Logging
import ServiceLifecycle
import Trackproof

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
