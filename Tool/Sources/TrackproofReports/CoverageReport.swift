internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) package import TrackproofPlans
@_spi(Tooling) package import TrackproofSnapshots

/// A report about the parts of a tracking plan that recordings show.
package struct CoverageReport: Sendable {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The parts that the recordings show.
    package let coverage: PlanCoverage
    /// The share of the plan that must be seen, in percent, or `nil` if any share is enough.
    package let minimum: Double?

    /// Creates a report.
    package init(plan: String, coverage: PlanCoverage, minimum: Double? = nil) {
        self.plan = plan
        self.coverage = coverage
        self.minimum = minimum
    }

    /// Whether enough of the plan was seen. A coverage of no events is never enough.
    package var isPassed: Bool {
        coverage.eventCount > 0 && (minimum.map { coverage.ratio().percent >= $0 } ?? true)
    }

    /// The share of the plan that was seen, on one line.
    package var headline: String {
        let ratio = coverage.ratio()
        let required = isPassed ? "" : minimum.map { ", required are \($0.inShortForm) %" } ?? ""
        return "\(ratio.percentText) of the plan was seen (\(ratio.seen) of \(ratio.total))\(required)"
    }

    /// A row of numbers: what is counted, and how much of it was seen.
    struct Row {
        let name: String
        let ratio: PlanCoverage.Ratio
    }

    /// The numbers for each kind of part that the plan has.
    var kinds: [Row] {
        let rows = CoverageItem.Kind.allCases.map { kind in
            Row(name: kind.plural, ratio: coverage.ratio { $0.kind == kind })
        }
        return rows.filter { $0.ratio.total > 0 }
    }

    /// The numbers for each owner, sorted by name. Empty if no event has an owner.
    var owners: [Row] {
        let names = Set(coverage.map.items.map(\.owner))
        if names == [nil] { return [] }
        return names.sorted { ($0 ?? "\u{10FFFF}") < ($1 ?? "\u{10FFFF}") }.map { name in
            Row(name: name ?? "(no owner)", ratio: coverage.ratio { $0.owner == name })
        }
    }

    /// The numbers for each platform of the recordings.
    var platforms: [Row] { coverage.platforms.map { Row(name: $0, ratio: coverage.ratio(on: $0)) } }

    /// The parts that were not seen, with the platform if another platform shows them.
    var gaps: [(item: CoverageItem, platform: String?)] {
        coverage.unseen.map { ($0, nil) }
            + coverage.platforms.flatMap { platform in
                coverage.unseenOnly(on: platform).map { ($0, platform) }
            }
    }
}

extension CoverageReport: RenderedReport {
    /// Returns the report in one of its forms.
    package func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: text(style).withoutLogCommands()
        case .json: members.json.jsonWithoutLogCommands + "\n"
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        }
    }
}

extension PlanCoverage.Ratio {
    /// The share as text. A share below 100 % never reads as 100 %, and one above zero never as zero.
    var percentText: String {
        if seen == total { return "100 %" }
        if seen == 0 { return "0 %" }
        return "\(min(max((percent * 10).rounded(.down) / 10, 0.1), 99.9).inShortForm) %"
    }
}

extension Double {
    /// The number without a fraction if it is whole.
    var inShortForm: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension CoverageItem.Kind {
    fileprivate var plural: String { rawValue + "s" }
}
