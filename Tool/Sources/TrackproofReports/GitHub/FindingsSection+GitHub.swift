@_spi(Tooling) internal import TrackproofPlans

extension FindingsSection {
    /// The annotations about the findings, or one annotation with the result if there are no findings.
    var annotations: [Annotation] {
        if tally.groups.isEmpty {
            return [Annotation(level: isPassed ? .notice : .error, message: "\(plan): \(tally.headline)")]
        }
        let groups = tally.sortedGroups
        return Severity.allCases.reversed().flatMap { severity in
            let some = groups.filter { $0.severity == severity }
            let fits = some.count <= GitHubLimits.annotations
            return some.prefix(fits ? some.count : GitHubLimits.annotations - 1).map(annotation)
                + (fits ? [] : [Annotation(level: severity.level, message: tally.headline)])
        }
    }

    private func annotation(_ group: FindingGroup) -> Annotation {
        let place = group.sample.planPlace
        return Annotation(
            level: group.severity.level, file: place?.file ?? plan, position: place.map { ($0.line, $0.column) },
            title: "\(group.key.id.rawValue): \(group.key.event)", message: group.message)
    }
}

extension Severity {
    /// The level of a GitHub annotation about a finding of this severity.
    var level: Annotation.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .notice
        }
    }
}
