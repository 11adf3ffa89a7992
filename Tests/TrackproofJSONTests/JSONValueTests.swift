import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Reading values")
struct JSONValueTests {
    /// The output of a step is the value as Trackproof writes it, or the error.
    @Test("Texts have the values and errors of the transcript")
    func values() throws {
        try expectTranscript("values") { _, lines in
            let bytes = Array(lines[0].utf8)
            let (read, error) = (try? parse(bytes), refusal(bytes))
            let again = try read.map { try parse(text(of: $0)) }
            #expect(again == read)
            // A text in memory has the same value or error. Only a file can begin with a byte order mark.
            if !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                let (same, problem) = (
                    try? EventValue(json: bytes, of: "test"), message { try EventValue(json: bytes, of: "test") }
                )
                #expect(same == read)
                #expect(problem == error?.replacing("the file", with: "the text"), "\(lines)")
            }
            return read.map { text(of: $0) } ?? error ?? ""
        }
    }

    private static let folder = ProcessInfo.processInfo.environment["TRACKPROOF_JSON_TEST_SUITE"]

    /// Tests with the published suite nst/JSONTestSuite, if its folder `test_parsing` is available. The transcript
    /// contains most of its texts.
    @Test("Every y_ file of the published suite is accepted and every n_ file refused", .enabled(if: folder != nil))
    func publishedSuite() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(names.count > 300)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            switch (name.prefix(2), refusal(bytes)) {
            case ("y_", let refused?): Issue.record("\(name) is refused: \(refused)")
            case ("n_", nil): Issue.record("\(name) is accepted")
            default: break
            }
        }
    }

    @Test("A thousand similar names stay distinct, and duplicates merge")
    func manyNames() throws {
        let names = (0..<1_000).map { "n\($0)x" }
        let text = "{" + (names + names).enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        let members = try #require(parse(text).object)
        #expect(members.map(\.name) == names)
        #expect(members.map(\.value) == (1_000..<2_000).map { .integer(Int64($0)) })
    }

    @Test("128 levels are read, and the first excess level is refused", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: open, count: levels - 1) + (open == "[" ? "[]" : "{}")
                + String(repeating: close, count: levels - 1)
        }
        #expect(throws: Never.self) { try parse(nested(128)) }
        let place = 128 * open.utf8.count + 2
        for text in [nested(129), nested(100_000), String(repeating: open, count: 100_000)] {
            #expect(refusal(text) == "test:1:\(place): nested deeper than 128 levels")
        }
    }

    @Test("The levels around a value count toward the depth limit", arguments: [0, 1, 4])
    func levels(outside: Int) throws {
        func value(_ depth: Int) throws -> EventValue {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return try EventValue(json: Array(text.utf8), of: "body", within: outside)
        }
        _ = try value(128 - outside)
        #expect(throws: EventFormatError.self) { try value(129 - outside) }
    }
}
