import NIOConcurrencyHelpers

/// The counters of a collector since its start.
final class CollectorMetrics: Sendable {
    enum Counter: String, CaseIterable {
        /// Requests that the collector refused, for example because they are too large, or because they need a token.
        /// Also TLS handshakes that failed.
        case refused
        /// Requests that the collector answered with a planned failure.
        case failed
        /// Requests that the collector could not store.
        case unstored
    }

    struct Kept: Sendable, Hashable {
        var requests = 0
        var events = 0
        var rejected = 0
    }

    let lost = LostRequests()
    private let counters = NIOLockedValueBox<[Counter: Int]>([:])
    private let kept = NIOLockedValueBox<[String: Kept]>([:])

    subscript(counter: Counter) -> Int { counters.withLockedValue { $0[counter] ?? 0 } }

    func count(_ counter: Counter) { counters.withLockedValue { $0[counter, default: 0] += 1 } }

    /// Counts a stored request.
    func count(_ request: StoredRequest) {
        kept.withLockedValue { kept in
            var own = kept[request.vendor] ?? Kept()
            own.requests += 1
            own.rejected += request.count(.rejected, .reused)
            own.events += request.count(.event, .retry)
            kept[request.vendor] = own
        }
    }

    /// The counters in the text format of Prometheus.
    ///
    /// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>
    var text: String {
        let kept = kept.withLockedValue { $0 }.sorted { $0.key < $1.key }
        let counters = counters.withLockedValue { $0 }
        var lines: [String] = []
        func family(_ name: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
            lines.append("# HELP trackproof_\(name) \(help)")
            lines.append("# TYPE trackproof_\(name) counter")
            lines += samples.map { "trackproof_\(name)\($0.labels) \($0.value)" }
        }
        func perVendor(_ value: (Kept) -> Int) -> [(labels: String, value: Int)] {
            kept.map { ("{vendor=\"\($0.key.isEmpty ? "unknown" : $0.key)\"}", value($0.value)) }
        }
        family("requests_total", "Requests that were stored.", perVendor(\.requests))
        family("events_total", "Events that were stored, including retries.", perVendor(\.events))
        family(
            "rejected_total", "Items that were rejected, including events with a reused id.",
            perVendor(\.rejected))
        for counter in Counter.allCases {
            let help =
                switch counter {
                case .refused: "Requests that the collector refused before it decoded them, and failed TLS handshakes."
                case .failed: "Requests that were answered with a planned failure."
                case .unstored: "Requests that could not be stored."
                }
            family("\(counter.rawValue)_total", help, [("", counters[counter] ?? 0)])
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
