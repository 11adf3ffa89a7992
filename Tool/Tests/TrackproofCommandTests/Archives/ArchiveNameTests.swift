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

    @Test func namesThatLookAlikeAreDifferentNames() async throws {
        let place = try Self.workplace()
        let lines =
            [
                Self.event(Self.names[0]), Self.event(Self.names[1]), Self.event(Self.names[0], "{}"),
                Self.event(Self.names[0], #"{"price":1,"\#(Self.names[0])":1}"#),
                Self.event(Self.names[0], #"{"price":1,"\#(Self.names[1])":1}"#),
            ]
        try place.write(lines.joined(), to: "a.ndjson")
        try place.write(lines.reversed().joined(), to: "b.ndjson")
        let whole = try await place.trackproof("plan", "audit", "a.ndjson", "b.ndjson")
        #expect(whole.output.contains("error: \(Self.names[1]) (unplanned-event)"))
        #expect(whole.output.contains("in 2 events (100 %)"), "\(whole.output)")
        #expect(whole.output.contains("error: \(Self.names[0]): price (missing)"))
        #expect(whole.output.contains("in 2 events (25.0 %)"))
        // The two forms of the parameter's name are two findings.
        #expect(whole.output.utf8Count(of: "\(Self.names[0]): \(Self.names[0]) (unplanned-parameter)") == 1)
        #expect(whole.output.utf8Count(of: "\(Self.names[0]): \(Self.names[1]) (unplanned-parameter)") == 1)
        let parts = try await place.shell(
            """
            trackproof plan split a.ndjson b.ndjson --size 7 | sort -R --random-source a.ndjson >splits
            trackproof plan audit --partial --splits splits >result; trackproof plan merge result
            """)
        #expect(Array(parts.output.utf8) == Array(whole.output.utf8))
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
    /// Returns how often the bytes of a text occur.
    fileprivate func utf8Count(of text: String) -> Int {
        var rest = self[...].utf8
        var count = 0
        while let range = rest.firstRange(of: text.utf8) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
