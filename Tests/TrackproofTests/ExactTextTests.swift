import Testing
import Trackproof

/// Tests that texts are equal only if their Unicode scalars are equal, even if the texts look the same.
@Suite struct ExactTextTests {
    private static let composed = "caf\u{e9}"
    private static let decomposed = "cafe\u{301}"

    @Test func valuesAreEqualOnlyIfTheirScalarsAre() {
        #expect(EventValue.string(Self.composed) != .string(Self.decomposed))
        #expect(EventValue.string(Self.composed) == .string("caf\u{e9}"))
        #expect(EventValue.array([.string(Self.composed)]) != .array([.string(Self.decomposed)]))
        #expect(Set([EventValue.string(Self.composed), .string(Self.decomposed)]).count == 2)
        // Å and the ångström sign. Then the same marks in two orders, with the same number of bytes.
        #expect(EventValue.string("\u{c5}") != .string("\u{212b}"))
        #expect(EventValue.string("a\u{323}\u{307}") != .string("a\u{307}\u{323}"))
    }

    @Test func parameterNamesAreComparedByScalars() {
        var parameters: EventParameters = [Self.composed: 1, Self.decomposed: 2]
        #expect(Event("e", parameters).encodingError == nil)
        #expect(parameters.count == 2)
        #expect(parameters[Self.composed] == .integer(1))
        #expect(parameters[Self.decomposed] == .integer(2))
        #expect(parameters != [Self.composed: 2, Self.decomposed: 1])
        let other: EventParameters = [Self.decomposed: 2, Self.composed: 1]
        #expect(parameters == other)
        #expect(parameters.sorted().map(\.value) == other.sorted().map(\.value))
        #expect([Self.composed: 1] as EventParameters != [Self.decomposed: 1])
        #expect(EventParameter(Self.composed, .null) != EventParameter(Self.decomposed, .null))
        parameters[Self.composed] = nil
        #expect(parameters.map(\.name).map(\.unicodeScalars.count) == [5])
        let many = (0..<20).map { EventParameter("\($0)", .null) }
        let names = [EventParameter(Self.composed, .null), EventParameter(Self.decomposed, .null)]
        #expect(EventParameters(many + names).count == 22)
        #expect(
            EventParameters(names).merging([Self.decomposed: 1]).map(\.value) == [.null, .integer(1)])
    }

    @Test func namesUsersAndSourcesAreComparedByScalars() {
        #expect(Event(Self.composed) != Event(Self.decomposed))
        #expect(Event.identify(Self.composed) != .identify(Self.decomposed))
        #expect(RecordedEvent(Event(Self.composed)) != RecordedEvent(Event(Self.decomposed)))
        #expect(EventSource.wire(Self.composed) != .wire(Self.decomposed))
        #expect(ProviderID(Self.composed) != ProviderID(Self.decomposed))
        #expect(Set([Event(Self.composed), Event(Self.decomposed)]).count == 2)
    }

    struct Keyed: AnalyticsEvent {
        static var eventNaming: EventNaming { .asWritten }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey(composed))
            try container.encode(2, forKey: AnyKey(decomposed))
        }
    }

    @Test func encodedKeysAreComparedByScalars() {
        for _ in 0..<3 {
            let event = tracked(Keyed())
            #expect(event?.parameters.map(\.name.unicodeScalars.count) == [4, 5])
            #expect(event?.encodingError == nil)
        }
    }

    @Test(arguments: [
        ("a\u{a0}b", #""a\u{a0}b""#), ("a\u{2009}b\u{3000}", #""a\u{2009}b\u{3000}""#),
        ("a\u{200b}b\u{200d}c", #""a\u{200b}b\u{200d}c""#), ("\u{301}a", #""\u{301}a""#),
        ("\"\u{301}\u{302}", #""\"\u{301}\u{302}""#), ("a\u{ad}\u{34f}\u{3164}", #""a\u{ad}\u{34f}\u{3164}""#),
        ("a\u{202e}b\u{2066}", #""a\u{202e}b\u{2066}""#), ("a\u{fe0f}", #""a\u{fe0f}""#), (" a ", "\" a \""),
        // Characters that a person can read are not escaped.
        ("caf\u{e9} cafe\u{301}", "\"caf\u{e9} cafe\u{301}\""), ("👨‍👩‍👧‍👦 ❤️ 1️⃣ 🏳️‍🌈", "\"👨‍👩‍👧‍👦 ❤️ 1️⃣ 🏳️‍🌈\""),
        ("हिन्दी ไทย 日本語 עִבְרִית", "\"हिन्दी ไทย 日本語 עִבְרִית\""),
    ]) func invisibleCharactersAreEscaped(text: String, shown: String) {
        #expect(EventValue.string(text).description.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(arguments: [
        (" tap", #"\u{20}tap"#), ("tap ", #"tap\u{20}"#), ("tap\u{a0}", #"tap\u{a0}"#), ("a b", "a b"),
        (#"a"b\c"#, #"a"b\c"#),
    ]) func spacesAtTheEndsOfANameAreEscaped(name: String, shown: String) {
        #expect(Event(name).description == "track \(shown)")
    }
}
