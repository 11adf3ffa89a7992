import TrackproofPlanning
import TrackproofPlans

extension CoverageSection {
    /// An annotation with the coverage of the plan, and notices about the first parts that were not seen in events.
    ///
    /// GitHub shows each notice at the line of the plan that declares the part.
    var annotations: [Annotation] {
        let share = Annotation(level: isPassed ? .notice : .error, message: "\(plan): \(headline)")
        return [share]
            + gaps.prefix(GitHubLimits.annotations - 1).map { gap in
                let place = gap.item.place
                return Annotation(
                    level: .notice, file: place.file, position: (place.line, place.column), title: "never seen",
                    message: Self.words(gap))
            }
    }
}
