import Trackproof
package import TrackproofPlans
import TrackproofPlatform

/// Findings with the same event name, path and id. A report shows a group as one entry.
///
/// The path of a group has no positions in lists: findings for `items[3].sku` and `items[4].sku` are in one group.
package struct FindingGroup: Sendable, Hashable {
    /// The event name, path and id that all findings of a group have.
    package typealias Key = FindingKey<FindingID>

    /// The maximum number of texts in ``samples``.
    package static let sampleLimit = 3

    /// The event name, path and id that all findings of the group have.
    package let key: Key
    /// The severity of the findings.
    package private(set) var severity: Severity
    /// The finding that represents the group in a report.
    ///
    /// It is the first finding if the findings are sorted by path, `expected` and `found`.
    package private(set) var sample: PlanFinding
    /// The number of findings in the group.
    package private(set) var count = 1
    /// The number of events that have at least one finding of the group.
    package private(set) var eventCount = 1
    /// The place of the first event with a finding of the group.
    package private(set) var first: EventPlace
    /// The place of the last event with a finding of the group.
    package private(set) var last: EventPlace
    /// The share that a team has accepted, if a baseline contains the finding, but its share has risen; otherwise `nil`.
    package var accepted: FindingShare?
    /// The text `found` of the first event's finding.
    ///
    /// If the first event has several findings of the group, it is the first of their texts in byte order.
    private var firstFound: String
    /// Up to ``sampleLimit`` different texts `found` of the findings: the first texts in byte order.
    private var leastFound: [String]

    /// Up to ``sampleLimit`` different texts `found` of the findings. The first text is from the first event.
    package var samples: [String] { Array(texts.prefix(Self.sampleLimit)) }

    /// The texts from which a group can be created again: ``firstFound``, and the other texts of `leastFound`.
    package var texts: [String] { [firstFound] + leastFound.filter { !$0.isExactly(firstFound) } }

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
    /// - Parameter samples: The value of ``samples`` or ``texts``.
    package init(
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

    /// Changes the severity of the findings to ``Severity/info``.
    mutating func lower() {
        severity = .info
        sample.severity = .info
    }

    /// Sets the name that the app perhaps meant.
    mutating func suggest(_ name: String?) { sample.nearest = name }

    /// Returns a copy in which `transform` has changed the places of events. `transform` must keep the order of the
    /// places.
    func mappingPlaces(_ transform: (EventPlace) -> EventPlace) -> FindingGroup {
        var group = self
        group.first = transform(first)
        group.last = transform(last)
        return group
    }

    /// Returns a copy in which `transform` has changed the place in the plan.
    func mappingPlanPlace(_ transform: (PlanPlace) -> PlanPlace) -> FindingGroup {
        var group = self
        group.sample.planPlace = sample.planPlace.map(transform)
        return group
    }

    /// Adds a finding to the group.
    ///
    /// - Parameter isNewEvent: Whether the event has no other finding in the group yet.
    mutating func add(_ finding: PlanFinding, at place: EventPlace, isNewEvent: Bool) {
        count += 1
        if isNewEvent { eventCount += 1 }
        takeFirst(place, finding.found)
        last = max(last, place)
        if finding.words < sample.words { sample = finding }
        insert(finding.found)
    }

    /// Adds the findings of a group with the same key. Its findings must be about other events than those of this
    /// group.
    mutating func merge(_ other: FindingGroup) {
        count += other.count
        eventCount += other.eventCount
        takeFirst(other.first, other.firstFound)
        last = max(last, other.last)
        if other.sample.words < sample.words { sample = other.sample }
        // Two processes can read the same plan from different files.
        if other.sample.words == sample.words, let place = other.sample.planPlace, let known = sample.planPlace,
            place.precedes(known)
        {
            sample.planPlace = place
        }
        other.leastFound.forEach { insert($0) }
    }

    private mutating func takeFirst(_ place: EventPlace, _ found: String) {
        // If the first event has several findings of the group, `firstFound` is their first text in byte order. So the
        // order in which findings are added does not matter.
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
    /// The texts by which findings are sorted to choose `sample`.
    ///
    /// Because of this sorting, the order in which findings are added does not matter.
    fileprivate var words: (ExactText, ExactText, ExactText) {
        (ExactText(path), ExactText(expected), ExactText(found))
    }
}

/// The place of an event: the event's number in a file, a test or a session.
///
/// A check can start inside a file, at an offset. In this case, the number counts events from this offset.
package struct EventPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file as the caller passed it, or the name of the test or session.
    package let origin: String
    /// The offset in the file, in bytes, from which ``number`` counts. 0 is the beginning of the file.
    package let offset: UInt64
    /// The number of the event: 1 for the first event, or 0 if the place is unknown.
    package let number: Int

    /// Creates a place.
    package init(_ origin: String, offset: UInt64 = 0, number: Int) {
        self.origin = origin
        self.offset = offset
        self.number = number
    }

    /// The place of an event that does not come from a file, for example of an event in a database.
    package static let unknown = EventPlace("", number: 0)

    /// Returns whether `left` is before `right`: first by origin, then by offset, then by number.
    package static func < (left: EventPlace, right: EventPlace) -> Bool {
        let origins = (ExactText(left.origin), ExactText(right.origin))
        return (origins.0, left.offset, left.number) < (origins.1, right.offset, right.number)
    }

    /// The place as text: `run.ndjson#14`, or `run.ndjson@4096#14` if the number counts from byte 4096.
    package var description: String {
        if number == 0 { return "" }
        return offset == 0 ? "\(origin)#\(number)" : "\(origin)@\(offset)#\(number)"
    }
}
