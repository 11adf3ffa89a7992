/// The path of a value in a request, such as `batch.2.properties`. The path of the whole request is empty.
///
/// The path becomes text only when a message needs the text. This saves time, because few items are rejected.
enum WirePlace: ExpressibleByStringLiteral, CustomStringConvertible {
    case words(String)
    indirect case member(WirePlace, String)
    indirect case item(WirePlace, Int)

    init(stringLiteral words: String) { self = .words(words) }

    /// Returns the path of a member of the object at this path.
    func member(_ name: String) -> WirePlace { .member(self, name) }

    /// Returns the path of an item of the array at this path.
    func item(_ index: Int) -> WirePlace { .item(self, index) }

    var description: String {
        let (outer, part) =
            switch self {
            case .words(let words): ("", words)
            case .member(let place, let name): (place.description, name)
            case .item(let place, let index): (place.description, String(index))
            }
        return outer.isEmpty ? part : "\(outer).\(part)"
    }
}
