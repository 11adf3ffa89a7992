package import Trackproof
package import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofText

extension ArchiveTally {
    /// The members of the JSON object that stores the tally. Equal tallies have equal members in the same order.
    package var members: EventParameters {
        var tally = self
        tally.finish()
        var members = tally.check.membersOfReport
        members["findings"] = .array(
            tally.check.sortedGroups.map { group in
                var members = tally.check.members(group)
                members["sample"] = .object(["path": group.sample.path, "found": group.sample.found])
                members["found"] = .array(group.leastFound.map { .string($0) })
                members["firstFound"] = .string(group.firstFound)
                // A share of a part of an archive says nothing about the archive. A report calculates shares after all
                // parts were merged.
                members["share"] = nil
                return .object(members)
            })
        members["skipped"] = .object(EventParameters(skipped))
        members["archive"] = .object(tally.summary.members)
        return members
    }

    /// Reads a tally from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init()
        var groups: [FindingGroup] = []
        for (value, path) in try object.elements("findings") {
            let finding = try DocumentObject(value, at: path)
            let group = FindingGroup(
                try PlanFinding(finding), count: try finding.count("count"), eventCount: try finding.count("events"),
                first: try EventPlace(finding.object("first")), last: try EventPlace(finding.object("last")),
                firstFound: try finding.text("firstFound").safeForDisplay,
                leastFound: try finding.texts("found").map(\.safeForDisplay))
            groups.append(group)
        }
        check = try CheckTally(object, groups: groups)
        for (source, count) in try object.counts("skipped").sorted { skip(source, count: count) }
        summary = try ArchiveSummary(object.object("archive"))
    }
}
