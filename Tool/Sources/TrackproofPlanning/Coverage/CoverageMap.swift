package import Trackproof
import TrackproofJSON
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// All events, parameters, values and variants of a plan, and a search for those that a recorded event shows.
///
/// The map leaves out what apps should not track: deprecated, replaced and expired events, and deprecated and forbidden
/// parameters.
package final class CoverageMap: Sendable {
    /// The items, in the order of the plan.
    package let items: [CoverageItem]
    private let names: PlanNames
    private let events: [CoverageNode?]

    /// The maximum number of items of all events. Each item needs about 350 bytes.
    static let itemLimit = 1_000_000

    /// An app on a platform. The recordings contain its events.
    package struct App: Sendable {
        /// The platform, or `nil` if it is unknown.
        package var platform: String?
        /// The oldest and the newest version of the app, or `nil` if they are unknown.
        package var versions: ClosedRange<AppVersion>?

        package init(platform: String?, versions: ClosedRange<AppVersion>? = nil) {
            (self.platform, self.versions) = (platform, versions)
        }
    }

    /// Creates the map of a plan.
    ///
    /// - Parameters:
    ///   - apps: The apps of the recordings, or `nil` for all apps. The map leaves out events that none of these apps
    ///     tracks, and parameters that none of them sends.
    ///   - today: The current day as `YYYY-MM-DD`. The map leaves out events whose last day is before this day. If it is
    ///     `nil`, the map contains them.
    package init(_ plan: TrackingPlan, apps: [App]? = nil, today: String? = CheckContext().today) {
        let isKnown = apps?.allSatisfy { $0.platform != nil } ?? false
        var builder = CoverageBuilder(plan, recorded: isKnown ? apps?.compactMap(\.platform) : nil)
        names = PlanNames(plan)
        events = plan.eventsAndUser.map { event in
            let isEnded = today.map { today in event.expires.map { $0.name < today } ?? false } ?? false
            if event.isAtEnd || isEnded { return nil }
            return event.platforms(among: apps).map { builder.node(of: event, on: $0) }
        }
        items = builder.items
    }

    /// Creates a map of the items that a report lists. The map cannot find the items that a recorded event shows.
    package init(items: [CoverageItem]) {
        self.items = items
        names = PlanNames(nil)
        events = []
    }

    /// Adds the items that a recorded event shows to `seen`.
    ///
    /// - Parameter areTypesLost: Whether a text can stand for a number or a boolean, as in some databases.
    /// - Returns: Whether the plan has the event.
    @discardableResult
    package func add(_ event: RecordedEvent, areTypesLost: Bool = false, to seen: inout ItemSet) -> Bool {
        let event = names.asPlanned(event)
        guard let index = names.index(of: event) else { return false }
        if let node = events[index], !seen.contains(node.items) {
            let isUntyped = areTypesLost || event.source.isUntyped
            node.add(.object(event.event.parameters), isUntyped: isUntyped, to: &seen)
        }
        return true
    }

    /// Adds the items that the JSON object of an event's parameters shows to `seen`.
    ///
    /// - Parameters:
    ///   - parameters: The object, or `nil` if the event has none.
    ///   - index: The index of the event in `TrackingPlan.eventsAndUser`.
    package func add(
        parameters: UnsafeBufferPointer<UInt8>?, of index: Int, areTypesLost: Bool, to seen: inout ItemSet
    ) {
        guard let node = events[index], !seen.contains(node.items) else { return }
        guard let parameters, let base = parameters.baseAddress else {
            return node.add(.object([:]), isUntyped: areTypesLost, to: &seen)
        }
        var scanner = PlainScanner(base, from: 0, to: parameters.count)
        if node.add(&scanner, to: &seen) { return }
        var cursor = JSONCursor(base, from: 0, to: parameters.count, isFinal: true)
        do throws(JSONFailure) {
            node.add(try cursor.value(depth: 0), isUntyped: areTypesLost, to: &seen)
        } catch {
            // Only events that fit the plan come here, so their parameters are JSON.
        }
    }

    /// Returns the index of the item of an event, or `nil` if the map leaves out the event.
    ///
    /// - Parameter index: The index of the event in `TrackingPlan.eventsAndUser`.
    package func item(ofEvent index: Int) -> Int? { events[index]?.item }
}

extension PlannedEvent {
    /// Returns the platforms of the apps that should track the event. Empty for all platforms.
    ///
    /// - Returns: `nil` if none of the apps should track the event.
    fileprivate func platforms(among apps: [CoverageMap.App]?) -> [String]? {
        let own = platforms.map(\.name)
        guard let apps else { return own }
        let all = apps.filter { app in own.isEmpty || app.platform.map { own.contains(where: $0.isPlatform) } ?? true }
        let due = all.filter { app in
            guard let versions = app.versions else { return true }
            if let first = since.version(on: app.platform), versions.upperBound < first { return false }
            return ends.version(on: app.platform).map { versions.lowerBound < $0 } ?? true
        }
        if due.isEmpty { return nil }
        return due.count == all.count ? own : due.compactMap(\.platform)
    }
}

/// A node of a tree that finds the items that a value shows. Its inner nodes find the items of the value's members.
final class CoverageNode: Sendable {
    /// The index of the item that every value of this node shows, or `nil` if the values are elements of a list.
    let item: Int?
    /// The items of this node and its inner nodes.
    let items: Range<Int>
    private let values: [CanonicalValue: Int]
    /// The values that are texts, and their items in the same order.
    private let texts: (table: NameTable, items: [Int])
    private let names: NameTable
    /// The nodes of the members that ``names`` contains, in the same order.
    private let members: [CoverageNode]
    private let elements: CoverageNode?
    private let variants: [Variant]

    /// A variant of an event, with the node for the events that fulfil the variant's condition.
    struct Variant {
        let condition: VariantCondition
        let node: CoverageNode
    }

    init(
        item: Int?, items: Range<Int>, values: [(value: EventValue, item: Int)] = [],
        members: [ExactText: CoverageNode] = [:], elements: CoverageNode? = nil, variants: [Variant] = []
    ) {
        (self.item, self.items) = (item, items)
        self.values = Dictionary(values.map { (CanonicalValue($0.value), $0.item) }, uniquingKeysWith: { $1 })
        let texts = Dictionary(
            values.compactMap { value, item in value.string.map { (ExactText($0), item) } }, uniquingKeysWith: { $1 })
        self.texts = (NameTable(texts.map(\.key.text)), texts.map(\.value))
        names = NameTable(members.map(\.key.text))
        self.members = members.map(\.value)
        self.elements = elements
        self.variants = variants
    }

    /// Adds the items that a value shows.
    func add(_ value: EventValue, isUntyped: Bool, to seen: inout ItemSet) {
        if let item { seen.insert(item) }
        if !values.isEmpty, let item = self.item(of: value, isUntyped: isUntyped) { seen.insert(item) }
        switch value {
        case .object(let parameters):
            for parameter in parameters {
                guard let index = names.index(of: parameter.name) else { continue }
                members[index].add(parameter.value, isUntyped: isUntyped, to: &seen)
            }
            for variant in variants where variant.condition.isMet(by: parameters) {
                variant.node.add(value, isUntyped: isUntyped, to: &seen)
            }
        case .array(let values):
            guard let elements else { return }
            for value in values { elements.add(value, isUntyped: isUntyped, to: &seen) }
        default: break
        }
    }

    private func item(of value: EventValue, isUntyped: Bool) -> Int? {
        if let item = values[CanonicalValue(value)] { return item }
        guard isUntyped else { return nil }
        let others: [EventValue] =
            switch value {
            case .string("true"): [.bool(true)]
            case .string("false"): [.bool(false)]
            case .integer(0), .integer(1): [.bool(value == .integer(1)), .string(value.description)]
            case .string(let text): Double(text).map { [.number($0)] } ?? []
            default: [.string(value.description)]
            }
        return others.lazy.compactMap { self.values[CanonicalValue($0)] }.first
    }

    // MARK: Plain JSON

    /// Adds the items that the next value shows, and moves past the value.
    ///
    /// - Returns: `false` if the caller must add the items of the decoded value. Some of its items may be missing.
    func add(_ scanner: inout PlainScanner, to seen: inout ItemSet) -> Bool {
        if let item { seen.insert(item) }
        // Most values show no item that was not seen before.
        if seen.contains(items) { return scanner.skipValue() }
        guard variants.isEmpty else { return false }
        switch scanner.next() {
        case 0x7B: return object(&scanner, &seen)
        case 0x5B:
            guard let elements, scanner.take(0x5B) else { return scanner.skipValue() }
            if scanner.take(0x5D) { return true }
            while elements.add(&scanner, to: &seen) {
                guard let more = scanner.continues(until: 0x5D) else { return false }
                if !more { return true }
            }
            return false
        case 0x22:
            guard let text = scanner.text() else { return false }
            guard let index = texts.table.index(ofBytes: text.bytes, after: -1) else { return values.isEmpty }
            seen.insert(texts.items[index])
            return true
        default: return values.isEmpty && scanner.skipValue()
        }
    }

    private func object(_ scanner: inout PlainScanner, _ seen: inout ItemSet) -> Bool {
        guard !members.isEmpty, scanner.take(0x7B) else { return scanner.skipValue() }
        if scanner.take(0x7D) { return true }
        var last = -1
        while true {
            guard let name = scanner.text(), scanner.take(0x3A) else { return false }
            if let index = names.index(ofBytes: name.bytes, after: last) {
                last = index
                guard members[index].add(&scanner, to: &seen) else { return false }
            } else {
                guard scanner.skipValue() else { return false }
            }
            guard let more = scanner.continues(until: 0x7D) else { return false }
            if !more { return true }
        }
    }
}

/// A set of indices between 0 and `count` - 1.
package struct ItemSet: Sendable, Hashable {
    private var words: [UInt64]

    package init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

    func contains(_ index: Int) -> Bool { words[index / 64] & 1 << UInt64(index % 64) != 0 }

    /// Returns whether the set has all indices of a range.
    func contains(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(range.upperBound, (index / 64 + 1) * 64)
            let mask = (UInt64.max >> UInt64(64 - (end - index))) << UInt64(index % 64)
            if words[index / 64] & mask != mask { return false }
            index = end
        }
        return true
    }

    func forEach(_ body: (Int) -> Void) {
        for (index, var word) in words.enumerated() {
            while word != 0 {
                body(index * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }
}
