public import Trackproof

/// A pattern for the names of events or parameters, such as `checkout_*`.
///
/// `*` fits any number of Unicode scalars, and `?` fits exactly one scalar. A scalar after `\` fits only itself, even
/// if it is `*`, `?` or `\`.
public struct NamePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case scalar(Unicode.Scalar)
        case any
        case run
    }

    private let parts: [Part]
    /// The pattern as text.
    public let text: String

    /// Creates a pattern.
    public init(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                parts.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "*": if parts.last != .run { parts.append(.run) }
            case "?": parts.append(.any)
            default: parts.append(.scalar(scalar))
            }
        }
        self.parts = parts
    }

    /// The only event name that fits the pattern, or `nil` if the pattern has a wildcard (`*` or `?`).
    var exactName: String? {
        var name = String.UnicodeScalarView()
        for part in parts {
            guard case .scalar(let scalar) = part else { return nil }
            name.append(scalar)
        }
        return String(name)
    }

    /// The number of scalars in the pattern that are not wildcards.
    ///
    /// If an event's name fits two patterns, the rule of the pattern with more such scalars overrules the other rule.
    var specificity: Int { parts.count { if case .scalar = $0 { true } else { false } } }

    /// Returns whether all of `name` fits the pattern, not only a part of `name`.
    ///
    /// The time is at most proportional to the length of the pattern times the length of the name.
    public func matches(_ name: String) -> Bool { matches(Array(name.unicodeScalars)) }

    /// Returns whether all of `name` fits the pattern. `name` is an array of the scalars of the name.
    func matches(_ name: [Unicode.Scalar]) -> Bool {
        var (part, place) = (0, 0)
        // The index of the last `*` in `parts`, and the index in `name` of the first scalar after the text for this
        // `*`. If the parts after this `*` do not fit, its text becomes one scalar longer, and the parts after it are
        // tried again.
        var retry: (part: Int, place: Int)?
        while place < name.count {
            if part < parts.count, parts[part] == .run {
                retry = (part, place)
                part += 1
            } else if part < parts.count, parts[part] == .any || parts[part] == .scalar(name[place]) {
                part += 1
                place += 1
            } else if let last = retry {
                retry = (last.part, last.place + 1)
                (part, place) = (last.part + 1, last.place + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .run }
    }
}

extension Event {
    /// Returns a copy without the parameters whose names fit a pattern.
    package func without(_ patterns: [NamePattern]) -> Event {
        if patterns.isEmpty { return self }
        var copy = self
        copy.parameters = EventParameters(
            parameters.filter { parameter in !patterns.contains { $0.matches(parameter.name) } })
        return copy
    }
}

extension RecordedEvent {
    /// Returns a copy without the parameters whose names fit a pattern.
    public func without(_ patterns: [NamePattern]) -> RecordedEvent {
        if patterns.isEmpty { return self }
        var copy = self
        copy.event = event.without(patterns)
        return copy
    }
}

/// The path of a value inside an event's parameters, such as `items.0.price`.
///
/// The path consists of names and array indices, joined by dots. A dot in a name is written as `\.`, and a backslash as
/// `\\`. In a rule, `*` means every index of an array.
package struct ParameterPath: Sendable, Hashable, CustomStringConvertible {
    package var components: [String]

    package init(_ components: [String] = []) {
        self.components = components
    }

    package init(parsing text: String) {
        components = [""]
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                components[components.count - 1].unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                components.append("")
            } else {
                components[components.count - 1].unicodeScalars.append(character)
            }
        }
    }

    func appending(_ component: String) -> ParameterPath {
        ParameterPath(components + [component])
    }

    package var description: String {
        components.map {
            $0.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
        }.joined(separator: ".")
    }
}
