import Foundation
import Testing

/// Names of events and files that are hostile: they look alike, or are very long.
@Suite("trackproof plan audit, names", .timeLimit(.minutes(15)))
struct ArchiveNameTests {
    /// "é" has one scalar in the first name and two scalars in the second name.
    private static let names = ["caf\u{E9}", "cafe\u{301}"]

    private static func event(_ name: String, _ parameters: String = #"{"price":1}"#) -> String {
        #"{"name":"\#(name)","parameters":\#(parameters)}"# + "\n"
    }

    private static func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(
            """
            plan: 1
            events:
              \(names[0]):
                parameters:
                  price: {type: number, required: true}

            """, to: "Tracking/plan.yaml")
        return place
    }

    /// On Linux, both names are different files of one folder.
    @Test func filesWhoseNamesLookAlikeAreDifferentFiles() async throws {
        let place = try Self.workplace()
        for name in Self.names { try place.write(Self.event(Self.names[0]), to: "archive/\(name).ndjson") }
        let outcome = try await place.shell(
            """
            trackproof plan audit archive --resume state; trackproof plan audit archive --resume state
            trackproof plan audit --partial archive >result; trackproof plan merge result
            """)
        #expect(outcome.output == String(repeating: "2 events as planned\n", count: 3), "\(outcome.errors)")
    }

    /// A client can send events with names of any length. A result must not keep all of their bytes.
    @Test func longNamesAreShortened() async throws {
        let place = try Self.workplace()
        let long = String(repeating: "é", count: 10_000)
        let lines = (0..<200).map {
            Self.event("\($0)" + long) + Self.event(Self.names[0], #"{"price":1,"\#($0)\#(long)":1}"#)
        }
        try place.write(lines.joined() + Self.event("0" + long), to: "a.ndjson")
        let outcome = try await place.shell(
            "trackproof plan audit --partial a.ndjson >result; trackproof plan merge result")
        #expect(outcome.output.contains("…\u{20}(20001 bytes) (unplanned-event)"), "\(outcome.output.prefix(3_000))")
        #expect(outcome.output.contains("in 2 events (100 %)"))
        #expect(try place.read("result").utf8.count < 4_000_000)
    }
}

extension String {
}
