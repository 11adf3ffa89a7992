internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// What there is to say of one vendor's wire.
struct VendorCheck {
    let vendor: String
    /// What it is compared with, or would be; nil where that was not looked at.
    let upstream: EventSource?
    let comparison: Comparison?
    var failures: [String]

    init(_ vendor: String, _ upstream: EventSource? = nil, _ comparison: Comparison? = nil, failures: [String] = []) {
        self.vendor = vendor
        self.upstream = upstream
        self.comparison = comparison
        self.failures = failures
    }

    var differs: Bool { comparison?.isEmpty == false || !failures.isEmpty }
    var hasCompared: Bool { comparison.map { !$0.isEmpty || $0.matched > 0 } ?? false }
    /// A wire that the snapshot alone judges has the snapshot's report.
    var hasReport: Bool { comparison != nil || !failures.isEmpty }
}

extension [VendorCheck] {
    /// Adds failures of a vendor, of which there may be nothing else to say.
    mutating func add(_ failures: [String], to vendor: String) {
        if let index = firstIndex(where: { $0.vendor == vendor }) {
            self[index].failures += failures
        } else {
            append(VendorCheck(vendor, failures: failures))
        }
    }
}
