internal import Trackproof
@_spi(Tooling) package import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// Hides the values that a plan marks as personal, and texts that look like personal data.
    package mutating func redact(with checker: PlanChecker) {
        for index in sections.indices {
            guard case .comparison(var section) = sections[index] else { continue }
            section.comparison = section.comparison.mapDifferences(checker.redacted)
            sections[index] = .comparison(section)
        }
        for run in runs.indices {
            guard var recording = runs[run].recording else { continue }
            for index in recording.events.indices {
                recording.events[index].event.event = checker.redacted(recording.events[index].event.event)
            }
            runs[run].recording = recording
        }
    }
}
