package import Trackproof

/// How one place of an expected event is judged, and the places below it. A place without a rule expects the value that
/// stands in the expected event.
///
/// A snapshot's file has rules for all events of a name, an expectation in code has some of its own. Both come to this.
package final class ValueRule {
    /// Decides by itself whether a value is as expected; nil if the expected value does.
    let test: ValueTest?
    /// What is expected, as messages say it in place of a value: `<uuid>` in a snapshot, `a UUID` in code.
    let words: String?
    /// Whether an object may have members that neither it nor a rule names.
    let isPartial: Bool
    /// The rule of whom an identity event is about.
    let user: ValueRule?
    private struct Member {
        let name: String
        /// What a snapshot says of it.
        var trees: [VolatileTree] = []
        /// Nil until an event has such a member.
        var rule: ValueRule?
    }

    // Nearly always two or three: to compare them all is cheaper than to hash each parameter's name.
    private var members: [Member]
    private var elements: [Int: ValueRule]
    /// The rules of a snapshot, of which an earlier tree overrules a later one. What they say of a place becomes a rule
    /// when an event has such a place, since all that an event could have would be too many.
    private let trees: [VolatileTree]
    private var membersOfTrees: [ExactText: ValueRule] = [:]
    private let acceptsPlaceholders: Bool
    /// Whether ``members`` are all that there are.
    private let hasFewMembers: Bool
    private static let fewMembers = 16

    /// A rule of an expectation in code.
    ///
    /// - Parameters:
    ///   - test: Decides about the value; nil if the expected value or the rules below do.
    ///   - words: What is expected, as messages say it; nil if they show the expected value.
    ///   - members: The rules of an object's members, by name. Of a partial object every expected member has one.
    ///   - elements: The rules of an array's elements, by index.
    ///   - isPartial: Whether an object may have other members.
    ///   - user: The rule of whom an identity event is about.
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

    /// The rule of a whole event of a snapshot. Rules call the user of an identity event `user`, like a trait.
    ///
    /// - Parameters:
    ///   - trees: What the snapshot says; an earlier tree overrules a later one.
    ///   - acceptsPlaceholders: Whether a value that is the shape's placeholder has the shape, as in the events of a
    ///     snapshot.
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

    /// The shape that a snapshot's file says.
    var shape: VolatileShape? {
        if case .shape(let matcher)? = test { matcher.shape } else { nil }
    }

    /// The rule of an object's member.
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

    /// The rule of an array's element: of its index, completed by those of any; else of any.
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

    /// Whether this rule, or one below it, runs a test's own code.
    var runsOwnCode: Bool {
        switch test {
        case .predicate(_, isOwnCode: true)?: return true
        // A pattern takes its time on a long text.
        case .shape(let matcher)?: if case .pattern = matcher.shape { return true }
        default: break
        }
        return members.contains { $0.rule?.runsOwnCode ?? false } || elements.values.contains { $0.runsOwnCode }
            || user?.runsOwnCode ?? false
    }

    /// Whether a member of an actual object is left out of the comparison: nothing was said of it.
    @inline(__always)
    func ignores(_ name: String) -> Bool { isPartial && member(name) == nil }
}

/// Decides whether a value is as expected.
package enum ValueTest {
    /// The value must look like this.
    case shape(ShapeMatcher)
    /// The value must satisfy a condition. A test's own code must not run under a lock.
    case predicate((EventValue) -> Bool, isOwnCode: Bool)

    func matches(_ value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.matches(value)
        case .predicate(let isWanted, _): isWanted(value)
        }
    }

    /// Whether a value of this type could be as expected.
    func accepts(typeOf value: EventValue) -> Bool {
        switch self {
        case .shape(let matcher): matcher.shape.accepts(typeOf: value)
        case .predicate: true
        }
    }
}
