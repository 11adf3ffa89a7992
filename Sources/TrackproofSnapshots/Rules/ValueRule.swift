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
    // Nearly always two or three: to compare them all is cheaper than to hash each parameter's name.
    private let members: [(name: String, rule: ValueRule)]
    private let anyElement: ValueRule?
    private var elements: [Int: ValueRule]
    /// The rules of a snapshot for single indices, completed by those for any index. They become rules when an event has
    /// such an index, since all that an event could have would be too many.
    private let elementTrees: [Int: VolatileTree]
    private let acceptsPlaceholders: Bool

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
        self.members = members
        self.elements = elements
        self.isPartial = isPartial
        self.user = user
        anyElement = nil
        elementTrees = [:]
        acceptsPlaceholders = false
    }

    /// A rule of a snapshot.
    ///
    /// - Parameter acceptsPlaceholders: Whether a value that is the shape's placeholder has the shape, as in the events
    ///   of a snapshot.
    convenience init(_ tree: VolatileTree, acceptsPlaceholders: Bool) {
        self.init(tree, acceptsPlaceholders: acceptsPlaceholders, isRoot: false)
    }

    /// The rule of a whole event. Rules call the user of an identity event `user`, like a trait.
    static func ofEvent(_ tree: VolatileTree, acceptsPlaceholders: Bool) -> ValueRule {
        ValueRule(tree, acceptsPlaceholders: acceptsPlaceholders, isRoot: true)
    }

    private init(_ tree: VolatileTree, acceptsPlaceholders: Bool, isRoot: Bool) {
        test = tree.shape.map { .shape(ShapeMatcher($0, acceptsPlaceholder: acceptsPlaceholders)) }
        words = tree.shape?.placeholderText
        isPartial = false
        self.acceptsPlaceholders = acceptsPlaceholders
        let rules = tree.children.mapValues { ValueRule($0, acceptsPlaceholders: acceptsPlaceholders) }
        let any = tree.children[ExactText("*")]
        anyElement = rules[ExactText("*")]
        var elementTrees: [Int: VolatileTree] = [:]
        for (name, child) in tree.children {
            guard let index = Int(name.text), String(index) == name.text else { continue }
            elementTrees[index] = any.map(child.completed) ?? child
        }
        self.elementTrees = elementTrees
        elements = [:]
        members = rules.map { ($0.text, $1) }
        user = isRoot ? rules[ExactText("user")] : nil
    }

    /// The shape that a snapshot's file says.
    var shape: VolatileShape? {
        if case .shape(let matcher)? = test { matcher.shape } else { nil }
    }

    /// The rule of an object's member.
    func member(_ name: String) -> ValueRule? {
        for member in members where member.name.isExactly(name) { return member.rule }
        return nil
    }

    /// The rule of an array's element: of its index, else of any.
    func element(_ index: Int) -> ValueRule? {
        if let known = elements[index] { return known }
        guard !elementTrees.isEmpty, let tree = elementTrees[index] else { return anyElement }
        let rule = ValueRule(tree, acceptsPlaceholders: acceptsPlaceholders)
        elements[index] = rule
        return rule
    }

    /// Whether this rule, or one below it, runs a test's own code.
    var runsOwnCode: Bool {
        switch test {
        case .predicate(_, isOwnCode: true)?: return true
        // A test's own pattern may take any time.
        case .shape(let matcher)?: if case .pattern = matcher.shape { return true }
        default: break
        }
        return members.contains { $0.rule.runsOwnCode } || elements.values.contains { $0.runsOwnCode }
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
