package import Trackproof

/// The rule for one value of an expected event, and for the values inside it.
///
/// If a value has no rule, the actual value must equal the expected value.
///
/// In a snapshot's file, the rules apply to all events of a name. In code, each expectation has its own rules. This
/// type represents both.
package final class ValueRule {
    /// The test that decides whether a value is as expected, or `nil` if the expected value decides.
    let test: ValueTest?
    /// The text that messages show in place of an expected value: `<uuid>` in a snapshot, `a UUID` in code.
    let words: String?
    /// Whether an object may have members that neither the expected object nor a rule names.
    let isPartial: Bool
    /// The rule for the user of an identity event.
    let user: ValueRule?
    private struct Member {
        let name: String
        /// The rules of a snapshot for the member.
        var trees: [VolatileTree] = []
        /// The rule for the member, or `nil` until an event has such a member.
        var rule: ValueRule?
    }

    // Most rules have two or three members. Comparing the names of all members is cheaper than hashing each parameter's
    // name.
    private var members: [Member]
    private var elements: [Int: ValueRule]
    /// The rules of a snapshot. An earlier tree overrules a later tree.
    ///
    /// The rule for a member or an element is created when an event has such a member or element, because rules for all
    /// possible members and elements would be too many.
    private let trees: [VolatileTree]
    private var membersOfTrees: [ExactText: ValueRule] = [:]
    private let acceptsPlaceholders: Bool
    /// Whether the rule has so few members that all are in ``members``.
    ///
    /// If not, ``member(_:)`` looks up members in the trees, by name.
    private let hasFewMembers: Bool
    private static let fewMembers = 16

    /// Creates a rule of an expectation in code.
    ///
    /// - Parameters:
    ///   - test: The test for the value, or `nil` if the expected value or the rules of its parts decide.
    ///   - words: The text of the expectation in messages, or `nil` if messages show the expected value.
    ///   - members: The rules of an object's members, by name. Every expected member of a partial object has a rule.
    ///   - elements: The rules of an array's elements, by index.
    ///   - isPartial: Whether an object may have other members.
    ///   - user: The rule for the user of an identity event.
    package init(
        test: ValueTest? = nil, words: String? = nil, members: [(name: String, rule: ValueRule)] = [],
        elements: [Int: ValueRule] = [:], isPartial: Bool = false, user: ValueRule? = nil
    ) {
        self.test = test
        self.words = words
        self.members = members.map { Member(name: $0.name, rule: $0.rule) }
        self.elements = elements
        self.isPartial = isPartial
        self.user = user
        trees = []
        acceptsPlaceholders = false
        hasFewMembers = true
    }

    /// Creates the rule for a whole event of a snapshot.
    ///
    /// In a snapshot's rules, the path `user` means the user of an identity event, as if the user were a trait.
    ///
    /// - Parameters:
    ///   - trees: The rules of the snapshot. An earlier tree overrules a later tree.
    ///   - acceptsPlaceholders: Whether a shape's placeholder counts as a value of the shape, as in a snapshot.
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
        self.user = user
        self.acceptsPlaceholders = acceptsPlaceholders
        elements = [:]
        self.trees = trees
        hasFewMembers = trees.reduce(0) { $0 + $1.children.count } <= Self.fewMembers
        let names = hasFewMembers ? Set(trees.flatMap(\.children.keys)) : []
        members = names.map { name in
            Member(name: name.text, trees: trees.compactMap { $0.children[name] })
        }
    }

    /// The shape in a snapshot's file, or `nil` if the rule has no shape.
    var shape: VolatileShape? {
        if case .shape(let matcher)? = test { matcher.shape } else { nil }
    }

    /// Returns the rule of an object's member, or `nil` if the member has no rule.
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

    /// Returns the rule of an array's element, or `nil` if the element has no rule.
    ///
    /// If there are rules for the index, they overrule the rules for any index, `*`. If not, only the rules for any
    /// index apply.
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

    /// Whether this rule, or a rule inside it, may take long, because the rule runs a test's own code or a pattern.
    var mayBeSlow: Bool {
        switch test {
        case .predicate(_, isOwnCode: true)?: return true
        // A pattern can take long on a long text.
        case .shape(let matcher)?: if case .pattern = matcher.shape { return true }
        default: break
        }
        return members.contains { $0.rule?.mayBeSlow ?? false } || elements.values.contains { $0.mayBeSlow }
            || user?.mayBeSlow ?? false
    }

    /// Returns whether a member of an actual object is ignored.
    ///
    /// A partial rule ignores members that it does not name.
    @inline(__always)
    func ignores(_ name: String) -> Bool { isPartial && member(name) == nil }
}

/// A test that decides whether a value is as expected.
package enum ValueTest {
    /// The value must have this shape.
    case shape(ShapeMatcher)
    /// The value must satisfy a condition. A test's own code must not run while a lock is held.
    case predicate((EventValue) -> Bool, isOwnCode: Bool)

    func matches(_ value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.matches(value)
        case .predicate(let isWanted, _): isWanted(value)
        }
    }

    /// Returns whether a value of this type could be as expected.
    func accepts(typeOf value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.shape.accepts(typeOf: value)
        case .predicate: true
        }
    }
}
