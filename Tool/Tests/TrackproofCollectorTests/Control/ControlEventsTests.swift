import HTTPTypes
import Testing

/// Tests of `GET events`: its filters and its pages.
@Suite("GET events", .timeLimit(.minutes(15)))
struct ControlEventsTests {
    /// Returns the names of the events that a query finds.
    private func found(_ query: String, of lines: [String]) async throws -> [String] {
        try await withControl { client in
            for line in lines { try await client.post(line) }
            let answer = try await client.send(.get, "events?" + query)
            return try #require(try answer.json()["events"]?.names, "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("", ["a", "b", "c", "d"]), ("kind=screen", ["b"]), ("name=c", ["c"]), ("name=C", []),
        ("user=u-1", ["a", "c"]),
        ("vendor=trackproof", ["a", "b", "c", "d"]), ("vendor=segment", []), ("kind=track&user=u-1&name=a", ["a"]),
    ])
    func filtersReturnTheMatchingEvents(query: String, names: [String]) async throws {
        let lines = [
            #"{"name":"a","user":"u-1"}"#, #"{"name":"b","kind":"screen"}"#, #"{"name":"c","anonymous":"u-1"}"#,
            #"{"name":"d","source":"provider:x"}"#,
        ]
        #expect(try await found(query, of: lines) == names)
    }

    @Test(arguments: [
        ("parameter.n=3", ["integer", "number"]), ("parameter.n=3.0", ["integer", "number"]),
        ("parameter.n=%223%22", ["text"]), ("parameter.n=null", ["null"]), ("parameter.n=true", ["bool"]),
        ("parameter.n=caf%C3%A9", ["word"]), ("parameter.n=9007199254740993", ["large"]),
        ("parameter.n=9007199254740992", []), ("parameter.n=%7B%22a%22%3A%5B1%2C2%5D%7D", ["object"]),
        ("parameter.n=%7B%22a%22%3A%5B2%2C1%5D%7D", []), ("parameter.n=3&parameter.other=x", ["number"]),
        ("parameter.missing=3", []),
    ])
    func parameterFiltersAreReadAsJSON(query: String, names: [String]) async throws {
        let lines = [
            #"{"name":"integer","parameters":{"n":3}}"#, #"{"name":"number","parameters":{"n":3.0,"other":"x"}}"#,
            #"{"name":"text","parameters":{"n":"3"}}"#, #"{"name":"null","parameters":{"n":null}}"#,
            #"{"name":"bool","parameters":{"n":true}}"#, #"{"name":"word","parameters":{"n":"café"}}"#,
            #"{"name":"large","parameters":{"n":9007199254740993}}"#,
            #"{"name":"object","parameters":{"n":{"a":[1,2]}}}"#,
        ]
        #expect(try await found(query, of: lines) == names)
    }

    @Test func theVendorFilterUsesTheVendorOfTheRequest() async throws {
        try await withControl { client in
            _ = try await client.segment(#"{"type":"track","event":"a","userId":"u","messageId":"1"}"#)
            try await client.post(#"{"name":"b","source":"wire:segment"}"#)
            #expect(try await client.send(.get, "events?vendor=segment").json()["events"]?.names == ["a"])
            #expect(try await client.send(.get, "events?vendor=trackproof").json()["events"]?.names == ["b"])
        }
    }

    @Test func pagesListEveryEventOnce() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            try await client.post(#"{"name":"b"}"#, #"{"name":"c"}"#, #"{"name":"d"}"#)
            try await client.post(#"{"name":"e"}"#)
            var pages: [[String]] = []
            var next: Int64 = 0
            var isComplete = false
            while !isComplete {
                let page = try await client.send(.get, "events?limit=2&after=\(next)").json()
                pages.append(try #require(page["events"]?.names))
                next = try #require(page["next"]?.integer)
                isComplete = try #require(page["whole"] as ControlJSON?) == true
            }
            // A page does not separate the events of one request, so the first page has four events.
            #expect(pages == [["a", "b", "c", "d"], ["e"]])
            let rest = try await client.send(.get, "events?after=\(next)")
            #expect(rest.text == #"{"events":[],"next":\#(next),"whole":true}"#)
        }
    }

    @Test func aPageWithTheLastEventIsComplete() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            try await client.post(#"{"name":"b"}"#)
            #expect(try await client.send(.get, "events?limit=2").json()["whole"] == true)
            #expect(try await client.send(.get, "events?limit=1").json()["whole"] == false)
        }
    }

    @Test func anEventIsReturnedWithAllItsMembers() async throws {
        try await withControl { client in
            try await client.post(
                #"{"name":"a","parameters":{"x":1.0},"time":"2026-11-21T10:30:00+01:00","id":"7","own":[1]}"#)
            let answer = try await client.send(.get, "events")
            #expect(
                answer.text == """
                    {"events":[{"name":"a","parameters":{"x":1.0},"seq":1,"time":"2026-11-21T09:30:00.000Z",\
                    "source":"wire:trackproof","id":"7","own":[1],"request":1}],"next":1,"whole":true}
                    """)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }
}
