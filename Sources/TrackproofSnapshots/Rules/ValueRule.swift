package import Trackproof
import TrackproofPlatform

/// A rule that decides whether an actual value is accepted for an expected value.
///
/// If the value is an object or an array, this rule also contains the rules for the values inside. An actual value must
/// equal the expected value if there is no rule for it.
///
/// In a snapshot's file, a rule applies to all events with the same name. In a test's code, each expected event has its
/// own rule. `ValueRule` represents rules of both kinds.
package final class ValueRule {
    /// The test that the actual value must pass, or `nil` if the actual value is compared with the expected value.
    let test: ValueTest?
    /// The text that messages show instead of the expected value, such as `<uuid>` or `a UUID`.
    ///
    /// `nil` if messages show the expected value.
    let words: String?
    /// Whether the comparison ignores the members of an actual object that have no rule. See ``ignores(_:)``.
    private let isPartial: Bool
    /// The patterns of the names of members that the comparison ignores if they have no rule. See ``ignores(_:)``.
    private let ignored: [NamePattern]
    /// The rule for the user of an identity event, which is an event of the kind `identify`, `group`, `alias` or `reset`.
    ///
    /// If ``comparesUser`` is `true`, this is the rule for the user of an event of any kind.
    let user: ValueRule?
    /// Whether the user of an event is compared even if the event is not an identity event.
    let comparesUser: Bool
    /// The names of the types that the app must have passed for members, by the names of the members.
    let passedTypes: [String: String]
    private struct Member {
        let name: String
        /// The snapshot's rules for the member, from which ``ValueRule/member(_:)`` creates `rule`.
        var trees: [VolatileTree] = []
        /// The rule for the member, or `nil` if ``ValueRule/member(_:)`` has not created it yet.
        var rule: ValueRule?
    }

    // This is an array and not a dictionary, because most rules have two or three members. For so few members, it is
    // faster to compare all names than to compute the hash of a name.
    private var members: [Member]
    private var elements: [Int: ValueRule]
    /// The snapshot's rules for the value and the values inside it. An earlier tree overrules a later tree.
    ///
    /// ``member(_:)`` and ``element(_:)`` create the rule for a member or an element from these trees when an event
    /// contains it. To create the rules for all possible members and elements in advance would need too much memory.
    private let trees: [VolatileTree]
    private var membersOfTrees: [ExactText: ValueRule] = [:]
    private let acceptsPlaceholders: Bool
    /// Whether ``members`` contains all members that have a rule.
    ///
    /// If this is `false`, ``member(_:)`` finds the rules of a member in ``trees``.
    private let hasFewMembers: Bool
    private static let fewMembers = 16

    /// Creates a rule of an expected event in a test's code.
    ///
    /// - Parameters:
    ///   - test: The test that the actual value must pass, or `nil` if the actual value is compared with the expected
    ///     value.
    ///   - words: The text that messages show instead of the expected value, or `nil` if they show the expected value.
    ///   - members: The names and rules of an object's members. Each expected member has a rule if `isPartial` is `true` or
    ///     if its name fits a pattern in `ignored`.
    ///   - elements: The rules of an array's elements, by index.
    ///   - isPartial: Whether the comparison ignores the members of an actual object that have no rule.
    ///   - ignored: The patterns of the names of members that the comparison ignores if they have no rule.
    ///   - user: The rule for the user of the event.
    ///   - comparesUser: Whether the user is compared even if the event is not an identity event.
    ///   - passedTypes: The names of the types that the app must have passed for members, by the names of the members.
    package init(
        test: ValueTest? = nil, words: String? = nil, members: [(name: String, rule: ValueRule)] = [],
        elements: [Int: ValueRule] = [:], isPartial: Bool = false, ignored: [NamePattern] = [], user: ValueRule? = nil,
        comparesUser: Bool = false, passedTypes: [String: String] = [:]
    ) {
        self.test = test
        self.words = words
        self.members = members.map { Member(name: $0.name, rule: $0.rule) }
        self.elements = elements
        self.isPartial = isPartial
        self.ignored = ignored
        self.user = user
        self.comparesUser = comparesUser
        self.passedTypes = passedTypes
        trees = []
        acceptsPlaceholders = false
        hasFewMembers = true
    }

    /// Creates the rule for the parameters and the user of an event, from a snapshot's rules.
    ///
    /// In a snapshot's rules, the path `user` means the user of an identity event, as if the user were a parameter.
    ///
    /// - Parameters:
    ///   - trees: The snapshot's rules for the event. An earlier tree overrules a later tree.
    ///   - acceptsPlaceholders: Whether a placeholder, such as `<uuid>`, counts as a value of its shape.
    convenience init(ofEvent trees: [VolatileTree], acceptsPlaceholders: Bool) {
        let user = trees.compactMap { $0.children[ExactText("user")] }
        self.init(
            trees, acceptsPlaceholders: acceptsPlaceholders,
            user: user.isEmpty ? nil : ValueRule(user, acceptsPlaceholders: acceptsPlaceholders))
    }

    private init(_ trees: [VolatileTree], acceptsPlaceholders: Bool, user: ValueRule? = nil) {
        let shape = trees.lazy.compactMap(\.shape).first
        test = shape.map { .shape(ShapeMatcher($0, acceptsPlaceholder: acceptsPlaceholders)) }
        words = shape?.placeholderText
        isPartial = false
        ignored = []
        self.user = user
        comparesUser = false
        passedTypes = [:]
        self.acceptsPlaceholders = acceptsPlaceholders
        elements = [:]
        self.trees = trees
        hasFewMembers = trees.reduce(0) { $0 + $1.children.count } <= Self.fewMembers
        let names = hasFewMembers ? Set(trees.flatMap(\.children.keys)) : []
        members = names.map { name in
            Member(name: name.text, trees: trees.compactMap { $0.children[name] })
        }
    }

    /// Returns whether the app passed a member with a type that this rule accepts.
    func acceptsPassedType(of name: String, in members: EventParameters) -> Bool {
        if passedTypes.isEmpty { return true }
        return passedTypes[name].map { $0 == members.passedType(of: name) } ?? true
    }

    /// The shape that the actual value must have, or `nil` if the rule does not require a shape.
    var shape: VolatileShape? {
        if case .shape(let matcher)? = test { matcher.shape } else { nil }
    }

    /// Returns the rule for the member `name` of an object, or `nil` if the member has no rule.
    func member(_ name: String) -> ValueRule? {
        if hasFewMembers {
            guard let place = members.firstIndex(where: { $0.name.isExactly(name) }) else { return nil }
            if let known = members[place].rule { return known }
            let rule = ValueRule(members[place].trees, acceptsPlaceholders: acceptsPlaceholders)
            members[place].rule = rule
            return rule
        }
        let name = ExactText(name)
        if let known = membersOfTrees[name] { return known }
        let children = trees.compactMap { $0.children[name] }
        if children.isEmpty { return nil }
        let rule = ValueRule(children, acceptsPlaceholders: acceptsPlaceholders)
        membersOfTrees[name] = rule
        return rule
    }

    /// Returns the rule for the element at `index` of an array, or `nil` if the element has no rule.
    ///
    /// A snapshot can have rules for the element at this index, and rules for all elements (`*`). The rules for this
    /// index overrule the rules for all elements.
    func element(_ index: Int) -> ValueRule? {
        if let known = elements[index] { return known }
        if trees.isEmpty { return nil }
        guard trees.contains(where: \.hasIndices) else { return member("*") }
        let children = trees.compactMap { $0.children[ExactText(String(index))] }
        if children.isEmpty { return member("*") }
        let any = trees.compactMap { $0.children[ExactText("*")] }
        let rule = ValueRule(children + any, acceptsPlaceholders: acceptsPlaceholders)
        elements[index] = rule
        return rule
    }

    /// Returns whether the comparison ignores the member `name` of an object. It never ignores a member with a rule.
    @inline(__always)
    func ignores(_ name: String) -> Bool { ignoresWithoutRule(name) && member(name) == nil }

    /// Returns whether the comparison ignores the member `name` of an object, which must have no rule.
    @inline(__always)
    func ignoresWithoutRule(_ name: String) -> Bool {
        isPartial || (!ignored.isEmpty && ignored.contains { $0.matches(name) })
    }
}

/// A test that an actual value must pass.
package enum ValueTest {
    /// The value must have this shape.
    case shape(ShapeMatcher)
    /// The closure must return `true` for the value.
    ///
    /// The closure can be part of a test, so it may take long. Trackproof must not call it while it holds a lock.
    case predicate((EventValue) -> Bool)

    func matches(_ value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.matches(value)
        case .predicate(let isWanted): isWanted(value)
        }
    }

    /// Returns whether the test could accept a value that has the same type as `value`.
    func accepts(typeOf value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.shape.accepts(typeOf: value)
        case .predicate: true
        }
    }
}

/// A tree of rules from ``SnapshotSettings/volatile``, with a level for each component of a ``ParameterPath``.
struct VolatileTree {
    private(set) var shape: VolatileShape?
    private(set) var children: [ExactText: VolatileTree] = [:]
    /// Whether the name of any child is an integer, which can be the index of an array's element.
    private(set) var hasIndices = false

    /// Creates a tree from rules. If two rules have the same path, the later rule overrules the earlier rule.
    init(_ rules: some Sequence<(path: ParameterPath, shape: VolatileShape)> = EmptyCollection()) {
        for (path, shape) in rules { insert(shape, at: path.components[...]) }
    }

    private mutating func insert(_ shape: VolatileShape, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self.shape = shape
            return
        }
        if Int(first) != nil { hasIndices = true }
        children[ExactText(first), default: VolatileTree()].insert(shape, at: path.dropFirst())
    }
}
