/// A regular expression for which a search takes time that is linear in the length of the text.
///
/// The syntax is the regular subset of the syntax that Swift, JavaScript and PCRE share: literals, classes, escapes,
/// anchors, groups, alternation, repetition, and case-insensitivity by `(?i)`. Syntax that needs backtracking, such as
/// backreferences and lookaround, causes an error that says where this syntax is. A pattern matches Unicode scalars.
/// `\d`, `\w`, `\s`, `\b` and case-insensitivity cover only ASCII, so that a pattern means the same on every system.
///
/// ```swift
/// let pattern = try Pattern("^order-[0-9]{6}$")
/// pattern.isFound(in: "order-123456")  // true
/// ```
///
/// Thompson's construction turns the pattern into a graph (Ken Thompson, "Regular Expression Search Algorithm", 1968).
/// The search follows all paths through the graph at once, one scalar of the text at a time, as in Pike's simulation
/// (Russ Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009). A thread is one of these paths.
/// Because a pattern reports no captures, only the current node of a thread matters. So a set of threads is a set of
/// nodes, with a bit for each node.
public struct Pattern: Sendable {
    /// The largest length of a pattern, in bytes of UTF-8.
    public static let lengthLimit = 4_096
    /// The largest depth of nested groups.
    public static let depthLimit = 100
    /// The largest size of a pattern.
    ///
    /// Each character, class, anchor, further alternative, and optional or unlimited repetition adds 1 to the size.
    /// Inside a repetition, each of these elements counts as often as it is repeated. For example, `(ab?){3}` has the
    /// size 9.
    public static let sizeLimit = 512

    /// The pattern as it was written.
    public var source: String { parsed.source }
    /// The size of the pattern. See ``sizeLimit``.
    public var size: Int { parsed.size }
    let parsed: Parsed

    /// A class, so that a copy of a pattern changes only one reference count.
    final class Parsed: Sendable {
        let source: String
        let size: Int
        let automaton: PatternAutomaton

        init(_ source: String, _ syntax: PatternSyntax) {
            (self.source, size, automaton) = (source, syntax.size, PatternAutomaton(PatternProgram(syntax)))
        }
    }

    /// Parses a pattern.
    ///
    /// - Throws: ``PatternError`` if the pattern is malformed, too large, or uses unsupported syntax.
    public init(_ source: String) throws(PatternError) {
        parsed = Parsed(source, try PatternParser.parse(source))
    }

    /// Returns whether any part of `text` fits the pattern.
    public func isFound(in text: String) -> Bool { parsed.automaton.isFound(in: text) }

    /// Returns whether any part of `text`, which should contain only ASCII characters, fits the pattern.
    ///
    /// The result is `nil` if the pattern has too many states for a table, or if the search reaches a character outside ASCII.
    package func isFound(inASCII text: UnsafeBufferPointer<UInt8>) -> Bool? {
        parsed.automaton.isFound(inASCII: text)
    }
}

extension Pattern: Hashable {
    // `==` of strings would ignore whether "é" is one scalar or two.
    /// Returns whether both patterns were written with the same Unicode scalars.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }

    /// Hashes the pattern as it was written.
    public func hash(into hasher: inout Hasher) {
        for byte in source.utf8 { hasher.combine(byte) }
    }
}

extension Pattern {
    /// The pattern as a tree.
    public var syntax: PatternSyntax {
        // The initializer has already parsed the source without an error, so the parser throws no error here.
        do throws(PatternError) { return try PatternParser.parse(source) } catch { return .empty }
    }
}

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
