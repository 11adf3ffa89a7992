// Swift's `==` considers two strings equal if they are canonically equivalent. For example, "é" can be one scalar or
// two scalars. A vendor's server, a database column and a file treat these two forms as different names. So Trackproof
// compares names, keys and values by their Unicode scalars.

extension String {
    /// Returns whether both strings have the same Unicode scalars.
    @inlinable
    public func isExactly(_ other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable {
                UnsafeRawBufferPointer(left).isEqual(to: UnsafeRawBufferPointer($0))
            }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// Returns whether the string comes before `other` in the order of Unicode scalars.
    ///
    /// In contrast, Swift's `<` treats canonically equivalent strings as equal.
    @inlinable
    public func precedesExactly(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// Returns whether the strings are canonically equivalent, so that they look alike, but have different scalars.
    public func differsOnlyInForm(from other: String) -> Bool { self == other && !isExactly(other) }
}

extension UnsafeRawBufferPointer {
    /// Returns whether both buffers have the same bytes. `other` must have the same length as this buffer.
    ///
    /// Trackproof compares names for every parameter of every event, so this method compares eight bytes at a time.
    /// `elementsEqual` would compare byte by byte, which takes longer.
    @usableFromInline
    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + 8 <= count {
            if loadUnaligned(fromByteOffset: place, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            {
                return false
            }
            place += 8
        }
        while place < count {
            if self[place] != other[place] { return false }
            place += 1
        }
        return true
    }
}

extension Optional where Wrapped == String {
    /// Returns whether both are `nil`, or both are strings with the same Unicode scalars.
    public func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let left?, let right?): left.isExactly(right)
        default: false
        }
    }
}

/// A string as the key of a dictionary. Two keys are equal if their strings have the same Unicode scalars.
public struct ExactText: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The string.
    public let text: String

    /// Creates a key from a string.
    @inlinable
    public init(_ text: String) { self.text = text }

    /// Returns whether both strings have the same Unicode scalars.
    @inlinable
    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    /// Returns whether `left` comes before `right` in the order of Unicode scalars.
    @inlinable
    public static func < (left: ExactText, right: ExactText) -> Bool { left.text.precedesExactly(right.text) }

    /// Hashes the string.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        // Canonically equivalent strings get the same hash, although they are different keys. This only costs a little
        // time.
        hasher.combine(text)
    }

    /// The string.
    public var description: String { text }
}
