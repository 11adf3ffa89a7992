import Trackproof
import TrackproofPlatform
package import TrackproofSnapshots

extension PlanDifference {
    /// Returns the changes as a text for people: a headline, then for each event one line for each of its changes.
    ///
    /// If several events have the same change, one line shows the change for all these events.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - limit: The maximum number of changes to show.
    package func text(style: TextStyle = TextStyle(), limit: Int = 200) -> String {
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
            lines += indices.map { "  " + Self.columns(shown[$0].change) + shown[$0].change.line }
        }
        if shared.count > limit { lines += ["", "… \((shared.count - limit).counted("more change"))"] }
        return lines.map { $0.trimmingEnd }.joined(separator: "\n") + "\n"
    }

    /// The number of changes, of breaking changes and of changes that warn: `7 changes (2 break, 1 warns)`.
    package var headline: String {
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
    /// The change as a line of the report: `price: type changed: number → string (plan.json:3:14)`.
    fileprivate var line: String {
        var parts: [String] = path.isEmpty ? [] : [path.safeForDisplay]
        if let condition { parts.append("if \(condition)") }
        parts.append(words)
        if let values { parts.append(values) }
        // If the new plan lacks a parameter, the old place is more useful: it shows the removed declaration. `newPlace` is
        // only the place of the event or object that contained it.
        let isRemoved = direction == .removed && subject == .parameter && new == nil
        let place = isRemoved ? oldPlace ?? newPlace : newPlace ?? oldPlace
        return parts.joined(separator: ": ") + (place.map { " (\($0))" } ?? "")
    }

    /// The old and the new value: `number → string`. `nil` if the change has neither.
    private var values: String? {
        switch (old, new) {
        case (let old?, let new?) where subject == .description:
            old.cut(around: new) + " → " + new.cut(around: old)
        case (let old?, let new?): old.cut(to: 200) + " → " + new.cut(to: 200)
        case (let old?, nil): "was " + old.cut(to: 200)
        case (nil, let new?): new.cut(to: 200)
        case (nil, nil): nil
        }
    }
}

extension PlanChange.Audience {
    fileprivate var column: String {
        switch self {
        case .releasedApps: "apps"
        case .readers: "readers"
        case .generatedCode: "code"
        }
    }
}

extension String {
    /// Returns the part of a long description that differs from `other`, with up to 20 equal characters before it.
    fileprivate func cut(around other: String) -> String {
        let common = zip(unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        guard common > 40, max(unicodeScalars.count, other.unicodeScalars.count) > 80 else { return cut(to: 80) }
        let quote = hasPrefix("\"") ? "\"" : ""
        var rest = unicodeScalars.dropFirst(common - 20)
        // The part must begin with a complete word, so the code drops the rest of the word that the cut divides.
        if let space = rest.prefix(20).firstIndex(of: " ") { rest = rest[space...].dropFirst() }
        return quote + "…" + String(rest).cut(to: 80)
    }

    fileprivate var trimmingEnd: String {
        String(prefix(upTo: (lastIndex { $0 != " " }).map { index(after: $0) } ?? startIndex))
    }
}

/// A change that one or more events have. Events that include the same group of parameters often have equal changes.
package struct SharedChange {
    /// The change of the first event in `events`.
    package let change: PlanChange
    /// The names of the events. For a change of the plan itself, the only name is an empty text.
    var events: [String]

    /// Returns the first three names and the number of further events: `purchase, tap, search, 498 more events`.
    ///
    /// - Parameter style: A function that formats a name for the report.
    package func names(_ style: (String) -> String) -> String {
        if events == [""] { return "the whole plan" }
        let names = events.prefix(3).map(style).joined(separator: ", ")
        return events.count > 3 ? names + ", " + (events.count - 3).counted("more event") : names
    }
}

extension PlanDifference {
    /// The changes, each only once, with the names of all events that have the change.
    package var sharedChanges: [SharedChange] {
        var shared: [SharedChange] = []
        var indices: [PlanChange: Int] = [:]
        for change in changes {
            var key = change
            key.event = ""
            // If a named type changes, each event that uses the type has the same change but lists a different file
            // position for it. Without this, each of these events would get its own line in the report.
            if !key.path.isEmpty { (key.oldPlace, key.newPlace) = (nil, nil) }
            if let index = indices[key] {
                shared[index].events.append(change.event)
            } else {
                indices[key] = shared.count
                shared.append(SharedChange(change: change, events: [change.event]))
            }
        }
        return shared
    }
}
