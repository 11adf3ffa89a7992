import Foundation
import Testing

/// Tests secrets that are words of the reports' formats, such as the value of a variable `SORT_KEY=sections`.
@Suite("Secrets that are words of a format", .timeLimit(.minutes(15)))
struct SecretWordTests {
    /// Returns a document without the texts and numbers from outside: the names of its members, and the values that the
    /// format of the document defines.
    private static func skeleton(_ value: Any, in member: String = "") -> Any {
        switch value {
        case let members as [String: Any]:
            return Dictionary(uniqueKeysWithValues: members.map { ($0, skeleton($1, in: $0)) })
        case let values as [Any]: return values.map { skeleton($0) }
        case let text as String:
            // The ids of runs have digits, but the ids of findings have none.
            let isWord = ["kind", "change", "id", "severity", "state", "style", "type"].contains(member)
            return isWord && !text.contains(where: \.isNumber) ? text : "text"
        default: return value is NSNumber ? 0 : value
        }
    }

    /// Returns the member names and the texts in a document.
    private static func words(_ value: Any) -> Set<String> {
        switch value {
        case let members as [String: Any]:
            return members.reduce(into: []) { $0.formUnion(words($1.value).union([$1.key])) }
        case let values as [Any]: return values.reduce(into: []) { $0.formUnion(words($1)) }
        case let text as String: return [text]
        default: return []
        }
    }

    private static func document(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func theWordsOfTheFormatsAreNotMasked() async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace()
        // The names from outside are too short to be secrets.
        try place.write(
            """
            {"plan": 1, "owners": {"a": ["@U012AB3CD"]}, "platforms": ["ios", "web"], "events": {
            "p": {"owner": "a", "variants": [{"when": {"v": "a"}, "parameters": {"w": {"type": "string"}}}],
            "parameters": {"v": {"type": "string", "enum": ["a", "b"]}}}, "q": {"replaced_by": "p"}}}
            """, to: "plan.json")
        let snapshot = ["p", "q", "r", "s"].map { #"{"name":"\#($0)","parameters":{"v":"a","w":1}}"# }
        try place.write(snapshot.joined(separator: "\n") + "\n", to: "s.ndjson")
        try place.write(
            """
            {"name":"p","parameters":{"v":"c","w":2}}
            {"name":"q","parameters":{"v":"a","w":1}}
            {"name":"q","parameters":{"v":"a","w":1}}
            {"kind":"identify","user":"u","parameters":{"x":1},"anonymous":"n"}
            {"name":"ss","parameters":{"v":"a","w":1}}

            """, to: "r.ndjson")
        try place.write(
            #"{"type":"track","event":"q","messageId":"m","userId":"u","timestamp":"2026-11-25T10:00:00Z","#
                + #""context":{"app":{"version":"1.2"},"os":{"name":"iOS"}}}"# + "\n{\n", to: "segment.ndjson")
        func post(_ environment: [String: String]) async throws -> [Any] {
            let count = server.requests.count
            let outcome = try await place.shell(
                """
                trackproof verify r.ndjson --snapshot s.ndjson --report json=1.json
                trackproof plan check r.ndjson --plan plan.json --report json=2.json
                trackproof plan audit segment.ndjson --layout segment --plan plan.json --report json=3.json
                trackproof plan coverage r.ndjson --plan plan.json --report json=4.json
                rm -rf h; trackproof report --from 1.json --history h >/dev/null
                trackproof report --from 1.json 2.json 3.json 4.json --history h --report webhook=\(server.url("/")) \
                    --report slack --report json=all.json --report html=all.html --report junit=all.xml \
                    --report markdown=all.md --report github=all.txt
                """, environment: environment.merging(["TRACKPROOF_SLACK_WEBHOOK": server.url("/")]) { $1 })
            #expect(!outcome.errors.contains("not posted"), "\(outcome.errors)")
            let bodies = try server.requests.dropFirst(count).map { try Self.document($0.body) }
            for name in ["all.html", "all.xml", "all.md", "all.txt", "all.json"] {
                // Reports in files contain no variables of the environment, so nothing in them is masked.
                #expect(try !place.read(name).contains("***"), "\(name)")
            }
            return try (bodies + [Self.document(place.read("all.json"))])
        }
        let plain = try await post([:])
        try #require(plain.count == 3)
        let skeletons = plain.map { Self.skeleton($0) }
        let words = skeletons.reduce(into: Set<String>()) { $0.formUnion(Self.words($1)) }.filter {
            // The archive's section has members whose names are days.
            $0.utf8.count >= 8 && !$0.contains(where: \.isNumber)
        }
        for word in ["sections", "unplanned-event", "rich_text_section", "unexpected", "lastSeen"] {
            #expect(words.contains(word), "\(word)")
        }
        let secrets = words.enumerated().map { ("SORT_KEY_\($0)", $1) }
        let masked = try await post(Dictionary(uniqueKeysWithValues: secrets))
        for (body, skeleton) in zip(masked, skeletons) {
            let (masked, plain) = (Self.words(Self.skeleton(body)), Self.words(skeleton))
            #expect(masked == plain, "\(masked.symmetricDifference(plain))")
            #expect(NSDictionary(dictionary: ["a": Self.skeleton(body)]) == NSDictionary(dictionary: ["a": skeleton]))
        }
        // Other texts are still masked, such as words in a sentence.
        #expect(masked.contains { Self.words($0).contains { $0.contains("***") } })
    }
}
