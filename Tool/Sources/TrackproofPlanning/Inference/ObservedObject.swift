import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// What recorded objects have in common. The objects can also be the parameters of events with the same name.
struct ObservedObject: Sendable {
    struct Member: Sendable {
        let name: ExactText
        var value = ObservedValue()
    }

    /// The number of recorded objects.
    private(set) var count = 0
    private(set) var members: [Member] = []
    private var indices: [String: Int] = [:]
    /// The number of values that were left out because the plan cannot contain their names.
    private(set) var leftOut = 0
    /// Whether one of the values that were left out is a text that looks like personal data.
    private(set) var leavesOutPersonalData = false

    /// Adds an object.
    mutating func add(_ object: EventParameters, depth: Int) {
        count += 1
        for member in object {
            if let index = index(of: ExactText(member.name)) {
                members[index].value.add(member.value, depth: depth)
            } else {
                leaveOut(member.value)
            }
        }
    }

    mutating func merge(_ other: ObservedObject) {
        count += other.count
        leftOut += other.leftOut
        leavesOutPersonalData = leavesOutPersonalData || other.leavesOutPersonalData
        for member in other.members {
            if let index = index(of: member.name) {
                members[index].value.merge(member.value)
            } else {
                leftOut += member.value.count
                leavesOutPersonalData = leavesOutPersonalData || !member.value.texts.personalData.isEmpty
            }
        }
    }

    /// Returns what the values of the member with this name have in common, or `nil` if no object has such a member.
    subscript(name: ExactText) -> ObservedValue? {
        guard let index = indices[name.text], members[index].name == name else { return nil }
        return members[index].value
    }

    private mutating func leaveOut(_ value: EventValue) {
        leftOut += 1
        if case .string(let text) = value, PersonalData.kind(of: text) != nil { leavesOutPersonalData = true }
    }

    /// Returns the index of a name, and adds the name if it is new. Returns `nil` if the plan cannot contain the name.
    private mutating func index(of name: ExactText) -> Int? {
        // Two Unicode forms of a name look the same, and an object in a YAML file cannot have both as names.
        if let index = indices[name.text] { return members[index].name == name ? index : nil }
        guard members.count < InferenceLimits.members, InferenceLimits.canBeName(name.text) else { return nil }
        indices[name.text] = members.count
        members.append(Member(name: name))
        return members.count - 1
    }
}

/// What all recorded events with the same name have in common.
struct ObservedEvent: Sendable {
    let name: ExactText
    private var kinds: [EventKind: Int] = [:]
    private(set) var parameters = ObservedObject()

    init(name: ExactText) { self.name = name }

    mutating func add(_ event: Event) {
        kinds[event.kind, default: 0] += 1
        parameters.add(event.parameters, depth: 1)
    }

    /// The kinds of the events, the most frequent kind first. Leaves out aliases and resets, because a plan need
    /// not declare them.
    var kindCounts: [(kind: EventKind, count: Int)] {
        let counts = EventKind.allCases.filter(\.mustBePlanned).map { (kind: $0, count: kinds[$0, default: 0]) }
        return counts.filter { $0.count > 0 }.sorted {
            $0.count == $1.count ? $0.kind.rawValue > $1.kind.rawValue : $0.count > $1.count
        }
    }

    /// Whether one of the recorded events has a kind that ``kindCounts`` leaves out.
    var hasOtherKinds: Bool { kinds.keys.contains { !$0.mustBePlanned } }
}
