internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans

extension FindingsSection {
    init(_ object: ReportObject) throws(ReportError) {
        var groups: [FindingGroup] = []
        for (value, path) in try object.elements("findings") {
            groups.append(try FindingGroup(ReportObject(value, at: path)))
        }
        var counts: [String: Int] = [:]
        for entry in try object.entries("names") {
            guard let count = entry.value.integer, 0...(1 << 53) ~= count else {
                throw ReportError(place: object.path("names"), message: "expected numbers of events")
            }
            counts[entry.name] = Int(count)
        }
        let tally = CheckTally(
            eventCount: try object.count("events"), fittingCount: try object.count("planned"), eventCounts: counts,
            groups: groups, uncountedFindings: try object.optionalCount("unlisted") ?? 0)
        self.init(
            plan: try object.text("plan"), recordings: try object.texts("recordings"),
            source: EventSource(rawValue: try object.text("source")), failOn: try object.choice("failOn"),
            tally: tally)
    }
}

extension FindingGroup {
    fileprivate init(_ object: ReportObject) throws(ReportError) {
        let sample = try object.object("sample")
        let finding = PlanFinding(
            id: try object.choice("id"), severity: try object.choice("severity"), event: try object.text("event"),
            path: try sample.text("path"), expected: try object.text("expected"), found: try sample.text("found"),
            nearest: try object.optionalText("nearest"), owner: try object.optionalText("owner"),
            planPlace: object.value("plan") == nil ? nil : try PlanPlace(object.object("plan")))
        self.init(
            finding, count: try object.count("count"), eventCount: try object.count("events"),
            first: try EventPlace(object.object("first")), last: try EventPlace(object.object("last")),
            samples: try object.texts("found"))
    }
}

extension PlanPlace {
    init(_ object: ReportObject) throws(ReportError) {
        self.init(
            file: try object.text("file"), line: try object.count("line"), column: try object.count("column"))
    }
}

extension EventPlace {
    fileprivate init(_ object: ReportObject) throws(ReportError) {
        self.init(try object.text("file"), number: try object.count("number"))
    }
}
