/// A pattern of event names: `*` is any run of Unicode scalars, `?` any one, `\` takes the next as it is.
struct NamePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case scalar(Unicode.Scalar)
        case any
        case run
    }

    let text: String
    private let parts: [Part]

    init(_ text: String) {
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

    /// How narrow the pattern is: one without wildcards is narrower than any with, then more characters are.
    var specificity: Int {
        let literals = parts.count { if case .scalar = $0 { true } else { false } }
        return literals == parts.count ? Int.max : literals
    }

    /// Whether the whole of `name` fits, in time proportional to the product of the lengths at most.
    func matches(_ name: String) -> Bool {
        let name = Array(name.unicodeScalars)
        var (part, place) = (0, 0)
        // Where to go on after the last `*` takes one character more.
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
