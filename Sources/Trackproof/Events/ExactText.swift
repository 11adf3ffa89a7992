// Swift's `==` takes two texts for equal if they are canonically equivalent: "é" may be one scalar or two. To a vendor's
// server, a warehouse's column and a file they are two names, so names, keys and values are compared as they are.

extension String {
    /// Whether both texts have the same Unicode scalars.
    package func isExactly(_ other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// Whether the text stands before another in an order in which no two different texts are equal: that of their
    /// scalars.
    package func precedesExactly(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// Whether both texts are canonically equivalent, and yet not the same: they look alike.
    package func differsOnlyInForm(from other: String) -> Bool { self == other && !isExactly(other) }
}

extension Optional where Wrapped == String {
    /// Whether both are nil, or texts of the same scalars.
    package func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let left?, let right?): left.isExactly(right)
        default: false
        }
    }
}

/// A text as a key: equal to another of the same Unicode scalars, and to no other.
package struct ExactText: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }
    package static func < (left: ExactText, right: ExactText) -> Bool { left.text.precedesExactly(right.text) }
    // Texts that look alike have one hash, which costs a little where an event has both.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
    package var description: String { text }
}
