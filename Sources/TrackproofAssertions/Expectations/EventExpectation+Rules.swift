import Trackproof
import TrackproofSnapshots

extension EventExpectation {
    /// The expectation as an `ExpectedEvent`, which has a value for each parameter, and a rule for each matcher.
    var compiled: ExpectedEvent {
        let parameters = parameters.compiled
        var event = Event(name, kind: kind)
        event.parameters = parameters.values
        guard kind.isIdentity else {
            return ExpectedEvent(event, rule: parameters.rule(), ruleSignature: parameters.signature, text: description)
        }
        let user = compiledUser
        event.user = user.value?.string
        return ExpectedEvent(
            event, rule: parameters.rule(user: user.rule),
            ruleSignature: user.signature.isEmpty ? parameters.signature : "\(parameters.signature)@\(user.signature)",
            text: description)
    }

    /// The expected user. An event's user is a string, so an expected value of another type never matches.
    private var compiledUser: ParameterMatcher.Compiled {
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
        let isPartial: Bool
        /// A text that is equal for equal rules and different for different rules; empty if there are no rules.
        let signature: String

        /// Returns the rule for an object with these members; `nil` if each actual value must equal its expected value.
        func rule(words: String? = nil, user: ValueRule? = nil) -> ValueRule? {
            if signature.isEmpty, user == nil { return nil }
            return ValueRule(words: words, members: members, isPartial: isPartial, user: user)
        }
    }

    var compiled: Compiled {
        var values: [EventParameter] = []
        var members: [(name: String, rule: ValueRule)] = []
        var signature = isPartial ? "…" : ""
        for (name, matcher) in elements {
            let compiled = matcher.compiled
            if let value = compiled.value { values.append(EventParameter(name, value)) }
            // If `isPartial` is `true`, the comparison skips every member without a rule. So each expected member needs
            // a rule.
            guard isPartial || compiled.rule != nil else { continue }
            members.append((name, compiled.rule ?? ValueRule()))
            signature += "\(name.utf8.count):\(name)=\(compiled.signature);"
        }
        return Compiled(
            values: EventParameters(values), members: members, isPartial: isPartial, signature: signature)
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
