/// An error in a pattern.
public struct PatternError: Error, Sendable, Hashable {
    /// The offset of the cause in the pattern, in Unicode scalars, from 0.
    public let offset: Int
    /// A description of the error that begins with a lowercase letter, such as `a backreference is not supported`.
    public let message: String
}

extension PatternError: CustomStringConvertible {
    /// The error on one line, with the offset counted from 1: `character 5: a backreference is not supported`.
    public var description: String { "character \(offset + 1): \(message)" }
}
