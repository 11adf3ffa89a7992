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
