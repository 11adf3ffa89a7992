import _TrackproofTestSupport
import Testing
import Trackproof

/// Tests the reader of times with all beginnings and ends of times.
@Suite("Times that are cut")
struct CutTimeTests {
    @Test func onlyWholeTimesAreRead() {
        for text in [
            "2024-02-29T23:59:60.1234Z", "2026-11-23 10:00:00+02:00", "2026-11-23t10:00:00.5-01:30",
            "2023-02-29T00:00:00Z",
        ] {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                let isTime = scanned(cut) { EventTime(utf8: $0) != nil }
                let word = String(decoding: cut, as: UTF8.self)
                let form = #/\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)/#
                #expect(isTime == (word.wholeMatch(of: form) != nil && !word.hasPrefix("2023")), "\(word)")
            }
        }
    }
}
