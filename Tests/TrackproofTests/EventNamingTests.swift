import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

/// An event with one parameter, whose coding key is `key`.
private struct AnyKeyEvent: AnalyticsEvent {
    let key: String

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey(key))
    }
}

@Suite struct EventNamingTests {
    private func name(of key: String) throws -> String? {
        try AnyKeyEvent(key: key).eventParameters.first?.name
    }

    /// Returns the name to which `JSONEncoder` converts the key. The parameter of a typed event must get the same name.
    private func oracle(_ key: String) throws -> String? {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(AnyKeyEvent(key: key))
        return try JSONDecoder().decode([String: Int].self, from: data).keys.first
    }

    @Test func keysFollowJSONEncodersRule() throws {
        var keys = [
            "", "a", "A", "movieID", "myURLProperty", "isFavourite", "URL", "URLOpened", "movieIDs", "a1B",
            "iOS9Version", "item2Name", "my_URL", "_private", "__Twice", "trailing_", "A_B", "_0", "HTML5",
            "oneTwoThree", "ABC", "aBC", "ǅungla", "éCole", "großeÄnderung", "字Name", "name字", "aE\u{301}b", "ΣΑΣ",
            "İstanbul", "x\u{200D}Y", "ªB",
        ]
        var generator = SeededGenerator(seed: 1)
        let alphabet = Array("abzABZ019_-. éÉßΣσ字ǅʰªⅣⓐ\u{301}\u{200D}😀")
        for _ in 0..<rounds(1_000, deep: 4_000) {
            // At least half of the characters are plain letters.
            let characters = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                (Bool.random(using: &generator) ? Array("abcXYZ") : alphabet).randomElement(using: &generator)
            }
            keys.append(String(characters))
        }
        for key in keys {
            let (name, expected) = (try name(of: key), try oracle(key))
            #expect(name == expected, "\(key.debugDescription)")
        }
    }

    private struct URLOpened: AnalyticsEvent {}
    private struct Movie2Tapped: AnalyticsEvent {}
    private struct HTTPEvent: AnalyticsEvent {}
    private struct Event: AnalyticsEvent {}
    private struct lowerCase: AnalyticsEvent {}
    private struct AsWritten: AnalyticsEvent {
        var movieID = 1
        var nested = ["aKey": 1]
        static var eventNaming: EventNaming { .asWritten }
    }

    @Test func eventNamesComeFromTypeNames() throws {
        #expect(try URLOpened().eventName == "url_opened")
        #expect(try Movie2Tapped().eventName == "movie2_tapped")
        #expect(try HTTPEvent().eventName == "http")
        #expect(try Event().eventName == "event")
        #expect(try lowerCase().eventName == "lower_case")
    }

    @Test func namesStayAsWrittenIfTheTypeSaysSo() {
        #expect(tracked(AsWritten())?.description == "track AsWritten {movieID: 1, nested: {aKey: 1}}")
    }
}
