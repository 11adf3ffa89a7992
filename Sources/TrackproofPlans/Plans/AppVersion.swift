/// The version of an app, such as `5.10.1`.
///
/// Versions are compared number by number, so 5.9 is older than 5.10. Missing numbers count as 0. As in Semantic
/// Versioning 2.0.0, a version with a suffix after a hyphen is older than the version without the suffix:
/// `6.0.0-beta.2` is older than `6.0.0`. The letter v before the first number, a build after a plus sign and a build in
/// brackets at the end do not count: `v6.0.0`, `6.0.0+34465` and `6.0.0 (34465)` are all `6.0.0`.
public struct AppVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The text from which the version was parsed.
    public let description: String
    private let numbers: [UInt64]
    private let suffix: [Substring]

    /// Parses a version. Returns `nil` if the text does not begin with numbers that are separated by dots.
    public init?(_ text: String) {
        let withoutBuild = Self.withoutLetterAndBuild(text)
        let core = withoutBuild.prefix { $0 != "-" }
        var numbers: [UInt64] = []
        for part in core.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = UInt64(part), part.utf8.first?.isDigit == true else { return nil }
            numbers.append(number)
        }
        while numbers.last == 0 { numbers.removeLast() }
        description = text
        self.numbers = numbers
        let rest = withoutBuild.dropFirst(core.count)
        suffix = rest.isEmpty ? [] : rest.dropFirst().split(separator: ".")
    }

    /// The text without the letter v and the build. All builds of a version have the same text.
    public var withoutBuild: String { String(Self.withoutLetterAndBuild(description)) }

    private static func withoutLetterAndBuild(_ text: String) -> Substring {
        func isSpace(_ character: Character) -> Bool { character == " " }
        var rest = text.drop(while: isSpace)
        while rest.last.map(isSpace) == true { rest.removeLast() }
        if rest.first == "v" || rest.first == "V" { rest.removeFirst() }
        if rest.last == ")" || rest.last == "]",
            let bracket = rest.lastIndex(of: rest.last == ")" ? "(" : "["), bracket > rest.startIndex
        {
            rest = rest[..<bracket]
            while rest.last.map(isSpace) == true { rest.removeLast() }
        }
        return rest.prefix { $0 != "+" }
    }

    /// Returns whether `left` and `right` are the same version. For example, 5.2 equals 5.2.0.
    public static func == (left: AppVersion, right: AppVersion) -> Bool {
        left.numbers == right.numbers && left.suffix == right.suffix
    }

    /// Hashes what `==` compares: the numbers and the suffix.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(suffix)
    }

    /// Returns whether `left` is older than `right`.
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
        if left.suffix.isEmpty || right.suffix.isEmpty { return !left.suffix.isEmpty && right.suffix.isEmpty }
        return left.suffix.lexicographicallyPrecedes(right.suffix) { one, two in
            switch (UInt64(one), UInt64(two)) {
            case (let one?, let two?): one < two
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): one < two
            }
        }
    }
}
