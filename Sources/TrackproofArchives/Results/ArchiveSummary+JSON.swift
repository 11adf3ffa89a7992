public import Trackproof
@_spi(Tooling) public import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans

@_spi(Tooling) extension ArchiveSummary {
    /// The summary as the members of a JSON object.
    public var members: EventParameters {
        let events = breakdown.events.sorted { $0.key < $1.key }
        let findings = breakdown.findings.sorted { $0.key < $1.key }
        return [
            "records": recordCount, "bytes": Int64(clamping: byteCount),
            "unreadFiles": unreadFileCount == 0 ? nil : unreadFileCount,
            "layouts": EventValue.array(layouts.sorted().map { .string($0) }),
            "resolution": breakdown.resolution.name,
            "events": EventParameters(events.map { EventParameter($0.key, .object($0.value.members)) }),
            "findings": EventValue.array(
                findings.map { key, facet in
                    let names: EventParameters = ["event": key.event, "path": key.path, "id": key.id.rawValue]
                    return .object(names.merging(facet.members))
                }),
        ]
    }

    /// Creates a summary from its members.
    public init(_ object: DocumentObject) throws(DocumentError) {
        self.init()
        recordCount = try object.count("records")
        byteCount = UInt64(try object.count("bytes"))
        unreadFileCount = try object.optionalCount("unreadFiles") ?? 0
        layouts = Set(try object.texts("layouts"))
        let name = try object.text("resolution")
        guard let resolution = Period.Resolution.allCases.first(where: { $0.name == name }) else {
            throw DocumentError(place: object.path("resolution"), message: "expected \"day\", \"month\" or \"year\"")
        }
        var events: [String: Facet] = [:]
        for entry in try object.entries("events") {
            events[entry.name] = try Facet(DocumentObject(entry.value, at: object.path("events")))
        }
        var findings: [(FindingGroup.Key, Facet)] = []
        for (value, path) in try object.elements("findings") {
            let finding = try DocumentObject(value, at: path)
            let key = FindingGroup.Key(
                event: try finding.text("event"), path: try finding.text("path"), id: try finding.choice("id"))
            findings.append((key, try Facet(finding)))
        }
        breakdown = Breakdown(resolution: resolution, events: events, findings: findings)
    }
}

extension Period.Resolution {
    /// The name of the resolution in files.
    var name: String {
        switch self {
        case .day: "day"
        case .month: "month"
        case .year: "year"
        }
    }
}

extension Facet {
    var members: EventParameters {
        let periods = periods.sorted { $0.key < $1.key }
        return [
            "versions": EventParameters(counts: versions), "platforms": EventParameters(counts: platforms),
            "periods": EventParameters(periods.map { EventParameter($0.key.description, .integer(Int64($0.value))) }),
            "firstTime": firstTime?.description, "lastTime": lastTime?.description,
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        var periods: [Period: Int] = [:]
        for (text, count) in try object.counts("periods") {
            guard let period = Period(text) else {
                throw DocumentError(
                    place: object.path("periods"), message: "expected an object whose names are days, months or years")
            }
            periods[period] = count
        }
        self.init(
            versions: try object.counts("versions"), platforms: try object.counts("platforms"), periods: periods,
            firstTime: object.value("firstTime") == nil ? nil : try object.time("firstTime"),
            lastTime: object.value("lastTime") == nil ? nil : try object.time("lastTime"))
    }
}

extension EventParameters {
    /// Creates an object of numbers, sorted by name.
    init(counts: [String: Int]) {
        self.init(counts.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) })
    }
}
