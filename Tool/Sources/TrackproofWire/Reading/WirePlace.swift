/// The place of a value in a request, such as `batch.2.properties`. It is empty for the whole request.
///
/// A place becomes text only when a message needs it. That saves time, because few items are rejected.
enum WirePlace: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A place as text.
    case words(String)
    indirect case member(WirePlace, String)
    indirect case item(WirePlace, Int)

    init(stringLiteral words: String) { self = .words(words) }

    /// Returns the place of a member of the object at this place.
    func member(_ name: String) -> WirePlace { .member(self, name) }

    /// Returns the place of an item of the array at this place.
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
