import Testing

@Suite("GET stream", .timeLimit(.minutes(15)))
struct ControlStreamTests {
    /// Returns the ids of the messages in a stream's text.
    private static func ids(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test func aStreamSendsEventsThatArriveAfterItOpens() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"before"}"#)
            let text = try await client.stream("stream") { text in
                // This is the first line of the stream, so the stream is open now.
                if text == "retry: 1000\n\n" { try await client.post(#"{"name":"now"}"#) }
                return text.contains("data: ") && text.hasSuffix("\n\n")
            }
            #expect(Self.ids(text) == ["2"])
            #expect(text.contains(#""events":[{"name":"now","seq":2,"source":"wire:trackproof","request":2}]"#))
            #expect(text.contains(#"data: {"request":2,"session":"default","vendor":"trackproof","received":"20"#))
        }
    }

    @Test func aStreamStartsAtTheRequestedPosition() async throws {
        try await withControl { client in
            for name in ["a", "b", "c"] { try await client.post(#"{"name":"\#(name)"}"#) }
            for (path, last) in [
                ("stream?after=1", nil), ("stream", "1"), ("stream?after=0", "1"), ("stream?newest=2", nil),
                ("stream?newest=3", "1"), ("stream?newest=3&after=1", nil),
            ] {
                let headers = last.map { ["Last-Event-ID": $0] } ?? [:]
                let text = try await client.stream(path, headers: headers) { Self.ids($0).contains("3") }
                #expect(Self.ids(text) == ["2", "3"], "\(path)")
            }
        }
    }

    @Test func aStreamContainsOnlyTheEventsOfItsSession() async throws {
        try await withControl { client in
            let key = try await client.open()
            try await client.post(#"{"name":"a"}"#)
            try await client.post(#"{"name":"b"}"#, session: key)
            let text = try await client.stream("stream?after=0&session=\(key)") { $0.contains("id: 2") }
            #expect(Self.ids(text) == ["2"])
        }
    }
}
