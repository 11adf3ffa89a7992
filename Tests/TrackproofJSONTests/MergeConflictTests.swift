import Testing

import Trackproof
import TrackproofJSON

/// Tests the markers that git leaves in a file.
struct MergeConflictTests {
    private let words = "; keep the lines that are right, and remove the markers"

    private func message(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { MergeConflict(in: $0)?.message }
    }

    @Test(arguments: [
        ("{\n<<<<<<< HEAD\n=======\n>>>>>>> b\n}", "lines 2, 3 and 4"),
        ("<<<<<<< HEAD\r\n||||||| base\r\n=======\r\n>>>>>>> b\r\n", "lines 1, 2, 3 and 4"),
        ("a\n>>>>>>> b", "line 2"), ("=======", "line 1"), ("<<<<<<<", "line 1"),
    ])
    func markersAreFound(text: String, lines: String) {
        #expect(message(text) == "the file has merge conflict markers at \(lines)" + words)
    }

    @Test(arguments: [
        "", "\n\n", "<<<<<< HEAD", "<<<<<<<< HEAD", " <<<<<<< HEAD", "<<<<<<<HEAD", "======= b", "========",
        "a =======",
    ])
    func otherLinesAreNoMarkers(text: String) { #expect(message(text) == nil) }

    @Test func theErrorIsAtTheFirstMarker() throws {
        let text = "{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 2\n=======\n\"b\": 3\n>>>>>>> b\n}"
        let expected = "test:2:1: the file has merge conflict markers at lines 2, 4 and 6" + words
        #expect(refusal(text) == expected)
        let error = #expect(throws: EventFormatError.self) { try EventValue(json: Array(text.utf8), of: "test") }
        #expect(error?.description == expected)
    }
}
