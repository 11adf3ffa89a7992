import Trackproof
import TrackproofSnapshots
import TrackproofText

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
    private var unread: Set<Int> = []
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
        self.init(members, at: node.place, what, &problems)
    }

    private init(_ members: [PlanMember], at place: PlanPlace, _ what: String, _ problems: inout PlanProblems) {
        self.members = members
        self.place = place
        self.what = what
        unread = Set(members.indices)
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
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        unread.remove(index)
        return members[index]
    }

    /// Reports each member that no call of `take` has read, except members whose names begin with `x-`.
    ///
    /// - Parameters:
    ///   - names: The names of the members that the object may have. Used to suggest a name.
    ///   - advice: For names from other formats, what to write instead. The key is the name from the other format.
    public func finish(_ names: [String], advice: [String: String] = [:], _ problems: inout PlanProblems) {
        for index in unread.sorted() where !members[index].name.hasPrefix("x-") {
            let name = members[index].name
            if let advice = advice[name] {
                problems.add(members[index].place, "unknown member of \(what): \(name.quotedForMessages); \(advice)")
                continue
            }
            var hint = NameSimilarity.question(about: name, among: names)
            if hint.isEmpty {
                hint = "; names of your own members must begin with \"x-\""
            } else if NameSimilarity.nearest(to: name, among: names, from: 0.7) == nil {
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
        guard let member = take(name) else { return nil }
        return member.value.text(&problems)
    }

    mutating func flag(_ name: String, _ problems: inout PlanProblems) -> Bool? {
        guard let member = take(name) else { return nil }
        return member.value.flag(&problems)
    }

    mutating func reference(_ name: String, _ problems: inout PlanProblems) -> NameWithPlace? {
        guard let node = take(name)?.value, let text = node.text(&problems) else { return nil }
        return NameWithPlace(name: text, place: node.place)
    }

    mutating func names(_ name: String, _ problems: inout PlanProblems) -> [NameWithPlace] {
        guard let member = take(name) else { return [] }
        return member.value.names(&problems)
    }
}

extension PlanNode {
    /// Returns the text of the node.
    public func text(_ problems: inout PlanProblems) -> String? {
        if case .string(let text) = content { return text }
        problems.expected("a string", at: self)
        return nil
    }

    func flag(_ problems: inout PlanProblems) -> Bool? {
        if case .bool(let value) = content { return value }
        problems.expected("true or false", at: self)
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

    func names(_ problems: inout PlanProblems) -> [NameWithPlace] {
        elements("a list of names", &problems).compactMap { element in
            element.text(&problems).map { NameWithPlace(name: $0, place: element.place) }
        }
    }
}
