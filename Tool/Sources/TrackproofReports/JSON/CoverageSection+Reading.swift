import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans

extension CoverageSection {
    init(_ object: DocumentObject) throws(DocumentError) {
        var items: [CoverageItem] = []
        var seen: [String: [Int]] = [:]
        for (index, (value, path)) in try object.elements("parts").enumerated() {
            let part = try DocumentObject(value, at: path)
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
            unplannedCount: try object.count("unplanned"), seen: seen)
        self.init(plan: try object.text("plan"), coverage: coverage, minimum: try object.optionalNumber("minimum"))
    }
}
