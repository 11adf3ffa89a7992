/// Where something stands in a request: `batch.2.properties`, empty for the whole.
///
/// It is put into words only where they are needed: nearly nothing is rejected.
enum WirePlace: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A place in words.
    case words(String)
    indirect case member(WirePlace, String)
    indirect case item(WirePlace, Int)

    init(stringLiteral words: String) { self = .words(words) }

    /// The place of a member of the object that stands here.
    func member(_ name: String) -> WirePlace { .member(self, name) }

    /// The place of an item of the array that stands here.
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
