import Foundation
import Testing
import Trackproof
import TrackproofPlans
import TrackproofSnapshots

import TrackproofPlanning
@testable import TrackproofReports

/// Sample reports for the tests of the HTML page.
enum HTMLSamples {
    static func time(_ seconds: Int) throws -> EventTime {
        try #require(EventTime(millisecondsSince1970: 1_795_000_000_000 + Int64(seconds) * 1_000))
    }

    static func recorded(_ events: [Event], source: EventSource = .app) throws -> [RecordedEvent] {
        try events.enumerated().map { index, event in
            RecordedEvent(event, source: source, sequence: Int64(index + 1), time: try time(index))
        }
    }

    static func recording(_ events: [RecordedEvent], of count: Int? = nil) -> ReportedRecording {
        ReportedRecording(
            eventCount: count ?? events.count,
            events: events.enumerated().map { .init(number: $0.offset + 1, event: $0.element) })
    }

    static func run(_ recording: ReportedRecording? = nil, job: CIJob? = nil) throws -> ReportedRun {
        ReportedRun(
            id: "1", name: "swift test", started: try time(0), seconds: 72.4, revision: "8f1c2d3", branch: "main",
            job: job, recording: recording)
    }

    static func comparison(_ expected: [Event], _ actual: [Event]) -> ComparisonSection {
        ComparisonSection(
            snapshot: "walk.json", recording: "run.ndjson",
            comparison: Comparison(of: Recording(actual), with: Snapshot(expected)), redactedBy: nil)
    }

    static func finding(
        _ id: FindingID, _ event: String, _ path: String, expected: String, found: String, nearest: String? = nil,
        owner: String? = nil, severity: Severity = .error, count: Int = 1
    ) -> FindingGroup {
        FindingGroup(
            PlanFinding(
                id: id, severity: severity, event: event, path: path, expected: expected, found: found,
                nearest: nearest, owner: owner, planPlace: PlanPlace(file: "plan.yaml", line: 12, column: 3)),
            count: count, eventCount: count, first: EventPlace("run.ndjson", number: 4),
            last: EventPlace("run.ndjson", number: 9), samples: [found])
    }

    static func findings(_ groups: [FindingGroup], events: Int = 20, ofEach count: Int = 12) -> FindingsSection {
        FindingsSection(
            plan: "plan.yaml", recordings: ["run.ndjson"],
            tally: CheckTally(
                eventCount: events, fittingCount: events - groups.count,
                eventCounts: groups.reduce(into: [:]) { $0[$1.key.event] = count }, groups: groups))
    }

    static func item(
        _ kind: CoverageItem.Kind, _ event: String, _ path: String = "", detail: String? = nil, owner: String? = nil,
        parent: Int? = nil
    ) -> CoverageItem {
        CoverageItem(
            kind: kind, event: event, path: path, detail: detail, owner: owner, platforms: [],
            place: PlanPlace(file: "plan.yaml", line: 3, column: 1), parent: parent)
    }

    static func coverage(_ items: [CoverageItem], seen: [String: [Int]], minimum: Double? = nil) -> CoverageSection {
        CoverageSection(
            plan: "plan.yaml",
            coverage: PlanCoverage(CoverageMap(items: items), eventCount: 20, unplannedCount: 1, seen: seen),
            minimum: minimum)
    }

    static func historyRun(_ index: Int, differences: Int, findings: Int, coverage: Double?) throws
        -> HistorySummary.Run
    {
        HistorySummary.Run(
            id: "\(index)", started: try time(index * 86_400 - 2_500_000), revision: "8f1c2d\(index)", branch: "main",
            isPassed: differences + findings == 0, differenceCount: differences, findingCount: findings,
            coverage: coverage, seconds: 61.5)
    }
}
