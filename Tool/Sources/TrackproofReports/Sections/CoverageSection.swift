package import Trackproof
import TrackproofJSON
package import TrackproofPlanning
import TrackproofPlans

/// The coverage of a tracking plan: how much of the plan occurs in recordings.
package struct CoverageSection: ReportSection {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The parts of the plan, and which of these parts occur in the recordings.
    var coverage: PlanCoverage
    /// The minimum share of the plan that must occur in the recordings, in percent, or `nil` if there is no minimum.
    let minimum: Double?
    package let isInformation: Bool

    /// Creates a section about the coverage of the plan at the path `plan`.
    ///
    /// - Parameter isInformation: Whether the section only adds information to a check of the plan.
    package init(plan: String, coverage: PlanCoverage, minimum: Double? = nil, isInformation: Bool = false) {
        self.isInformation = isInformation
        self.plan = plan
        self.coverage = coverage
        self.minimum = minimum
    }

    /// Whether enough of the plan occurs in the recordings: at least ``minimum`` percent.
    ///
    /// The value is `false` if the recordings have no events of the plan. It is also `false` if there is a minimum and
    /// some parts of the plan are not counted. If the section ``isInformation``, the value is `true`.
    package var isPassed: Bool {
        if isInformation { return true }
        return coverage.eventCount > 0 && (minimum.map { coverage.ratio().percent >= $0 && isComplete } ?? true)
    }

    private var isComplete: Bool { !coverage.map.items.contains { $0.kind == .uncounted } }

    package var headline: String {
        let ratio = coverage.ratio()
        if ratio.total == 0 { return "the plan has no parts that a recording could show" }
        let required = isPassed ? "" : minimum.map { ", expected at least \($0.shortText) %" } ?? ""
        let rest = isComplete ? "" : ", but some parts are not counted because an event has too many"
        let nothing = coverage.eventCount == 0 ? "; the recordings have no events of the plan" : ""
        return "\(ratio.percentText) of the plan was seen (\(ratio.seen) of \(ratio.total))\(required)\(rest)\(nothing)"
    }

    package var title: String { "coverage of \(plan)" }
    package var subject: String { plan }
    package var nameInHistory: String { "\(plan) (coverage)" }

    // MARK: Rows

    package var result: CheckRow? {
        let sentence: Sentence =
            coverage.eventCount == 0
            ? "The recordings contain no events of the plan."
            : "The recordings show only \(words: coverage.ratio().percentText) of the plan."
        return CheckRow(
            outcome: isPassed ? .passed : .failed, kind: "coverage", check: plan, subject: "coverage",
            message: headline, sentence: sentence, rank: FindingRow.rank + 1)
    }

    /// The parts of the plan that were not seen in events, and then those that only older versions of the app sent.
    ///
    /// If a part was seen on some platforms only, there is a row for each platform on which the part was not seen.
    package var rows: [any ReportRow] { unseenParts + stoppedParts }

    private var stoppedParts: [UnseenPart] {
        coverage.stopped.map { stop in
            UnseenPart(
                item: coverage.map.items[stop.item], platform: stop.platform.isEmpty ? nil : stop.platform, stop: stop)
        }
    }

    private var unseenParts: [UnseenPart] {
        let all =
            coverage.unseen.map { UnseenPart(item: $0, platform: nil) }
            + coverage.platforms.flatMap { platform in
                coverage.unseenOnly(on: platform).map { UnseenPart(item: $0, platform: platform) }
            }
        // A report lists only the first parts. Events that were never seen come first, and values of parameters come
        // last.
        let kinds: [CoverageItem.Kind] = [.uncounted, .event, .variant, .parameter, .value]
        return kinds.flatMap { kind in all.filter { $0.item.kind == kind } }
    }

    package var expectedEvents: [String] { coverage.map.items.filter { $0.kind == .event }.map(\.event) }

    package var shares: [Shares] {
        [Shares(noun: "", rows: kinds), Shares(noun: "owner", rows: owners), Shares(noun: "platform", rows: platforms)]
    }

    /// The kinds of parts, such as events and parameters, that the plan has.
    var kinds: [Share] {
        let ratios = coverage.ratios(by: \.kind)
        return CoverageItem.Kind.allCases.compactMap { kind in
            ratios[kind].map { Share(name: kind.plural, ratio: $0) }
        }
    }

    /// The owners, sorted by name. The events without an owner come last. The list is empty if no event has an owner.
    var owners: [Share] {
        let ratios = coverage.ratios(by: \.owner)
        if Set(ratios.keys) == [nil] { return [] }
        return ratios.sorted { ($0.key ?? "\u{10FFFF}") < ($1.key ?? "\u{10FFFF}") }
            .map { Share(name: $0.key ?? "(no owner)", ratio: $0.value) }
    }

    /// The platforms of the recordings.
    var platforms: [Share] { coverage.platforms.map { Share(name: $0, ratio: coverage.ratio(on: $0)) } }

    package var note: String? {
        let absent = coverage.absentPlatforms.map(\.displayable).joined(separator: ", ")
        let (noun, their) = coverage.absentPlatforms.count == 1 ? ("platform", "its") : ("platforms", "their")
        let verb = coverage.unplannedCount == 1 ? "is" : "are"
        let notes = [
            absent.isEmpty ? nil : "no event came from the \(noun) \(absent), so \(their) parts do not count",
            coverage.unplannedCount == 0
                ? nil : "\(coverage.unplannedCount.counted("event")) \(verb) not in the plan",
        ]
        return notes.contains { $0 != nil } ? notes.compactMap(\.self).joined(separator: "; ") : nil
    }

    package func merged(with other: any ReportSection) -> CoverageSection? {
        guard let other = other as? Self,
            (plan, minimum, isInformation) == (other.plan, other.minimum, other.isInformation)
        else { return nil }
        var sum = self
        sum.coverage = coverage.merged(with: other.coverage)
        return sum
    }

    // MARK: JSON

    /// The section as members of a JSON object.
    ///
    /// The member `unseen` lists the parts of the plan that were not seen in events, and `stopped` those that only older
    /// versions of an app sent. The members `parts` and `versions` have all parts, so that coverages can be merged.
    package var members: EventParameters {
        func object(_ shares: [Share]) -> EventValue {
            .object(EventParameters(shares.map { EventParameter($0.name, .object($0.ratio.members)) }))
        }
        func list(_ parts: [UnseenPart]) -> EventValue {
            .array(
                parts.map { part in
                    var members = part.item.members
                    members["platform"] = part.platform.map(EventValue.string)
                    members["lastVersion"] = (part.stop?.version).map(EventValue.string)
                    members["laterEvents"] = (part.stop?.laterCount).map { .integer(Int64($0)) }
                    return .object(members)
                })
        }
        let stopped = stoppedParts
        return [
            "coverage": 1, "plan": plan, "seen": coverage.ratio().seen, "total": coverage.ratio().total,
            "percent": coverage.ratio().percent, "minimum": minimum, "events": coverage.eventCount,
            "unplanned": coverage.unplannedCount, "kinds": object(kinds), "owners": object(owners),
            "platforms": object(platforms), "unseen": list(unseenParts),
            "stopped": stopped.isEmpty ? nil : list(stopped), "information": isInformation ? true : nil,
            "absentPlatforms": coverage.absentPlatforms.isEmpty
                ? nil : EventValue.array(coverage.absentPlatforms.map(EventValue.string)),
            "versions": coverage.versions == CoverageTally() ? nil : coverage.versions.json,
            "parts": EventValue.array(coverage.map.items.indices.map { .object(part($0)) }),
        ]
    }

    /// Returns the JSON members of a part of the plan.
    ///
    /// The member `parent` is the index of the part that contains this part. The member `seen` lists the platforms on
    /// which this part was seen. An unknown platform has an empty name.
    private func part(_ index: Int) -> EventParameters {
        let item = coverage.map.items[index]
        var members = item.members
        if !item.platforms.isEmpty { members["platforms"] = .array(item.platforms.map(EventValue.string)) }
        if let parent = item.parent { members["parent"] = .integer(Int64(parent)) }
        let platforms = coverage.allPlatforms.filter { coverage.isSeen(index, on: $0) }
        members["seen"] = .array(platforms.map(EventValue.string))
        return members
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        var items: [CoverageItem] = []
        var seen: [String: [Int]] = [:]
        for (index, part) in try object.objects("parts").enumerated() {
            let parent = try part.optionalCount("parent")
            // A part must come after the part that contains it. Without this check, a file could contain a cycle of
            // parts.
            if let parent, parent >= index {
                throw DocumentError(place: part.path("parent"), message: "expected the index of an earlier part")
            }
            items.append(
                CoverageItem(
                    kind: try part.choice("kind"), event: try part.text("event"), path: try part.text("path"),
                    detail: try part.optionalText("detail"), owner: try part.optionalText("owner"),
                    platforms: try part.optionalTexts("platforms"), place: try PlanPlace(part.object("plan")),
                    parent: parent))
            for platform in try part.texts("seen") { seen[platform, default: []].append(index) }
        }
        let coverage = PlanCoverage(
            CoverageMap(items: items), eventCount: try object.count("events"),
            unplannedCount: try object.count("unplanned"), seen: seen,
            versions: try CoverageTally(object, "versions"),
            absentPlatforms: try object.optionalTexts("absentPlatforms"))
        self.init(
            plan: try object.text("plan"), coverage: coverage, minimum: try object.optionalNumber("minimum"),
            isInformation: try object.flag("information"))
    }
}

extension CoverageItem {
    fileprivate var members: EventParameters {
        [
            "kind": kind.rawValue, "event": event, "path": path, "detail": detail, "owner": owner,
            "plan": place.json,
        ]
    }
}

extension PlanCoverage.Ratio {
    fileprivate var members: EventParameters { ["seen": seen, "total": total] }
}

extension CoverageItem.Kind {
    var plural: String { self == .uncounted ? "uncounted parts" : rawValue + "s" }
}

/// A part of a plan that was not seen on a platform, or on no platform if `platform` is `nil`.
struct UnseenPart: ReportRow {
    let item: CoverageItem
    let platform: String?
    /// The newest version that sent the part, if only older versions of the app sent it.
    var stop: PlanCoverage.Stop?

    var outcome: RowOutcome { .unseen }
    var severity: Severity { .info }
    var kind: String { stop == nil ? "never seen" : "no longer seen" }
    var events: [String] { [item.event] }
    var subject: String { "" }
    var place: PlanPlace? { item.place }
    var owner: String? { item.owner }
    var message: String { sentence.text }
    var sentence: Sentence {
        let part: Sentence = platform.map { "\(code: "\(item)") on \(code: $0)" } ?? "\(code: "\(item)")"
        guard let stop else { return part }
        let later = stop.laterCount.counted("later event")
        return "\(part): last in version \(code: stop.version), in none of \(words: later)"
    }
    var rank: Int { FindingRow.rank + 1 }
}

extension [any ReportRow] {
    /// The rows of each kind, in the order of the list.
    var byKind: [(kind: String, rows: [any ReportRow])] {
        var groups: [(kind: String, rows: [any ReportRow])] = []
        for row in self {
            if groups.last?.kind != row.kind { groups.append((row.kind, [])) }
            groups[groups.count - 1].rows.append(row)
        }
        return groups
    }
}
