import Trackproof
@testable import TrackproofReports
import TrackproofSnapshots

extension Report {
    /// Creates a report with one comparison.
    init(
        snapshot: String, recording: String, comparison: Comparison, seconds: Double? = nil, failures: [String] = []
    ) {
        let started = EventTime("2026-01-02T03:04:05Z") ?? .now
        self.init(
            ReportedRun(id: "run-1", name: recording, started: started, seconds: seconds),
            [
                ComparisonSection(
                    snapshot: snapshot, recording: recording, comparison: comparison, redactedBy: nil,
                    failures: failures)
            ])
    }
}
