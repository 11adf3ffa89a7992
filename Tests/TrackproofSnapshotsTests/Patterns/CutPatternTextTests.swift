import _TrackproofTestSupport
import Testing
import TrackproofSnapshots

/// Tests the search for patterns in bytes with all beginnings and ends of texts.
@Suite("Texts of patterns that are cut")
struct CutPatternTextTests {
    @Test func bytesAndTextsGiveTheSameResult() throws {
        var found = 0
        for source in ["^[A-Z]{2}-[0-9]+$", "a|bc$", "x*y", "(ab)+c?", "[^a]b", "^$", "."] {
            let pattern = try Pattern(source)
            for text in ["AB-12", "xxxyabababc", "ä-a", "bcbc", "ZZ-1234567890123456"] {
                for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                    let result = scanned(cut) { pattern.isFound(inASCII: $0) }
                    guard let result else {
                        Issue.record("\(source) reads behind \(cut)")
                        continue
                    }
                    guard let result else { continue }
                    found += 1
                    #expect(result == pattern.isFound(in: String(decoding: cut, as: UTF8.self)), "\(source), \(cut)")
                }
            }
        }
        #expect(found > 300)
    }
}
