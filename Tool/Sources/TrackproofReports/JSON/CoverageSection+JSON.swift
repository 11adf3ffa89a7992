import Trackproof
import TrackproofPlanning
import TrackproofPlans

extension CoverageSection {
    /// The section as members of a JSON object.
    ///
    /// The member `unseen` lists the parts of the plan that were not seen in events. The member `parts` lists all
    /// parts, so that coverages can be merged.
    var members: EventParameters {
        func object(_ rows: [Row]) -> EventValue {
            .object(EventParameters(rows.map { EventParameter($0.name, .object($0.ratio.members)) }))
        }
        let unseen = gaps.map { gap -> EventValue in
            var members = gap.item.members
            members["platform"] = gap.platform.map(EventValue.string)
            return .object(members)
        }
        return [
            "coverage": 1, "plan": plan, "seen": coverage.ratio().seen, "total": coverage.ratio().total,
            "percent": coverage.ratio().percent, "minimum": minimum, "events": coverage.eventCount,
            "unplanned": coverage.unplannedCount, "kinds": object(kinds), "owners": object(owners),
            "platforms": object(platforms), "unseen": EventValue.array(unseen),
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
}

extension CoverageItem {
    fileprivate var members: EventParameters {
        [
            "kind": kind.rawValue, "event": event, "path": path, "detail": detail, "owner": owner,
            "plan": EventValue.object(["file": place.file, "line": place.line, "column": place.column]),
        ]
    }
}

extension PlanCoverage.Ratio {
    fileprivate var members: EventParameters { ["seen": seen, "total": total] }
}
