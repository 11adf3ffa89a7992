internal import Trackproof
@_spi(Tooling) public import TrackproofSnapshots

@_spi(Tooling) extension PlanDifference {
    /// Returns the changes for a person to read: a headline, then the events with one line for each change.
    ///
    /// If several events have the same change, one line shows it for all these events.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - limit: The largest number of changes to show.
    public func text(style: TextStyle = TextStyle(), limit: Int = 200) -> String {
        if changes.isEmpty { return "no changes\n" }
        var lines = [
            style.heading(headline), "Suggested version: \(suggestedVersion.bump). \(suggestedVersion.reason)",
        ]
        let shared = sharedChanges
        let shown = shared.prefix(limit)
        let groups = Dictionary(grouping: shown.indices) { shown[$0].events.map { ExactText($0) } }
        let titles = PlanChange.Audience.allCases.map { $0.column.padding(to: Self.columnWidth) }.joined()
        for indices in groups.values.sorted(by: { $0[0] < $1[0] }) {
            lines += ["", style.heading(shown[indices[0]].names(\.safeForDisplay)), "  " + titles]
            lines += indices.map { "  " + Self.columns(shown[$0].change) + shown[$0].change.words }
        }
        if shared.count > limit { lines += ["", "… \((shared.count - limit).counted("more change"))"] }
        return lines.map { $0.trimmingEnd }.joined(separator: "\n") + "\n"
    }

    /// The number of all changes, the number of changes that break something, and the number of warnings.
    public var headline: String {
        if changes.isEmpty { return "no changes" }
        let breaking = changes.count { $0.level == .breaks }
        let warning = changes.count { $0.level == .warns }
        var parts: [String] = []
        if breaking > 0 { parts.append("\(breaking) \(breaking == 1 ? "breaks" : "break")") }
        if warning > 0 { parts.append("\(warning) \(warning == 1 ? "warns" : "warn")") }
        return changes.count.counted("change") + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }

    private static let columnWidth = 9

    private static func columns(_ change: PlanChange) -> String {
        PlanChange.Audience.allCases
            .map { change.verdict(for: $0).level.rawValue.padding(to: columnWidth) }.joined()
    }
}

extension PlanChange {
    /// The change in words: `price: type-changed: number → string (plan.json:3:14)`.
    fileprivate var words: String {
        var parts: [String] = path.isEmpty ? [] : [path.safeForDisplay]
        if let condition { parts.append("if \(condition)") }
        parts.append(kind.rawValue)
        if let values { parts.append(values) }
        // For a removed event or parameter, `newPlace` is only the place of the plan or object that contained it.
        let isRemoved = kind == .eventRemoved || kind == .parameterRemoved
        let place = isRemoved ? oldPlace ?? newPlace : newPlace ?? oldPlace
        return parts.joined(separator: ": ") + (place.map { " (\($0))" } ?? "")
    }

    /// What the plans say: `number → string`.
    private var values: String? {
        switch (old, new) {
        case (let old?, let new?) where kind == .descriptionChanged:
            old.cut(around: new) + " → " + new.cut(around: old)
        case (let old?, let new?): old.cut(to: 200) + " → " + new.cut(to: 200)
        case (let old?, nil): "was " + old.cut(to: 200)
        case (nil, let new?): new.cut(to: 200)
        case (nil, nil): nil
        }
    }
}

extension PlanChange.Audience {
    /// The title of a column.
    fileprivate var column: String {
        switch self {
        case .releasedApps: "apps"
        case .readers: "readers"
        case .generatedCode: "code"
        }
    }
}

extension String {
    /// Returns the part of a long description that differs from `other`.
    fileprivate func cut(around other: String) -> String {
        let common = zip(unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        guard common > 40, max(unicodeScalars.count, other.unicodeScalars.count) > 80 else { return cut(to: 80) }
        let quote = hasPrefix("\"") ? "\"" : ""
        var rest = unicodeScalars.dropFirst(common - 20)
        // The returned part begins with a whole word.
        if let space = rest.prefix(20).firstIndex(of: " ") { rest = rest[space...].dropFirst() }
        return quote + "…" + String(rest).cut(to: 80)
    }

    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }

    fileprivate var trimmingEnd: String {
        String(prefix(upTo: (lastIndex { $0 != " " }).map { index(after: $0) } ?? startIndex))
    }
}
