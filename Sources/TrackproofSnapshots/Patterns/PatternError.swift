/// Why a text is no pattern.
@_spi(Tooling) public struct PatternError: Error, Sendable, Hashable {
    /// Where in the pattern the cause stands, in Unicode scalars from its beginning, from 0.
    public let offset: Int
    /// What is wrong, as the rest of a sentence.
    public let message: String
}

@_spi(Tooling) extension PatternError: CustomStringConvertible {
    /// The error on one line, with the place counted from 1: `character 5: a backreference is not supported`.
    public var description: String { "character \(offset + 1): \(message)" }
}
