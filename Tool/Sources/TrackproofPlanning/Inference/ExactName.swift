/// A name that is equal only to names with the same Unicode scalars, as recordings and plans compare names.
///
/// Swift's `==` for strings also treats two Unicode forms of a name as equal, such as two forms of "é".
struct ExactName: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    static func < (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    // Both Unicode forms of a name have the same hash, although they are not equal. This costs only a little time.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
