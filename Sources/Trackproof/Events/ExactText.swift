// Swift's `==` considers two strings equal if they are canonically equivalent: "é" may be one scalar or two. A vendor's
// server, a warehouse column and a file treat them as two names. So names, keys and values are compared by their
// Unicode scalars.

extension String {
    /// Returns whether both strings have the same Unicode scalars.
    package func isExactly(_ other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// Returns whether the string comes before `other` in the order of their Unicode scalars.
    ///
    /// In this order, no two different strings are equal.
    package func precedesExactly(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// Returns whether the strings are canonically equivalent but have different scalars: they look alike.
    package func differsOnlyInForm(from other: String) -> Bool { self == other && !isExactly(other) }
}

extension Optional where Wrapped == String {
    /// Returns whether both are `nil`, or strings of the same Unicode scalars.
    package func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let left?, let right?): left.isExactly(right)
        default: false
        }
    }
}

/// A string as a key, which equals only a string of the same Unicode scalars.
package struct ExactText: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }
    package static func < (left: ExactText, right: ExactText) -> Bool { left.text.precedesExactly(right.text) }
    // Canonically equivalent strings have the same hash. This costs a little if an event has both.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
    package var description: String { text }
}
