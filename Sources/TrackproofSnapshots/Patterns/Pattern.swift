/// A regular expression that is matched in time linear in the text.
///
/// The language is the regular subset of what Swift, JavaScript and PCRE share: literals, classes, escapes, anchors,
/// groups, alternation, repetition, and case-insensitivity by `(?i)`. What would need backtracking, as backreferences
/// and lookaround, is refused with its place. A pattern looks at Unicode scalars; `\d`, `\w`, `\s`, `\b` and
/// case-insensitivity know ASCII only, so that a pattern means the same on every system.
///
/// ```swift
/// let pattern = try Pattern("^order-[0-9]{6}$")
/// pattern.isFound(in: "order-123456")  // true
/// ```
///
/// The nodes come from Thompson's construction (Ken Thompson, "Regular Expression Search Algorithm", 1968). All ways
/// through them are followed at once, one scalar of the text at a time, as in Pike's simulation (Russ Cox, "Regular
/// Expression Matching: the Virtual Machine Approach", 2009). A pattern reports no captures, so a thread is no more than
/// the place where it stands, and a set of threads is a set of bits.
@_spi(Tooling) public struct Pattern: Sendable {
    /// The longest pattern in bytes of UTF-8.
    public static let lengthLimit = 4_096
    /// The deepest nesting of groups.
    public static let depthLimit = 100
    /// The largest size. Each character, class, anchor, further alternative and optional or endless repetition counts
    /// as one, as often as it is repeated: `(ab?){3}` has the size 9.
    public static let sizeLimit = 512
    /// The longest text in bytes of UTF-8 that a pattern is tried on.
    public static let textLimit = 65_536

    /// The pattern as it was written.
    public let source: String
    /// How large the pattern is; see ``sizeLimit``.
    public let size: Int
    private let automaton: PatternAutomaton

    /// Reads a pattern.
    ///
    /// - Throws: ``PatternError`` if the pattern is malformed, too large, or uses what is not supported.
    public init(_ source: String) throws(PatternError) {
        let syntax = try PatternParser.parse(source)
        self.source = source
        size = syntax.size
        automaton = PatternAutomaton(PatternProgram(syntax))
    }

    /// Whether some part of the text fits the pattern. A text longer than ``textLimit`` does not.
    public func isFound(in text: String) -> Bool {
        text.utf8.count <= Self.textLimit && automaton.isFound(in: text)
    }
}

@_spi(Tooling) extension Pattern: Hashable {
    // Not by `==` of strings, for which "é" in one scalar and in two are the same text.
    /// Whether both were written with the same Unicode scalars.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }

    /// Hashes the pattern as it was written.
    public func hash(into hasher: inout Hasher) {
        for byte in source.utf8 { hasher.combine(byte) }
    }
}
