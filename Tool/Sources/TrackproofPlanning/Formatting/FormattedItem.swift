/// A file that is formatted.
struct FormattedFile {
    /// The lines up to the start of the document (`---`), if the file has one.
    let first: [FormattedLine]
    /// The value of the file.
    let root: FormattedItem
    /// The lines behind the value.
    let last: [FormattedLine]
    /// All comments, in the order of the text.
    let comments: [String]
}

/// A member of an object or an element of a list, with the comments and blank lines that belong to it.
///
/// A class, because the reader attaches a comment to an item that it has already put into a list.
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

    /// Whether the value contains a comment, so that it needs several lines.
    var hasInnerComments: Bool {
        if case .collection(let collection) = value, collection.hasComments { return true }
        return !ending.isEmpty
    }

    /// The list or object that the value is, or `nil` if it is a scalar.
    var collection: FormattedCollection? {
        if case .collection(let collection) = value { collection } else { nil }
    }
}

/// A value in a file that is formatted.
enum FormattedValue {
    case scalar(FormattedScalar)
    case collection(FormattedCollection)
}

/// A list or an object in a file that is formatted.
struct FormattedCollection {
    let isObject: Bool
    /// Whether the author wrote it with brackets or braces.
    let isFlow: Bool
    let items: [FormattedItem]
    /// Whether there are comments between the brackets or in the block.
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
    /// A comment, and the column in which the author began it, from 0.
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
