import Trackproof
import TrackproofSnapshots

/// The result of comparing what a vendor's SDK sent with the events that the SDK should have sent.
struct VendorCheck {
    let vendor: String
    /// The source of the events that the SDK should have sent, or `nil` if the check failed before a source was chosen.
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
    var hasCompared: Bool { comparison?.hasCompared ?? false }
    /// Whether the report has a section about the vendor.
    ///
    /// If the vendor's events are compared only with the snapshot, there is no such section. The section about the
    /// snapshot then contains the result.
    var hasReport: Bool { comparison != nil || !failures.isEmpty }
}

extension [VendorCheck] {
    /// Adds failures to the check of a vendor, and creates the check if the vendor has no check.
    mutating func add(_ failures: [String], to vendor: String) {
        if let index = firstIndex(where: { $0.vendor == vendor }) {
            self[index].failures += failures
        } else {
            append(VendorCheck(vendor, failures: failures))
        }
    }
}
