/// The name of a snapshot's file, made of the name of the test and the label of the snapshot.
///
/// Examples: `LoginTests.aLoginIsTracked.json`, `LoginTests.aLoginIsTracked.2.json`,
/// `LoginTests.aLoginIsTracked.premium.json`.
struct SnapshotName: Sendable, Hashable {
    let text: String

    /// Creates the name of a snapshot's file.
    ///
    /// - Parameter label: The name that the test passed to `expectSnapshot`. If the test passed no name, the label of
    ///   its first snapshot is `nil`, the label of its second snapshot is `2`, and so on.
    init(_ test: TestIdentity, label: String?) {
        let parts = test.path.map { Self.component(Self.baseName($0)) }
        text = (parts + [label.map(Self.component)].compactMap { $0 }).joined(separator: ".")
    }

    /// Returns the name of a function without its argument labels: `fails` for `fails(reason:)`.
    private static func baseName(_ function: String) -> String {
        guard function.hasSuffix(")"), let start = function.lastIndex(of: "(") else { return function }
        return String(function[..<start])
    }

    /// Returns a text that can be part of a file's name, with hyphens in place of unsuitable characters.
    ///
    /// If the function changes the text, it appends a hash of the original text. Otherwise, the texts `a/b` and `a:b`
    /// would lead to the same file.
    static func component(_ text: String) -> String {
        var result = ""
        for character in text {
            let isKept = character.isLetter || character.isNumber || "_-+=@,".contains(character)
            if isKept || (character == "." && !result.isEmpty) {
                result.append(character)
            } else if result.last != "-" {
                result.append("-")
            }
        }
        while result.last == "-" { result.removeLast() }
        // File systems limit the length of a file's name, so each part of the name has at most 100 bytes before its
        // hash.
        var isCut = false
        while result.utf8.count > 100 {
            result.removeLast()
            isCut = true
        }
        // A part must not end with `.pending`. Otherwise, the snapshot of a test could have the same file as the
        // pending file of another test: a failed comparison with `buys.json` writes `buys.pending.json`.
        let isPending = ".\(result.lowercased())".hasSuffix(".pending")
        return result == text && !isCut && !isPending && !text.isEmpty ? result : result + "-" + hash(text)
    }

    /// Returns the FNV-1a hash (Fowler, Noll, Vo) of 32 bits as hexadecimal digits.
    ///
    /// The hash is the same in every process, unlike the hashes of Swift's `Hasher`.
    private static func hash(_ text: String) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
