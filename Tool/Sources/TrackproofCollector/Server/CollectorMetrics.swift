import NIOConcurrencyHelpers

/// The counters of a collector since its start.
final class CollectorMetrics: Sendable {
    enum Counter: String, CaseIterable {
        case requests, events, rejected, refused, failed, unstored

        /// Whether there is one count for each vendor.
        fileprivate var isPerVendor: Bool { [.requests, .events, .rejected].contains(self) }

        fileprivate var help: String {
            switch self {
            case .requests: "Requests that were stored."
            case .events: "Events that were stored, including retries."
            case .rejected: "Items that were rejected, including events with a reused id."
            case .refused: "Requests that the collector refused before it decoded them, and failed TLS handshakes."
            case .failed: "Requests that were answered with a planned failure."
            case .unstored: "Requests that could not be stored."
            }
        }
    }

    let lost = LostRequests()
    /// The counts by vendor. The counts that do not depend on a vendor have an empty name.
    private let counts = NIOLockedValueBox<[Counter: [String: Int]]>([:])

    func count(_ counter: Counter) { counts.withLockedValue { $0[counter, default: [:]]["", default: 0] += 1 } }

    /// Counts a stored request.
    func count(_ request: StoredRequest) {
        let vendor = request.vendor.isEmpty ? "unknown" : request.vendor
        counts.withLockedValue { counts in
            counts[.requests, default: [:]][vendor, default: 0] += 1
            counts[.events, default: [:]][vendor, default: 0] += request.count(.event, .retry)
            counts[.rejected, default: [:]][vendor, default: 0] += request.count(.rejected, .reused)
        }
    }

    /// The counters in the text format of Prometheus.
    ///
    /// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>
    var text: String {
        let counts = counts.withLockedValue { $0 }
        return Counter.allCases.map { counter in
            let name = "trackproof_\(counter.rawValue)_total"
            let own = counts[counter] ?? (counter.isPerVendor ? [:] : ["": 0])
            let samples = own.sorted { $0.key < $1.key }.map { vendor, count in
                "\(name)\(vendor.isEmpty ? "" : "{vendor=\"\(vendor)\"}") \(count)\n"
            }
            return "# HELP \(name) \(counter.help)\n# TYPE \(name) counter\n" + samples.joined()
        }.joined()
    }
}
