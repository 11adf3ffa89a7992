import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The errors that the readers of a plan have found so far.
///
/// The readers continue after an error, so that the author of the plan sees all errors at once.
public struct PlanProblems {
    /// The errors so far, at most ``PlanErrors/limit``.
    public private(set) var list: [PlanError] = []
    /// The number of schemas around the schema that is read now.
    var schemaDepth = 0

    /// Creates an empty list of errors.
    public init() {}

    /// Adds an error, if the list is not full.
    public mutating func add(_ place: PlanPlace, _ message: String) {
        if list.count < PlanErrors.limit { list.append(PlanError(at: place, message)) }
    }

    /// Adds an error about a name that is not one of the known names, and suggests what to write.
    mutating func add(unknown what: String, _ name: NameWithPlace, among known: [String], advice: String? = nil) {
        let hint = advice.map { "; " + $0 } ?? NameSimilarity.question(about: name.name, among: known)
        add(name.place, "unknown \(what) \(name.name.quotedForDisplay)" + hint)
    }

    /// Adds an error that says what was expected instead of the node.
    ///
    /// - Parameter isRoot: Whether the node is a whole file. The error does not quote a whole file, because it can be a
    ///   file of another kind, which contains secrets.
    public mutating func expected(_ what: String, at node: PlanNode, isRoot: Bool = false) {
        add(node.place, "expected \(what), found \(isRoot ? node.typeDescription : node.shortDescription)")
    }
}

/// A reader of the members of one object in a plan. It reports members whose names it does not know.
public struct ObjectReader {
    private let members: [PlanMember]
    /// For each member, whether `take` has returned it.
    private var isRead: [Bool]
    /// The names that `take` was asked for: those that the object may have.
    private var known: [String] = []
    /// The place of the object.
    package let place: PlanPlace
    /// What the object is, as a text for messages: "an event".
    private let what: String

    /// Creates a reader of a node. If the node is not an object, reports an error and returns `nil`.
    ///
    /// - Parameter isRoot: Whether the node is a whole file.
    public init?(_ node: PlanNode, _ what: String, isRoot: Bool = false, _ problems: inout PlanProblems) {
        guard case .object(let members) = node.content else {
            problems.expected(what, at: node, isRoot: isRoot)
            return nil
        }
        self.members = members
        isRead = Array(repeating: false, count: members.count)
        place = node.place
        self.what = what
        Self.checkRepeated(members, &problems)
    }

    /// Reports each member whose name an earlier member of the object has too.
    public static func checkRepeated(_ members: [PlanMember], _ problems: inout PlanProblems) {
        var places: [ExactText: PlanPlace] = [:]
        for member in members {
            if let first = places.updateValue(member.place, forKey: ExactText(member.name)) {
                problems.add(
                    member.place, "\(member.name.quotedForMessages) is given twice; the first is at \(first)")
            }
        }
    }

    /// Returns the member with a name and marks it as read, or returns `nil` if there is no such member.
    public mutating func take(_ name: String) -> PlanMember? {
        known.append(name)
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        isRead[index] = true
        return members[index]
    }

    /// Reports each member that no call of `take` has read, except members whose names begin with `x-`.
    ///
    /// Suggests one of the names that `take` was asked for.
    ///
    /// - Parameter advice: For names from other formats, what to write instead. The key is the name from the other format.
    public func finish(advice: [String: String] = [:], _ problems: inout PlanProblems) {
        for index in members.indices where !isRead[index] && !members[index].name.hasPrefix("x-") {
            let name = members[index].name
            if let advice = advice[name] {
                problems.add(members[index].place, "unknown member of \(what): \(name.quotedForMessages); \(advice)")
                continue
            }
            var hint = NameSimilarity.question(about: name, among: known)
            if hint.isEmpty {
                hint = "; names of your own members must begin with \"x-\""
            } else if NameSimilarity.nearest(to: name, among: known, from: 0.7) == nil {
                hint += " Names of your own members must begin with \"x-\""
            }
            problems.add(members[index].place, "unknown member of \(what): \(name.quotedForMessages)\(hint)")
        }
    }
}

// These functions return the value of a member. If the value has the wrong type, they report an error and return `nil`
// or an empty list.
extension ObjectReader {
    /// Returns the text of a member.
    public mutating func text(_ name: String, _ problems: inout PlanProblems) -> String? {
        take(name)?.value.text(&problems)
    }

    mutating func flag(_ name: String, _ problems: inout PlanProblems) -> Bool? {
        take(name)?.value.flag(&problems)
    }

    mutating func members(_ name: String, _ what: String, _ problems: inout PlanProblems) -> [PlanMember] {
        take(name)?.value.members(what, &problems) ?? []
    }

    /// Returns the names in the list of a member.
    public mutating func names(_ name: String, _ problems: inout PlanProblems) -> [NameWithPlace] {
        take(name)?.value.names(&problems) ?? []
    }

    /// Reads whether apps should not send a value any longer.
    ///
    /// Instead of `true`, the member can have a text that says why, or what replaces the value.
    mutating func isDeprecated(_ problems: inout PlanProblems) -> Bool {
        guard let node = take("deprecated")?.value else { return false }
        if case .string = node.content { return true }
        return node.flag(&problems) ?? false
    }
}

extension PlanNode {
    /// Returns the text of the node.
    public func text(_ problems: inout PlanProblems) -> String? {
        if case .string(let text) = content { return text }
        problems.expected("a string", at: self)
        return nil
    }

    /// Returns the text of the node as a name.
    func reference(_ problems: inout PlanProblems) -> NameWithPlace? {
        text(&problems).map { NameWithPlace(name: $0, place: place) }
    }

    func flag(_ problems: inout PlanProblems) -> Bool? {
        if case .bool(let value) = content { return value }
        problems.expected("true or false", at: self)
        return nil
    }

    /// Returns the value of an enumeration whose raw value is the text of the node.
    ///
    /// - Parameter other: Another valid text, for which the method returns `nil`.
    public func choice<Value: RawRepresentable<String> & CaseIterable>(
        or other: String? = nil, _ problems: inout PlanProblems
    ) -> Value? {
        guard let word = text(&problems) else { return nil }
        if let value = Value(rawValue: word) { return value }
        let known = [other].compactMap(\.self) + Value.allCases.map(\.rawValue)
        if word != other { problems.expected("one of " + known.joined(separator: ", "), at: self) }
        return nil
    }

    /// Returns the elements of the node.
    public func elements(_ what: String, _ problems: inout PlanProblems) -> [PlanNode] {
        if case .array(let elements) = content { return elements }
        problems.expected(what, at: self)
        return []
    }

    /// Returns the members of the node.
    public func members(_ what: String, _ problems: inout PlanProblems) -> [PlanMember] {
        guard case .object(let members) = content else {
            problems.expected(what, at: self)
            return []
        }
        ObjectReader.checkRepeated(members, &problems)
        return members
    }

    /// Returns the node itself. Reports each name that occurs twice in one object inside the node.
    func data(_ problems: inout PlanProblems) -> PlanNode {
        switch content {
        case .object(let members):
            ObjectReader.checkRepeated(members, &problems)
            for member in members { _ = member.value.data(&problems) }
        case .array(let elements):
            for element in elements { _ = element.data(&problems) }
        case .null, .bool, .number, .string: break
        }
        return self
    }

    /// Returns the names in the node, which is a list.
    public func names(_ problems: inout PlanProblems) -> [NameWithPlace] {
        elements("a list of names", &problems).compactMap { $0.reference(&problems) }
    }
}
