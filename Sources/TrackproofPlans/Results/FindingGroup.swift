internal import Trackproof

/// The findings of many events that have the same event name, path and id. A report shows them as one entry.
///
/// The positions of list elements in the paths do not matter: `items[3].sku` and `items[4].sku` are in one group.
@_spi(Tooling) public struct FindingGroup: Sendable, Hashable {
    /// What the findings of a group have in common.
    public struct Key: Sendable, Hashable, Comparable {
        /// The event's name.
        public let event: String
        /// The path without positions in lists, such as `items[].sku`. Empty if the findings are about the event
        /// itself.
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

        /// Returns whether `left` is before `right`: first by event, then by path, then by id.
        public static func < (left: Key, right: Key) -> Bool { left.texts < right.texts }

        /// Hashes the texts.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(event)
            hasher.combine(path)
            hasher.combine(id)
        }
    }

    /// The maximum number of texts in ``samples``.
    public static let sampleLimit = 3

    /// What the findings of the group have in common.
    public let key: Key
    /// The severity of the findings.
    public private(set) var severity: Severity
    /// One finding of the group: the first finding if the findings are sorted by path, `expected` and `found`.
    public private(set) var sample: PlanFinding
    /// The number of findings in the group.
    public private(set) var count = 1
    /// The number of events that have at least one finding of the group.
    public private(set) var eventCount = 1
    /// The place of the first event that has a finding of the group.
    public private(set) var first: EventPlace
    /// The place of the last event that has a finding of the group.
    public private(set) var last: EventPlace
    /// The text `found` of the finding of the first event.
    package private(set) var firstFound: String
    /// The first different texts `found` of the findings, sorted by their bytes, at most ``sampleLimit``.
    package private(set) var leastFound: [String]

    /// Different texts `found` of the findings, at most ``sampleLimit``. The first text is from the first event.
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

    /// Creates a group from the values in a report.
    ///
    /// - Parameter samples: Different texts `found` of the findings. The first text is from the first event.
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

    /// Creates a group from the result of a part of the events, to merge it with the results of the other parts.
    package init(
        _ sample: PlanFinding, count: Int, eventCount: Int, first: EventPlace, last: EventPlace, firstFound: String,
        leastFound: [String]
    ) {
        self.init(
            sample, count: count, eventCount: eventCount, first: first, last: last, samples: leastFound)
        self.firstFound = firstFound
    }

    /// Changes the severity of the findings to ``Severity/info``.
    mutating func lower() {
        severity = .info
        sample.severity = .info
    }

    /// Returns the group with the places of events replaced. `transform` must not change the order of the places.
    func mappingPlaces(_ transform: (EventPlace) -> EventPlace) -> FindingGroup {
        var group = self
        group.first = transform(first)
        group.last = transform(last)
        return group
    }

    /// Returns the group with the place in the plan replaced.
    func mappingPlanPlace(_ transform: (PlanPlace) -> PlanPlace) -> FindingGroup {
        var group = self
        group.sample.planPlace = sample.planPlace.map(transform)
        return group
    }

    /// Adds a finding to the group.
    ///
    /// - Parameter isNewEvent: Whether the group has no other finding of the same event.
    mutating func add(_ finding: PlanFinding, at place: EventPlace, isNewEvent: Bool) {
        count += 1
        if isNewEvent { eventCount += 1 }
        takeFirst(place, finding.found)
        last = max(last, place)
        if finding.words < sample.words { sample = finding }
        insert(finding.found)
    }

    /// Adds the findings of another group that has the same key and only findings of other events.
    mutating func merge(_ other: FindingGroup) {
        count += other.count
        eventCount += other.eventCount
        takeFirst(other.first, other.firstFound)
        last = max(last, other.last)
        if other.sample.words < sample.words { sample = other.sample }
        other.leastFound.forEach { insert($0) }
    }

    private mutating func takeFirst(_ place: EventPlace, _ found: String) {
        // The first event can have several findings of the group. Taking the least text gives the same result in any
        // order.
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
    /// The texts by which `sample` is chosen. They do not depend on the order in which the events are added.
    fileprivate var words: (ExactText, ExactText, ExactText) {
        (ExactText(path), ExactText(expected), ExactText(found))
    }
}
