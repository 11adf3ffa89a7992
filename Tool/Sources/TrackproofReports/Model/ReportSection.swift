import TrackproofSnapshots

/// The result of one check.
package enum ReportSection: Sendable {
    /// A comparison of events with a snapshot, or of what an SDK sent with what it should have sent.
    case comparison(ComparisonSection)
    /// A check against a tracking plan.
    case findings(FindingsSection)
    /// The coverage: how much of a tracking plan occurs in recordings.
    case coverage(CoverageSection)

    /// Whether the check passed.
    package var isPassed: Bool {
        switch self {
        case .comparison(let section): section.isPassed
        case .findings(let section): section.isPassed
        case .coverage(let section): section.isPassed
        }
    }

    /// The result on one line.
    package var headline: String {
        switch self {
        case .comparison(let section): section.headline
        case .findings(let section): section.headline
        case .coverage(let section): section.headline
        }
    }

    /// What was checked, such as `run.ndjson against walk.json`.
    package var title: String {
        switch self {
        case .comparison(let section):
            section.isDelivery ? section.subject : "\(section.recording) against \(section.snapshot)"
        case .findings(let section): "\(section.source) events against \(section.plan)"
        case .coverage(let section): "coverage of \(section.plan)"
        }
    }
}
