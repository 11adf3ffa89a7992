/// The name of a snapshot's file, made of the test's and of what the test calls it.
///
/// `LoginTests.aLoginIsTracked.json`, `LoginTests.aLoginIsTracked.2.json`, `LoginTests.aLoginIsTracked.premium.json`.
struct SnapshotName: Sendable, Hashable {
    let text: String

    /// - Parameter label: what the test calls it, or its number; nil for a test's first without a name.
    init(_ test: TestIdentity, label: String?) {
        let parts = test.path.map { Self.component(Self.baseName($0)) }
        text = (parts + [label.map(Self.component)].compactMap { $0 }).joined(separator: ".")
    }

    /// A function's name without its labels: `fails` of `fails(reason:)`.
    private static func baseName(_ function: String) -> String {
        guard function.hasSuffix(")"), let start = function.lastIndex(of: "(") else { return function }
        return String(function[..<start])
    }

    /// A text as part of a file's name: letters and digits stay. What had to be replaced is told apart by a hash, so
    /// that `a/b` and `a:b` do not share a file.
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
        // As long as file systems allow, with room for the other parts.
        var isCut = false
        while result.utf8.count > 100 {
            result.removeLast()
            isCut = true
        }
        // `buys.pending.json` is what a failed comparison leaves of `buys.json`.
        let isPending = ".\(result.lowercased())".hasSuffix(".pending")
        return result == text && !isCut && !isPending && !text.isEmpty ? result : result + "-" + hash(text)
    }

    /// FNV-1a (Fowler, Noll, Vo), 32 bits: the same in every process, which Swift's own hashing is not.
    private static func hash(_ text: String) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
