/// A name that equals another name only if both have the same Unicode scalars, as in recordings and plans.
///
/// For strings, Swift's `==` is also true for two Unicode forms of one name.
struct ExactName: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    static func < (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    // Two Unicode forms of a name have the same hash. If an event has both forms, this costs only a little time.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
