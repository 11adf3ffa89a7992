internal import Trackproof

/// Equal findings about many events. A report shows equal findings once, with their number.
///
/// Findings are equal if they have the same id, event and path. Positions in lists do not count.
@_spi(Tooling) public struct FindingGroup: Sendable, Hashable {
    /// The properties that equal findings share.
    public struct Key: Sendable, Hashable, Comparable {
        /// The event's name.
        public let event: String
        /// The path without positions in lists, such as `items[].sku`. Empty if the findings are about whole events.
        public let path: String
        /// The kind of the findings.
        public let id: FindingID

        /// Creates a key.
        public init(event: String, path: String, id: FindingID) {
            self.event = event
            self.path = path
            self.id = id
        }

        private var texts: (ExactText, ExactText, String) { (ExactText(event), ExactText(path), id.rawValue) }

        /// Returns whether both keys have the same texts, compared by their Unicode scalars.
        public static func == (left: Key, right: Key) -> Bool { left.texts == right.texts }

        /// Returns whether `left` comes first: by event, path and id.
        public static func < (left: Key, right: Key) -> Bool { left.texts < right.texts }

        /// Hashes the texts.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(event)
            hasher.combine(path)
            hasher.combine(id)
        }
    }

    /// The maximum number of samples.
    public static let sampleLimit = 3

    /// The properties that the findings share.
    public let key: Key
    /// The severity of the findings.
    public private(set) var severity: Severity
    /// An example of the findings: the first finding in the order of `path`, `expected` and `found`.
    public private(set) var sample: PlanFinding
    /// The number of findings.
    public private(set) var count = 1
    /// The number of events with such a finding.
    public private(set) var eventCount = 1
    /// The first event with such a finding.
    public private(set) var first: EventPlace
    /// The last event with such a finding.
    public private(set) var last: EventPlace
    /// What was found in the first event.
    package private(set) var firstFound: String
    /// Different values that were found: the first values in the order of their bytes, at most ``sampleLimit``.
    package private(set) var leastFound: [String]

    /// Different values that were found, at most ``sampleLimit``. The first value is from the first event.
    public var samples: [String] {
        [firstFound] + leastFound.filter { !$0.isExactly(firstFound) }.prefix(Self.sampleLimit - 1)
    }

    /// Creates a group with one finding.
    init(_ finding: PlanFinding, at place: EventPlace) {
        key = Key(finding)
        severity = finding.severity
        sample = finding
        first = place
        last = place
        firstFound = finding.found
        leastFound = [finding.found]
    }

    /// Creates a group from results, for example those in a report.
    ///
    /// - Parameter samples: The values that were found. The first value is from the first event.
    public init(
        _ sample: PlanFinding, count: Int, eventCount: Int, first: EventPlace, last: EventPlace, samples: [String]
    ) {
        key = Key(sample)
        severity = sample.severity
        self.sample = sample
        self.count = count
        self.eventCount = eventCount
        self.first = first
        self.last = last
        firstFound = samples.first ?? sample.found
        leastFound = []
        for found in samples { insert(found) }
    }

    /// Creates a group from a partial result, which contains all values of a group.
    package init(
        _ sample: PlanFinding, count: Int, eventCount: Int, first: EventPlace, last: EventPlace, firstFound: String,
        leastFound: [String]
    ) {
        self.init(
            sample, count: count, eventCount: eventCount, first: first, last: last, samples: leastFound)
        self.firstFound = firstFound
    }

    /// Gives the findings the severity ``Severity/info``.
    mutating func lower() {
        severity = .info
        sample.severity = .info
    }

    /// Returns the group with changed places of events. The closure must keep the order of places.
    func mappingPlaces(_ transform: (EventPlace) -> EventPlace) -> FindingGroup {
        var group = self
        group.first = transform(first)
        group.last = transform(last)
        return group
    }

    /// Returns the group with another place in the plan.
    func mappingPlanPlace(_ transform: (PlanPlace) -> PlanPlace) -> FindingGroup {
        var group = self
        group.sample.planPlace = sample.planPlace.map(transform)
        return group
    }

    /// Adds a finding.
    ///
    /// - Parameter isNewEvent: Whether this is the first finding of its event in the group.
    mutating func add(_ finding: PlanFinding, at place: EventPlace, isNewEvent: Bool) {
        count += 1
        if isNewEvent { eventCount += 1 }
        takeFirst(place, finding.found)
        last = max(last, place)
        if finding.words < sample.words { sample = finding }
        insert(finding.found)
    }

    /// Adds the findings of another group with the same key. The other group must be about other events.
    mutating func merge(_ other: FindingGroup) {
        count += other.count
        eventCount += other.eventCount
        takeFirst(other.first, other.firstFound)
        last = max(last, other.last)
        if other.sample.words < sample.words { sample = other.sample }
        other.leastFound.forEach { insert($0) }
    }

    private mutating func takeFirst(_ place: EventPlace, _ found: String) {
        // One event can have several equal findings. The least text does not depend on their order.
        if place == first, found.precedesExactly(firstFound) { firstFound = found }
        if place < first { (first, firstFound) = (place, found) }
    }

    private mutating func insert(_ found: String) {
        if leastFound.count == Self.sampleLimit, let last = leastFound.last,
            last.precedesExactly(found)
        {
            return
        }
        if leastFound.contains(where: { $0.isExactly(found) }) { return }
        leastFound.append(found)
        leastFound.sort { $0.precedesExactly($1) }
        leastFound = Array(leastFound.prefix(Self.sampleLimit))
    }
}

extension FindingGroup.Key {
    package init(_ finding: PlanFinding) {
        self.init(event: finding.event, path: finding.generalPath, id: finding.id)
    }
}

extension PlanFinding {
    /// The texts by which equal findings are sorted, so that the sample does not depend on the order of events.
    fileprivate var words: (ExactText, ExactText, ExactText) {
        (ExactText(path), ExactText(expected), ExactText(found))
    }
}
