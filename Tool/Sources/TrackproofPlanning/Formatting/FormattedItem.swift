/// A YAML file for the formatter or of an inferred plan: its value, comments and blank lines.
struct FormattedFile {
    /// The lines up to the start of the document (`---`). Empty if the file has no `---`.
    var first: [FormattedLine] = []
    /// An item without a name, whose value is the value of the file.
    let root: FormattedItem
    /// The comments and blank lines after the value.
    var last: [FormattedLine] = []
    /// All comments that the reader found in the file, in their order.
    var comments: [String] = []
}

/// A member of an object or an element of a list, with the comments and blank lines around it.
///
/// The type is a class, because the reader attaches comments to items that it has already added to a list or object.
final class FormattedItem {
    /// The name of the member, or `nil` for an element of a list.
    let name: FormattedScalar?
    /// The comments and blank lines before the item.
    var leading: [FormattedLine] = []
    /// The value, or `nil` as long as the reader has not read the value.
    var value: FormattedValue?
    /// The comment at the end of the item's line, or `nil` if there is no such comment.
    var comment: String?
    /// The comments and blank lines after the last item of the value.
    var ending: [FormattedLine] = []

    init(name: FormattedScalar? = nil) {
        self.name = name
    }

    /// Creates a member of an object.
    ///
    /// - Parameter notes: The parts of the comment at the end of the member's line.
    init(_ name: String, _ value: FormattedValue, notes: [String] = []) {
        self.name = FormattedScalar(value: name, style: .doubleQuoted)
        self.value = value
        comment = notes.isEmpty ? nil : "# " + notes.joined(separator: "; ")
    }

    /// Whether there are comments inside the value. Such a value cannot be on a single line.
    var hasInnerComments: Bool {
        if case .collection(let collection) = value, collection.hasComments { return true }
        return !ending.isEmpty
    }

    var collection: FormattedCollection? {
        if case .collection(let collection) = value { collection } else { nil }
    }
}

enum FormattedValue {
    case scalar(FormattedScalar)
    case collection(FormattedCollection)

    /// Creates a text. It gets quotes if YAML needs them.
    static func text(_ text: String) -> FormattedValue {
        .scalar(FormattedScalar(value: text, style: .doubleQuoted))
    }

    /// Creates a value that must not get quotes, such as `true` or `1`.
    static func word(_ word: String) -> FormattedValue { .scalar(FormattedScalar(value: word, style: .plain)) }

    /// Creates a list.
    static func list(_ elements: [FormattedValue], inBrackets: Bool = true) -> FormattedValue {
        let items = elements.map { element in
            let item = FormattedItem()
            item.value = element
            return item
        }
        return .collection(FormattedCollection(isObject: false, isFlow: inBrackets, items: items))
    }

    /// Creates an object. If it is in braces or has no members, it is on one line as long as the line is not too wide.
    static func object(_ members: [FormattedItem], inBraces: Bool = false) -> FormattedValue {
        .collection(FormattedCollection(isObject: true, isFlow: inBraces || members.isEmpty, items: members))
    }
}

/// A list or an object in a YAML file.
struct FormattedCollection {
    let isObject: Bool
    /// Whether the list or object is in brackets or braces, or inside another list or object in brackets or braces.
    let isFlow: Bool
    let items: [FormattedItem]
    /// Whether one of the items has a comment before it, behind it or inside its value.
    let hasComments: Bool

    init(isObject: Bool, isFlow: Bool, items: [FormattedItem]) {
        (self.isObject, self.isFlow, self.items) = (isObject, isFlow, items)
        hasComments = items.contains { item in
            item.comment != nil || item.hasInnerComments || item.leading.contains { $0 != .blank }
        }
    }
}

/// A line between two items: a comment, a blank line or the start of the document.
enum FormattedLine: Equatable {
    case blank
    /// A comment, and the column at which it begins in the file, from 0.
    case comment(String, column: Int)
    /// The line `---`, which starts the document.
    case start
}

extension [FormattedLine] {
    var withoutFirstBlanks: [FormattedLine] { Array(drop { $0 == .blank }) }

    var withoutLastBlanks: [FormattedLine] {
        Array(prefix((lastIndex { $0 != .blank } ?? -1) + 1))
    }
}
