/// The content of a YAML file: its value, comments and blank lines.
struct FormattedFile {
    /// The lines up to the start of the document (`---`), or no lines if the file has no `---`.
    let first: [FormattedLine]
    /// The top level of the file, as an item without a name.
    let root: FormattedItem
    /// The lines after the value.
    let last: [FormattedLine]
    /// All comments, in the order of the text.
    let comments: [String]
}

/// A member of an object or an element of a list, with the comments and blank lines that belong to it.
///
/// The type is a class, because the reader adds comments to items that are already in a list.
final class FormattedItem {
    /// The member's name, or `nil` for an element.
    let name: FormattedScalar?
    /// The lines before the item.
    var leading: [FormattedLine] = []
    /// The value, or `nil` until the reader has read it.
    var value: FormattedValue?
    /// The comment on the line of the item.
    var comment: String?
    /// The lines after the last item of the value.
    var ending: [FormattedLine] = []

    init(name: FormattedScalar? = nil) {
        self.name = name
    }

    /// Whether there are comments inside the value. Such a value needs several lines.
    var hasInnerComments: Bool {
        if case .collection(let collection) = value, collection.hasComments { return true }
        return !ending.isEmpty
    }

    /// The value as a list or an object, or `nil` if the value is a scalar.
    var collection: FormattedCollection? {
        if case .collection(let collection) = value { collection } else { nil }
    }
}

/// The value of an item: a scalar, a list or an object.
enum FormattedValue {
    case scalar(FormattedScalar)
    case collection(FormattedCollection)
}

/// A list or an object in a YAML file.
struct FormattedCollection {
    let isObject: Bool
    /// Whether the list or object has brackets or braces, or is inside of brackets or braces.
    let isFlow: Bool
    let items: [FormattedItem]
    /// Whether there is a comment before, beside or inside one of the items.
    let hasComments: Bool

    init(isObject: Bool, isFlow: Bool, items: [FormattedItem]) {
        (self.isObject, self.isFlow, self.items) = (isObject, isFlow, items)
        hasComments = items.contains { item in
            item.comment != nil || item.hasInnerComments || item.leading.contains { $0 != .blank }
        }
    }
}

/// A line that is not part of a value.
enum FormattedLine: Equatable {
    case blank
    /// A comment, and the column where it begins in the file, from 0.
    case comment(String, column: Int)
    /// The start of the document: `---`.
    case start
}

extension [FormattedLine] {
    /// The lines without blank lines at the beginning.
    var withoutFirstBlanks: [FormattedLine] { Array(drop { $0 == .blank }) }

    /// The lines without blank lines at the end.
    var withoutLastBlanks: [FormattedLine] {
        Array(prefix((lastIndex { $0 != .blank } ?? -1) + 1))
    }
}
