import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// Swift source for values of a plan, such as defaults and examples.
struct SwiftExpression {
    /// The declarations of the shared types, by name.
    let shared: [String: SwiftDeclaration]
    /// Whether the source is in a test that can throw. Only there, a text can become a UUID, a URL or a date.
    var isInTest = false

    /// Returns the source for a value, or `nil` if the value does not fit the type.
    func text(_ value: EventValue, _ type: SwiftType) -> String? {
        switch (type, value) {
        case (.string, .string(let text)): return Self.literal(text)
        case (.integer, .integer(let number)): return String(number)
        case (.integer, .number(let number)): return Int64(exactly: number).map { String($0) }
        case (.number, .integer(let number)): return String(number)
        case (.number, .number(let number)): return number.isFinite ? "\(number)" : nil
        case (.bool, .bool(let flag)): return String(flag)
        case (.uuid, .string(let text)) where isInTest:
            return "try #require(UUID(uuidString: \(Self.literal(text))))"
        case (.url, .string(let text)) where isInTest: return "try #require(URL(string: \(Self.literal(text))))"
        case (.date, .string(let text)):
            guard let time = EventTime(text) else { return nil }
            return "Date(timeIntervalSince1970: \(Double(time.millisecondsSince1970) / 1_000))"
        case (.nullable, .null): return ".null"
        case (.nullable(let inner), _): return text(value, inner).map { ".value(\($0))" }
        case (.array(let element), .array(let values)):
            let texts = values.compactMap { text($0, element) }
            return texts.count == values.count ? "[" + texts.joined(separator: ", ") + "]" : nil
        case (.declared(let declaration), _): return text(value, declaration)
        case (.shared(let name), _): return shared[name].flatMap { text(value, $0) }
        case (.anyValue, _): return Self.literal(value)
        case (.anyObject, .object(let parameters)): return parameters.isEmpty ? "[:]" : Self.literal(parameters)
        default: return nil
        }
    }

    /// Returns the source for the default of an argument, or `nil` if Swift has no such constant.
    ///
    /// - Parameter isOptional: Whether the type of the argument is optional.
    func defaultText(_ value: EventValue, _ type: SwiftType, isOptional: Bool) -> String? {
        switch (type, value) {
        case (.uuid, .string(let text)) where isOptional: "UUID(uuidString: \(Self.literal(text)))"
        case (.url, .string(let text)) where isOptional: "URL(string: \(Self.literal(text)))"
        default: self.text(value, type)
        }
    }

    private func text(_ value: EventValue, _ declaration: SwiftDeclaration) -> String? {
        switch (declaration.content, value) {
        case (.texts(let cases), .string(let text)), (.openTexts(let cases), .string(let text)):
            return cases.first { $0.text.isExactly(text) }.map { "." + SwiftNaming.escaped($0.name) }
        case (.object(let members), .object(let parameters)):
            return arguments(parameters, members).map { ".init(\($0))" }
        default: return nil
        }
    }

    /// Returns the arguments of a call that makes an object or an event with these parameters.
    ///
    /// - Returns: `nil` if a parameter has no argument, if its value does not fit, or if an argument is missing.
    func arguments(_ parameters: EventParameters, _ members: [SwiftMember]) -> String? {
        var left = parameters
        var arguments: [String] = []
        for member in members.inOrderOfCalls {
            let value = parameters[member.parameter]
            left[member.parameter] = nil
            if let constant = member.constant {
                guard value == constant else { return nil }
                continue
            }
            if case .declared(let declaration) = member.type, case .variants(_, let cases) = declaration.content {
                guard case .string(let text)? = value, let one = cases.first(where: { $0.text.isExactly(text) }) else {
                    return nil
                }
                let own = EventParameters(
                    one.members.compactMap { member in
                        left[member.parameter].map { EventParameter(member.parameter, $0) }
                    })
                for member in one.members { left[member.parameter] = nil }
                guard let inner = self.arguments(own, one.members) else { return nil }
                let name = "." + SwiftNaming.escaped(one.name)
                arguments.append("\(member.name): \(name)" + (one.members.isEmpty ? "" : "(\(inner))"))
                continue
            }
            guard let value else {
                if member.isRequired { return nil }
                continue
            }
            guard let source = text(value, member.type) else { return nil }
            arguments.append("\(member.name): \(source)")
        }
        return left.isEmpty ? arguments.joined(separator: ", ") : nil
    }

    // MARK: Literals

    /// Returns a text for a comment, with invisible characters escaped.
    static func comment(_ text: some StringProtocol) -> String {
        var comment = ""
        for scalar in text.unicodeScalars {
            if scalar == " " || (scalar.isASCII ? scalar.value > 0x20 && scalar.value != 0x7F : scalar.isVisible) {
                comment.unicodeScalars.append(scalar)
            } else {
                comment += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return comment
    }

    /// Returns a string literal. It needs no escapes other than those of Swift.
    static func literal(_ text: String) -> String {
        var source = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": source += "\\\""
            case "\\": source += "\\\\"
            case "\n": source += "\\n"
            case "\r": source += "\\r"
            case "\t": source += "\\t"
            case _ where scalar.isASCII ? scalar.value >= 0x20 && scalar.value != 0x7F : scalar.isVisible:
                source.unicodeScalars.append(scalar)
            default: source += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return source + "\""
    }

    /// Returns the source of an `EventValue`.
    static func literal(_ value: EventValue) -> String {
        switch value {
        case .null: "EventValue.null"
        case .bool(let flag): "EventValue.bool(\(flag))"
        case .integer(let number): "EventValue.integer(\(number))"
        case .number(let number): "EventValue.number(\(number))"
        case .string(let text): "EventValue.string(\(literal(text)))"
        case .array(let values): "EventValue.array([" + values.map { literal($0) }.joined(separator: ", ") + "])"
        case .object(let parameters): "EventValue.object(\(parameters.isEmpty ? "[:]" : literal(parameters)))"
        }
    }

    /// Returns the source of `EventParameters`.
    static func literal(_ parameters: EventParameters) -> String {
        "[" + parameters.map { "\(literal($0.name)): \(literal($0.value))" }.joined(separator: ", ") + "]"
    }
}

extension Unicode.Scalar {
    /// Whether people can see the scalar in an editor.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse: false
        default: true
        }
    }
}

extension [SwiftMember] {
    /// The members in the order of the arguments of a call: first those that a call must pass, then the others.
    var inOrderOfCalls: [SwiftMember] {
        let must = filter { $0.isRequired && $0.defaultValue == nil }
        return must + filter { !$0.isRequired || $0.defaultValue != nil }
    }
}
