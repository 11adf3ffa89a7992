internal import Trackproof

/// The part of a plan that a finding of lint is about.
struct LintSubject: Sendable {
    /// A part of the path to a schema.
    enum PathPart: Sendable {
        case member(String)
        /// The elements of a list.
        case elements
    }

    /// The event's name, or `nil` for types, shared groups and the plan itself.
    var event: String?
    var owner: String?
    var path: [PathPart] = []
    /// The index in ``ExemptionScopes`` of the exemptions that apply.
    var scope: Int?
    /// How destinations use the values, or `nil` if no limit applies to them.
    var use: DestinationUse? = .event

    /// Returns the subject for a schema inside of this subject.
    func inside(_ part: PathPart) -> LintSubject {
        var subject = self
        subject.path.append(part)
        return subject
    }

    /// The path as text, such as `items[].sku`. A dot or backslash in a name has a backslash before it.
    var pathText: String {
        var text = ""
        for part in path {
            // Cuts the path, because every finding in a deep schema would contain a long path.
            if text.utf8.count > 1_000 { return text + "…" }
            switch part {
            case .member(let name):
                if !text.isEmpty { text += "." }
                text += name.cut(to: 200).replacing("\\", with: "\\\\").replacing(".", with: "\\.")
            case .elements: text += "[]"
            }
        }
        return text
    }
}
