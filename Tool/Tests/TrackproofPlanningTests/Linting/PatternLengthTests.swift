import Testing
import TrackproofSnapshots

@testable import TrackproofPlanning

@Suite struct PatternLengthTests {
    @Test(arguments: [
        ("^[A-Z]{3}$", 3...3), ("[A-Z]{3}", 3...Int(Int32.max)), ("^a{2,4}b?$", 2...5),
        ("^(ab|c)+$", 1...Int(Int32.max)),
        ("^(a|bc)$", 1...2), ("^a|b$", 1...Int(Int32.max)), ("^(^a$|^bcd$)$", 1...3), ("a{0}", 0...Int(Int32.max)),
        ("^$", 0...0), ("^(\\b)*é$", 1...1), ("^(a{0,9}){9}$", 0...81), ("x^a$", 2...Int(Int32.max)),
    ])
    func aPatternLimitsTheLengthOfTexts(source: String, lengths: ClosedRange<Int>) throws {
        #expect(try Pattern(source).lengthsOfTexts == lengths)
    }
}
