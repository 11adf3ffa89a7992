public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// An expected event, with matchers for values that vary.
///
/// The static members of ``/Trackproof/EventConvertible`` create expectations, such as `.event(…)` and `.screen(…)`. Add
/// such members of your own in an `extension EventConvertible where Self == EventExpectation`.
///
/// ```swift
/// expectEvents(.event("login", kind: .screen), .event("purchase", ["order_id": .uuid])) {
///     viewModel.buy()
/// }
/// ```
public struct EventExpectation: EventConvertible, CustomStringConvertible {
    let event: Event
    private(set) var parameters: ExpectedParameters
    /// The expected user: `.absent` if the event must have no user, and `nil` if the user is not compared.
    let user: ParameterMatcher?

    /// The expected kind and name, as an event without parameters.
    public var trackedEvent: Event { event }

    fileprivate init(
        _ name: String, _ parameters: ExpectedParameters, _ kind: EventKind, _ user: (any ParameterExpectation)?
    ) {
        event = Event(name, kind: kind)
        self.parameters = parameters
        self.user = user is UnspecifiedUser && !kind.isIdentity ? nil : user?.matcher ?? .absent
    }

    /// A copy of this expectation that ignores parameters whose names fit a pattern.
    func ignoring(_ patterns: [NamePattern]) -> EventExpectation {
        if patterns.isEmpty { return self }
        var result = self
        result.parameters = parameters.ignoring(patterns)
        return result
    }

    /// The expectation on one line, for example `track purchase {price: 19.99, order_id: a UUID, …}`.
    public var description: String {
        var words = [event.title]
        switch user?.test {
        case nil: break
        case .absent?: if !event.kind.isIdentity { words.append("(no user)") }
        default: words.append(user?.description ?? "")
        }
        if !parameters.elements.isEmpty || parameters.isPartial { words.append(parameters.description) }
        return words.joined(separator: " ")
    }
}

extension EventConvertible where Self == EventExpectation {
    /// Returns an expectation of an event with exactly these parameters.
    ///
    /// - Parameters:
    ///   - name: The name of the event; empty for an identity event without a name.
    ///   - parameters: All of the parameters, as values and matchers. Defaults to no parameters.
    ///   - included: Some of the parameters. If you pass them, the event may have any further parameters.
    ///   - kind: The kind of the event.
    ///   - user: The user of the event: a value, a matcher, or `nil` for no user. By default, an identity event has no
    ///     user, and the user of other events is not compared. An app's own events have no user, but an SDK sends one.
    ///   - ignored: The names of further parameters that the event may have, such as `session_*`. `*` fits any number
    ///     of characters, and `?` fits one.
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], including included: ExpectedParameters? = nil,
        kind: EventKind = .track, user: (any ParameterExpectation)? = UnspecifiedUser(), ignoring ignored: [String] = []
    ) -> EventExpectation {
        let all = included.map { parameters.merging($0.partial) } ?? parameters
        return EventExpectation(name, all.ignoring(ignored.map { NamePattern($0) }), kind, user)
    }

    /// Returns an expectation of a screen event with exactly these parameters, or with at least those in `included`.
    public static func screen(
        _ name: String, _ parameters: ExpectedParameters = [:], including included: ExpectedParameters? = nil
    ) -> EventExpectation {
        .event(name, parameters, including: included, kind: .screen)
    }

    /// Returns an expectation of an identify event, such as `.identify(.uuid, ["plan": "premium"])`.
    ///
    /// The event has exactly these traits, or at least those in `included`.
    public static func identify(
        _ user: any ParameterExpectation, _ traits: ExpectedParameters = [:],
        including included: ExpectedParameters? = nil
    ) -> EventExpectation {
        .event("", traits, including: included, kind: .identify, user: user)
    }

    /// Returns an expectation of exactly this event, for example `.event(.movieTapped(id: 67563))`.
    public static func event(_ event: Event) -> EventExpectation {
        EventExpectation(
            event.name, ExpectedParameters(event.parameters), event.kind, event.user ?? UnspecifiedUser())
    }

    /// Returns an expectation of exactly this typed event, for example `.event(LoginSucceeded(method: .apple))`.
    public static func event(_ event: some AnalyticsEvent) -> EventExpectation { .event(Event(event)) }
}

extension EventConvertible {
    /// The value itself if it is an expectation; otherwise, the expectation of exactly this event.
    package var expectation: EventExpectation { self as? EventExpectation ?? .event(trackedEvent) }
}

/// The user of an expectation that says nothing about the user. In the documentation, it stands for a default.
public struct UnspecifiedUser: ParameterExpectation {
    /// Creates the default.
    public init() {}

    /// A matcher for no user.
    public var matcher: ParameterMatcher { .absent }
}

extension Event {
    /// Unavailable. If an assertion mixes events with expectations, the compiler shows the message of this attribute.
    @available(*, unavailable, message: "write the other events as expectations too: .event(.movieTapped(id: 1))")
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track
    ) -> Event { Event(name, kind: kind) }
}

extension EventExpectation {
    /// The expectation as an `ExpectedEvent`, which has a value for each parameter, and a rule for each matcher.
    var compiled: ExpectedEvent {
        let parameters = parameters.compiled
        var event = event
        event.parameters = parameters.values
        guard let user = compiledUser else {
            return ExpectedEvent(event, rule: parameters.rule(), ruleSignature: parameters.signature, text: description)
        }
        event.user = user.value?.string
        // The rule of an event that is not an identity event says that its user is compared.
        let isRule = user.rule != nil || !event.kind.isIdentity
        return ExpectedEvent(
            event, rule: parameters.rule(user: isRule ? user.rule ?? ValueRule() : nil),
            ruleSignature: isRule ? "\(parameters.signature)@\(user.signature)" : parameters.signature,
            text: description)
    }

    /// The expected user. An event's user is a string, so an expected value of another type never matches.
    private var compiledUser: ParameterMatcher.Compiled? {
        guard let user else { return nil }
        let compiled = user.compiled
        switch compiled.value {
        case nil, .string?: return compiled
        default: return user.never(signature: "no string")
        }
    }
}

extension ExpectedParameters {
    /// The expected parameters of an event, or the expected members of an object, as an `ExpectedEvent` needs them.
    struct Compiled {
        let values: EventParameters
        let members: [(name: String, rule: ValueRule)]
        /// The names of the types that the app must have passed, by the names of the parameters.
        let passedTypes: [String: String]
        let isPartial: Bool
        let ignored: [NamePattern]
        /// A text that is equal for equal rules and different for different rules; empty if there are no rules.
        let signature: String

        /// Returns the rule for an object with these members; `nil` if each actual value must equal its expected value.
        func rule(words: String? = nil, user: ValueRule? = nil) -> ValueRule? {
            if signature.isEmpty, user == nil { return nil }
            return ValueRule(
                words: words, members: members, isPartial: isPartial, ignored: ignored, user: user,
                comparesUser: user != nil, passedTypes: passedTypes)
        }
    }

    var compiled: Compiled {
        var values: [EventParameter] = []
        var members: [(name: String, rule: ValueRule)] = []
        var passedTypes: [String: String] = [:]
        var signature = isPartial ? "…" : ""
        for pattern in ignored { signature += "~\(pattern.text.utf8.count):\(pattern.text)" }
        for (name, matcher) in elements {
            let compiled = matcher.compiled
            if let value = compiled.value { values.append(EventParameter(name, value)) }
            if let type = matcher.passedType {
                passedTypes[name] = type
                signature += "\(name.utf8.count):\(name)^\(type);"
            }
            // The comparison skips members without a rule if `isPartial` is `true`, or if their names fit a pattern in
            // `ignored`. So such an expected member needs a rule.
            guard isPartial || compiled.rule != nil || ignored.contains(where: { $0.matches(name) }) else { continue }
            members.append((name, compiled.rule ?? ValueRule()))
            signature += "\(name.utf8.count):\(name)=\(compiled.signature);"
        }
        return Compiled(
            values: EventParameters(values), members: members, passedTypes: passedTypes, isPartial: isPartial,
            ignored: ignored, signature: signature)
    }
}

extension ParameterMatcher {
    /// The expectation of one value, as an `ExpectedEvent` needs it.
    ///
    /// If ``value`` is `nil`, the event must not have this parameter or member.
    struct Compiled {
        let value: EventValue?
        let rule: ValueRule?
        let signature: String
    }

    var compiled: Compiled {
        switch test {
        case .value(let value): return Compiled(value: value, rule: nil, signature: "")
        case .absent: return Compiled(value: nil, rule: ValueRule(), signature: "absent")
        case .shape(let shape):
            return inWords(.shape(ShapeMatcher(shape)), signature: "\(shape.text.utf8.count):\(shape.text)")
        case .predicate(.own(let number), let isWanted):
            return inWords(.predicate(isWanted), signature: "#\(number)")
        case .predicate(.known(let name), let isWanted):
            return inWords(.predicate(isWanted), signature: "\(name.utf8.count)!\(name)")
        case .object(let members):
            let compiled = members.compiled
            return Compiled(
                value: .object(compiled.values), rule: compiled.rule(words: description),
                signature: compiled.signature.isEmpty ? "" : "{\(compiled.signature)}")
        case .list(let matchers): return list(matchers)
        }
    }

    /// Returns an expectation that no value matches.
    fileprivate func never(signature: String) -> Compiled {
        inWords(.predicate({ _ in false }), signature: signature)
    }

    private func inWords(_ test: ValueTest, signature: String) -> Compiled {
        Compiled(
            value: .string("<\(description)>"), rule: ValueRule(test: test, words: description), signature: signature)
    }

    private func list(_ matchers: [ParameterMatcher]) -> Compiled {
        var values: [EventValue] = []
        var elements: [Int: ValueRule] = [:]
        var signature = ""
        for (index, matcher) in matchers.enumerated() {
            let compiled = matcher.compiled
            // An array has a value at each index. So no array matches a list that contains the matcher `.absent`.
            let element = compiled.value == nil ? matcher.never(signature: "no value") : compiled
            values.append(element.value ?? .null)
            if let rule = element.rule {
                elements[index] = rule
                signature += "\(index)=\(element.signature);"
            }
        }
        return Compiled(
            value: .array(values), rule: elements.isEmpty ? nil : ValueRule(words: description, elements: elements),
            signature: elements.isEmpty ? "" : "[\(signature)]")
    }
}
