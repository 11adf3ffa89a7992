import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("Start and end of a collector", .timeLimit(.minutes(15)))
struct EndTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [Signal.terminate, .interrupt])
    func aSignalEndsTheCollectorCleanly(signal: Signal) async throws {
        let ((waited, streamed), outcome) = try await withCollector(store: store) { collector in
            #expect(try await collector.track("kept").status == 200)
            var pieces = try HTTP.pieces(collector.control("stream?after=0")).makeAsyncIterator()
            var streamed = Data()
            // An event in the stream shows that the stream is open.
            while !String(decoding: streamed, as: UTF8.self).contains("kept") {
                streamed += try #require(try await pieces.next())
            }
            async let wait = collector.post("wait", #"{"name":"never","within":550}"#)
            // The collector answers the wait only when the collector ends. These requests give the collector time to
            // read the wait.
            for _ in 0..<20 { #expect(try await collector.get("health").status == 200) }

            try collector.send(signal)
            while let piece = try await pieces.next() { streamed += piece }
            return (try await wait, String(decoding: streamed, as: UTF8.self))
        }
        // If the collector did not end in time, the command would end with a status other than 0.
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(waited.status == 200)
        #expect(waited.text.hasPrefix(#"{"satisfied":false,"#))
        #expect(streamed.hasSuffix("\n\n"))
        // The collector leaves no log file or lock file beside the store.
        #expect(try folder.names() == ["s.sqlite"])
    }

    /// Tests waits that would succeed if their time were over.
    @Test(arguments: [#""atMost":0"#, #""quiet":500"#])
    func aWaitThatTheEndCutsShortIsNotSatisfied(goal: String) async throws {
        let (waited, outcome) = try await withCollector(store: store) { collector in
            async let wait = collector.post("wait", #"{"name":"purchase",\#(goal),"within":550}"#)
            for _ in 0..<20 { #expect(try await collector.get("health").status == 200) }
            try collector.send(.terminate)
            return try await wait
        }
        #expect(outcome.status == 0)
        #expect(waited.status == 200)
        #expect(waited.text.hasPrefix(#"{"satisfied":false,"#))
    }
}
