import Trackproof
import TrackproofJSON
package import TrackproofPlanning
import TrackproofPlans

/// The coverage of a tracking plan: how much of the plan occurs in recordings.
package struct CoverageSection: Sendable {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The parts of the plan, and which of these parts occur in the recordings.
    package internal(set) var coverage: PlanCoverage
    /// The minimum share of the plan that must occur in the recordings, in percent, or `nil` if there is no minimum.
    package let minimum: Double?

    /// Creates a section about the coverage of the plan at the path `plan`.
    package init(plan: String, coverage: PlanCoverage, minimum: Double? = nil) {
        self.plan = plan
        self.coverage = coverage
        self.minimum = minimum
    }

    /// Whether enough of the plan occurs in the recordings: at least ``minimum`` percent.
    ///
    /// The value is `false` if the recordings have no events of the plan. It is also `false` if there is a minimum and
    /// some parts of the plan are not counted.
    package var isPassed: Bool {
        coverage.eventCount > 0 && (minimum.map { coverage.ratio().percent >= $0 && isComplete } ?? true)
    }

    private var isComplete: Bool { !coverage.map.items.contains { $0.kind == .uncounted } }

    /// The share of the plan that was seen in events, on one line.
    package var headline: String {
        let ratio = coverage.ratio()
        if ratio.total == 0 { return "the plan has no parts that a recording could show" }
        let required = isPassed ? "" : minimum.map { ", expected at least \($0.inShortForm) %" } ?? ""
        let rest = isComplete ? "" : ", but some parts are not counted because an event has too many"
        let nothing = coverage.eventCount == 0 ? "; the recordings have no events of the plan" : ""
        return "\(ratio.percentText) of the plan was seen (\(ratio.seen) of \(ratio.total))\(required)\(rest)\(nothing)"
    }

    /// A row of a table: a kind of part, an owner or a platform, with the number of its parts and of its seen parts.
    struct Row {
        let name: String
        let ratio: PlanCoverage.Ratio
    }

    /// The rows for the kinds of parts, such as events and parameters, that the plan has.
    var kinds: [Row] {
        let rows = CoverageItem.Kind.allCases.map { kind in
            Row(name: kind.plural, ratio: coverage.ratio { $0.kind == kind })
        }
        return rows.filter { $0.ratio.total > 0 }
    }

    /// The rows for the owners, sorted by name, or no rows if no event has an owner.
    var owners: [Row] {
        let names = Set(coverage.map.items.map(\.owner))
        if names == [nil] { return [] }
        return names.sorted { ($0 ?? "\u{10FFFF}") < ($1 ?? "\u{10FFFF}") }.map { name in
            Row(name: name ?? "(no owner)", ratio: coverage.ratio { $0.owner == name })
        }
    }

    /// The rows for the platforms of the recordings.
    var platforms: [Row] { coverage.platforms.map { Row(name: $0, ratio: coverage.ratio(on: $0)) } }

    /// The parts of the plan that were not seen in events.
    ///
    /// If a part was seen on some platforms only, the array has an element for each platform on which the part was not
    /// seen. If a part was seen on no platform, `platform` is `nil`.
    var gaps: [(item: CoverageItem, platform: String?)] {
        let all =
            coverage.unseen.map { ($0, nil) }
            + coverage.platforms.flatMap { platform in
                coverage.unseenOnly(on: platform).map { ($0, platform) }
            }
        // A report lists only the first parts. Events that were never seen come first, and values of parameters come
        // last.
        let kinds: [CoverageItem.Kind] = [.uncounted, .event, .variant, .parameter, .value]
        return kinds.flatMap { kind in all.filter { $0.0.kind == kind } }
    }
}

extension CoverageSection {
    /// Returns a short description of a part that was not seen, with the platform if `platform` is not `nil`.
    static func words(_ gap: (item: CoverageItem, platform: String?)) -> String {
        "\(gap.item)" + (gap.platform.map { " on \($0)" } ?? "")
    }
}

extension PlanCoverage.Ratio {
    /// The share in percent with one decimal place, such as 85.7. Rounding never produces 0 or 100.
    var roundedPercent: Double {
        if seen == total || seen == 0 { return percent }
        return min(max((percent * 10).rounded(.down) / 10, 0.1), 99.9)
    }

    /// The share as text, such as `85.7 %`.
    var percentText: String { "\(roundedPercent.inShortForm) %" }
}

extension Double {
    /// The number as text, without a fraction if the number is an integer.
    var inShortForm: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension CoverageItem.Kind {
    var plural: String { self == .uncounted ? "uncounted parts" : rawValue + "s" }
}
