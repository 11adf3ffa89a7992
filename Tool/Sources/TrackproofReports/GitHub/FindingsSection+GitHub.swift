import TrackproofPlanning
import TrackproofPlans

extension FindingsSection {
    /// The annotations about the findings.
    ///
    /// If there are no findings, or if no group makes the check fail, there is an annotation with the result.
    var annotations: [Annotation] {
        let groups = tally.sortedGroups
        let result =
            groups.isEmpty || failsWithoutGroup
            ? [Annotation(level: isPassed ? .notice : .error, message: "\(plan): \(tally.headline)")] : []
        let findings = Severity.allCases.reversed().flatMap { severity -> [Annotation] in
            let some = groups.filter { $0.severity == severity }
            let fits = some.count <= GitHubLimits.annotations
            return some.prefix(fits ? some.count : GitHubLimits.annotations - 1).map(annotation)
                + (fits ? [] : [Annotation(level: severity.level, message: tally.headline)])
        }
        return result + findings
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
