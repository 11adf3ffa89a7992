import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct VolatileTests {
    private func volatile(_ rules: (String, String, VolatileShape)...) -> SnapshotSettings {
        SnapshotSettings(volatile: rules.map { .init(event: $0.0, path: $0.1, shape: $0.2) })
    }

    @Test(arguments: [
        ("any", #"true, 1, "x", [], {}"#, "null"),
        ("string", #""", "x", "NaN""#, "null, 1, true"),
        ("integer", "0, -7", #"null, 1.0, "1", true"#),
        ("number", "0, 1.5, -2.0", #""1.5", true, "NaN""#),
        ("bool", "true, false", #"0, "true", null"#),
        (
            "uuid", #""67E55044-10B1-426F-9247-BB680E5FE0C8", "67e55044-10b1-426f-9247-bb680e5fe0c8""#,
            #""", "67E55044", "67E55044-10B1-426F-9247-BB680E5FE0C8x", "67E5504410B1426F9247BB680E5FE0C8", 1"#
        ),
        (
            "timestamp",
            #""2026-11-21T09:30:00Z", "2026-11-21T09:30:00.123+01:00", 1795000000, 1795000000123, 1795000000.5"#,
            #""2026-11-21", "now", 12, 0.5, true, null"#
        ),
        (
            "url", #""https://example.com/a?b=c", "app:home", "mailto:a@b.c""#,
            #""example.com", "/path", "https://", "a b:c", ":x", "1a:x", 1"#
        ),
        ("/^A-[0-9]+$/", #""A-1", "A-42""#, #""A-", "B-1", "xA-1", 1"#),
        ("/b+/", #""abbc", "b""#, #""ac", """#),
    ])
    func aShapeAcceptsOnlyItsValues(text: String, good: String, bad: String) throws {
        let shape = try #require(try VolatileShape(text))
        #expect(shape.text == text)
        let settings = volatile(("x", "v", shape))
        let expected = Event("x", ["v": "<\(text)>"])
        for value in try values(good) {
            #expect(differences([expected], [Event("x", ["v": value])], settings).isEmpty, "\(value)")
        }
        for value in try values(bad) {
            let found = Comparison(
                of: Recording([Event("x", ["v": value])]), with: Snapshot([expected], settings: settings)
            ).differences
            #expect(found.map(\.kind) == [.changed], "\(value)")
            #expect(found.first?.parameters.map(\.expected) == [.string("<\(text)>")])
            #expect(found.first?.parameters.map(\.actual) == [value])
        }
    }

    private func values(_ text: String) throws -> [EventValue] {
        guard case .array(let values)? = try events(#"{"name":"x","parameters":{"v":[\#(text)]}}"#)[0].parameters["v"]
        else { return [] }
        return values
    }

    @Test func aNonFiniteNumberCountsAsAString() {
        let event = Event("x", ["v": EventValue.number(.nan)])
        #expect(differences([event], [event], volatile(("x", "v", .string))).isEmpty)
        #expect(
            differences([event], [event], volatile(("x", "v", .number)))
                == ["changed x 0>0 [v value \"<number>\">NaN]"])
    }

    @Test(arguments: ["", "anything", "//", "/", "UUID", "/a", "a/"]) func invalidShapesGiveNil(text: String) throws {
        #expect(try VolatileShape(text) == nil)
    }

    @Test func anInvalidPatternThrowsAnError() {
        #expect(throws: PatternError(offset: 0, message: "unmatched '('; write \\( for a literal '('")) {
            try VolatileShape("/(/")
        }
    }

    // MARK: Which of several rules applies

    /// Returns the shape that these rules give to the parameter `v` of the event `movie_tapped`.
    private func appliedShape(_ rules: [(String, VolatileShape)]) -> VolatileShape? {
        var compiled = CompiledRules(
            SnapshotSettings(volatile: rules.map { .init(event: $0.0, path: "v", shape: $0.1) }), types: .exact)
        return compiled.rules(for: Event("movie_tapped")).volatile?.member("v")?.shape
    }

    @Test func theExactNameWins() {
        #expect(appliedShape([("movie_tapped", .uuid), ("movie_*", .any), ("*", .string)]) == .uuid)
        #expect(appliedShape([("*", .string), ("movie_*", .any), ("movie_tapped", .uuid)]) == .uuid)
    }

    @Test func theLongerPatternWins() {
        #expect(appliedShape([("movie_*", .uuid), ("movie*", .any), ("*", .string)]) == .uuid)
        #expect(appliedShape([("*", .string), ("*_tapped", .uuid), ("m*", .any)]) == .uuid)
        #expect(appliedShape([("movie?tapped", .uuid), ("movie_*", .any)]) == .uuid)
    }

    @Test func theLaterOfEqualRulesWins() {
        #expect(appliedShape([("movie*", .string), ("*apped", .uuid)]) == .uuid)
        #expect(appliedShape([("*apped", .uuid), ("movie*", .string)]) == .string)
        #expect(appliedShape([("movie_tapped", .string), ("movie_tapped", .uuid)]) == .uuid)
    }

    @Test func aRuleOfAnotherEventDoesNotApply() {
        #expect(appliedShape([("movie", .any), ("tapped", .any), ("movie_", .any)]) == nil)
    }

    // MARK: Paths

    @Test func ignoredEventsAreNotCompared() {
        let settings = SnapshotSettings(ignore: ["heartbeat*", "identify", "?ing"])
        let noise = [Event("heartbeat"), Event("heartbeat_2", ["n": 1]), .identify("u"), Event("ping")]
        #expect(differences([Event("a")], noise + [Event("a")], settings).isEmpty)
        #expect(differences(noise + [Event("a")], [Event("a")], settings).isEmpty)
        #expect(
            differences([Event("a")], [Event("a"), Event("my_heartbeat")], settings) == ["unexpected my_heartbeat ->1"])
    }
}
