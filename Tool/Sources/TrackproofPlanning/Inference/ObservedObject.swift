internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans

/// What several objects have in common, or what the parameters of events with the same name have in common.
struct ObservedObject: Sendable {
    struct Member: Sendable {
        let name: ExactName
        var value = ObservedValue()
    }

    /// The number of objects.
    private(set) var count = 0
    private(set) var members: [Member] = []
    private var indices: [String: Int] = [:]
    /// The number of values that are left out because the plan cannot have their names.
    private(set) var leftOut = 0
    /// Whether a text that is left out looks like personal data.
    private(set) var leavesOutPersonalData = false

    /// Adds an object, and returns the number of values that were added, including nested values.
    mutating func add(_ object: EventParameters, depth: Int, _ room: inout InferenceRoom) -> Int {
        count += 1
        var added = 0
        for member in object {
            if let index = index(of: ExactName(member.name), &room) {
                added += members[index].value.add(member.value, depth: depth, &room)
            } else {
                leaveOut(member.value)
            }
        }
        return added
    }

    mutating func merge(_ other: ObservedObject, _ room: inout InferenceRoom) {
        count += other.count
        leftOut += other.leftOut
        leavesOutPersonalData = leavesOutPersonalData || other.leavesOutPersonalData
        for member in other.members {
            if let index = index(of: member.name, &room) {
                members[index].value.merge(member.value, &room)
            } else {
                leftOut += member.value.count
                leavesOutPersonalData = leavesOutPersonalData || !member.value.texts.personalData.isEmpty
            }
        }
    }

    /// Returns the values of a name, or `nil` if there are none.
    subscript(name: ExactName) -> ObservedValue? {
        guard let index = indices[name.text], members[index].name == name else { return nil }
        return members[index].value
    }

    private mutating func leaveOut(_ value: EventValue) {
        leftOut += 1
        if case .string(let text) = value, PersonalData.kind(of: text) != nil { leavesOutPersonalData = true }
    }

    /// Returns the index of a name, or `nil` if the plan cannot have the name. Adds the name if it is new.
    private mutating func index(of name: ExactName, _ room: inout InferenceRoom) -> Int? {
        // Two Unicode forms of one name look the same, and a YAML file cannot have both.
        if let index = indices[name.text] { return members[index].name == name ? index : nil }
        guard members.count < InferenceLimits.members, room.take(name: name.text) else { return nil }
        indices[name.text] = members.count
        members.append(Member(name: name))
        return members.count - 1
    }
}
