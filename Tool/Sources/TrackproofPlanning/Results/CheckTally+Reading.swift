import Trackproof
package import TrackproofJSON
import TrackproofPlans
import TrackproofText

extension CheckTally {
    /// Reads a tally from the JSON object that ``membersOfReport`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        var groups: [FindingGroup] = []
        for (value, path) in try object.elements("findings") {
            groups.append(try FindingGroup(DocumentObject(value, at: path)))
        }
        self.init(
            eventCount: try object.count("events"), fittingCount: try object.count("planned"),
            eventCounts: try object.counts("names"), unplannedCounts: try object.optionalCounts("unplannedNames"),
            groups: groups, uncounted: try object.uncounted())
    }
}

extension DocumentObject {
    /// Reads, for each severity, the number of findings that are in no group.
    ///
    /// Older versions of Trackproof wrote only the total number. In this case, all these findings count as errors,
    /// because some of them can be errors.
    fileprivate func uncounted() throws(DocumentError) -> [Severity: Int] {
        guard let all = try optionalCount("unlisted") else { return [:] }
        guard value("unlistedBySeverity") != nil else { return [.error: all] }
        var result: [Severity: Int] = [:]
        for (name, count) in try counts("unlistedBySeverity").sorted {
            guard let severity = Severity(rawValue: name) else {
                throw DocumentError(
                    place: path("unlistedBySeverity"), message: "expected the member names error, warning or info")
            }
            result[severity] = count
        }
        guard result.values.reduce(0, +) == all else {
            throw DocumentError(place: path("unlisted"), message: "expected the sum of \"unlistedBySeverity\"")
        }
        return result
    }

    /// Reads the member `name` as ``counts(_:)`` does. If the member is absent, returns no names.
    fileprivate func optionalCounts(_ name: String) throws(DocumentError) -> NameCounts {
        value(name) == nil ? [:] : try counts(name)
    }

    /// Reads the member `name`, whose value is an object with a number of events for each name.
    package func counts(_ name: String) throws(DocumentError) -> NameCounts {
        var counts = NameCounts()
        for entry in try entries(name) {
            guard let count = entry.value.integer, 0...(1 << 53) ~= count else {
                throw DocumentError(place: path(name), message: "expected an object whose values are numbers of events")
            }
            counts[entry.name] = Int(count)
        }
        return counts
    }
}

extension FindingGroup {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            try PlanFinding(object), count: try object.count("count"), eventCount: try object.count("events"),
            first: try EventPlace(object.object("first")), last: try EventPlace(object.object("last")),
            samples: try object.texts("found").map(\.safeForDisplay))
    }
}

extension PlanFinding {
    /// Reads the finding that represents a group from the group's JSON object.
    ///
    /// A finding has only words that are safe to show. The initializer escapes other words, because somebody else can
    /// have written the JSON.
    package init(_ object: DocumentObject) throws(DocumentError) {
        let sample = try object.object("sample")
        self.init(
            id: try object.choice("id"), severity: try object.choice("severity"), event: try object.text("event"),
            path: try sample.text("path"), expected: try object.text("expected").safeForDisplay,
            found: try sample.text("found").safeForDisplay,
            nearest: try object.optionalText("nearest"), owner: try object.optionalText("owner"),
            planPlace: object.value("plan") == nil ? nil : try PlanPlace(object.object("plan")))
    }
}

extension PlanPlace {
    /// Reads a place from a JSON object with the members `file`, `line` and `column`.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            file: try object.text("file"), line: try object.count("line"), column: try object.count("column"))
    }
}

extension EventPlace {
    /// Reads a place from a JSON object with `file`, `number` and optionally `part`. Without `part`, the offset is 0.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            try object.text("file"), part: UInt64(try object.optionalCount("part") ?? 0),
            number: try object.count("number"))
    }
}
