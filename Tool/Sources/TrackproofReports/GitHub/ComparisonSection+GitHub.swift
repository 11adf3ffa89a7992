import TrackproofSnapshots

extension ComparisonSection {
    /// An error for each failure and for the first differences, or one notice if the section passed.
    ///
    /// If the section compares a recording with a snapshot, GitHub shows the errors at the snapshot's file.
    var annotations: [Annotation] {
        if isPassed { return [Annotation(level: .notice, message: "\(subject): \(comparison.headline)")] }
        let file = isDelivery ? nil : snapshot
        // Failures of the whole comparison come before differences of single events.
        var all = failures.map { Annotation(level: .error, file: file, message: $0) }
        if comparison.isEmpty { return all }
        let limit = max(1, GitHubLimits.annotations - failures.count)
        let fits = comparison.differences.count <= limit
        let shown = comparison.differences.prefix(fits ? limit : limit - 1)
        all += shown.map { difference in
            let title = "\(difference.kind.rawValue): \(difference.title)"
            return Annotation(level: .error, file: file, title: title, message: difference.summary)
        }
        if !fits || shown.isEmpty {
            all.append(Annotation(level: .error, file: file, message: comparison.headline))
        }
        return all
    }
}
