import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol
import TrackproofBridgeReader
import TrackproofBridge

@Suite("Events in chunks")
struct ChunkTests {
    /// The test's side of a bridge: the reader, and the events and losses that the reader received.
    private struct Test {
        var reader = ChunkReader()
        var names: [String] = []
        var events: [RecordedEvent] = []
        var lost: Int64 = 0

        mutating func take(_ text: String) throws(ChunkProblem) {
            var (events, lost) = (self.events, self.lost)
            defer { (self.events, self.lost) = (events, lost) }
            try reader.take(text) { line in
                if case .event(let event) = line { events.append(event) }
                if case .lost(let count) = line { lost += count }
            }
        }
    }

    private func texts(_ log: ChunkedLog) -> [String] {
        (1...log.chunkCount).compactMap { log.text(ofChunk: $0) }
    }

    private func smallLog(lines: Int = 6) -> ChunkedLog {
        let log = ChunkedLog(writer: "7-a", chunkBytes: 64)
        for number in 0..<lines { log.append(RecordedEvent(Event("é\(number)", ["n": .integer(Int64(number))]))) }
        return log
    }

    private func problem(_ text: String, _ test: inout Test) -> String? {
        do throws(ChunkProblem) {
            try test.take(text)
            return nil
        } catch { return error.description }
    }

    @Test("A chunk is readable text")
    func form() {
        let log = ChunkedLog(writer: "7-a b\n", chunkBytes: 64)
        log.append(RecordedEvent(Event("a")))
        let text = log.text(ofChunk: 1) ?? ""
        let payload = #"{"hello":1,"writer":"7-a_b_"}"# + "\n" + #"{"name":"a","seq":1}"# + "\n"
        #expect(text == "tp1 7-a_b_ 1 1 0 51 a49fa114\n" + payload)
        #expect(log.text(ofChunk: 0) == nil && log.text(ofChunk: 2) == nil)
    }

    @Test("Random events arrive once and in order, whichever chunk is read first", arguments: 0..<rounds(6, deep: 40))
    func interleaved(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let log = ChunkedLog(writer: "1-x", chunkBytes: Int.random(in: 64...600, using: &random))
        var test = Test()
        var sent: [String] = []
        for number in 1...40 {
            var event = random.event()
            if random.next() % 10 == 0 { event.event.user = String(repeating: "é😀", count: 700) }
            event.unknown = EventParameters()
            log.append(event)
            event.sequence = Int64(number)
            sent.append(json(of: event))
            for _ in 0..<Int(random.next() % 4) {
                let read = Int.random(in: 1...log.chunkCount, using: &random)
                if let text = log.text(ofChunk: read) { try test.take(text) }
            }
            if random.next() % 8 == 0 { log.clear(upTo: test.reader.acknowledged) }
            // The log has dropped only chunks that the reader no longer needs. So the remaining chunks contain all
            // missing events.
            if random.next() % 8 == 0 {
                for text in texts(log).shuffled(using: &random) { try test.take(text) }
                #expect(test.events.count == number)
                #expect(test.reader.gap == nil)
            }
        }
        for text in texts(log).shuffled(using: &random) { try test.take(text) }
        #expect(test.events.map { json(of: $0) } == sent)
        #expect(test.reader.gap == nil)
        #expect(test.lost == 0)
    }

    @Test("A chunk that is truncated or has a changed byte is detected")
    func changes() {
        for text in texts(smallLog()) {
            let bytes = Array(text.utf8)
            for place in bytes.indices {
                let flipped = [UInt8(1), 128].map { bytes[..<place] + [bytes[place] ^ $0] + bytes[(place + 1)...] }
                for changed in flipped + [bytes[..<place]] {
                    var test = Test()
                    #expect(problem(String(decoding: changed, as: UTF8.self), &test) != nil, "\(place)")
                    #expect(test.events.isEmpty)
                }
            }
        }
    }

    @Test("A missing or outdated chunk is named, and later events wait for it")
    func dropped() throws {
        let all = texts(smallLog())
        for dropped in all.indices.dropLast() {
            var test = Test()
            for index in all.indices where index != dropped { try test.take(all[index]) }
            #expect(
                test.reader.gap?.description
                    == "chunk \(dropped + 1) of \(all.count) is missing or must be read again")
            #expect(test.events.count < 6)
            try test.take(all[dropped])
            #expect(test.reader.gap == nil)
            #expect(test.events.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        }
        #expect(Test().reader.gap?.description == "chunk 1 of 1 is missing or must be read again")
    }

    @Test("Every problem has its message")
    func messages() throws {
        let all = texts(smallLog())
        var test = Test()
        #expect(problem("", &test) == "the text is not a chunk of events")
        #expect(problem("tp1 7-a 1 1", &test) == "a chunk is cut off inside its header, after 11 bytes")
        #expect(problem("tp2 x\n", &test) == "expected a chunk of version \"tp1\", found \"tp2\"")
        let cut = String(all[1].dropLast(3))
        #expect(
            problem(cut, &test)
                == "chunk 2 of \(all.count) is cut off after \(cut.utf8.count) of \(all[1].utf8.count) bytes; "
                + "the app must write smaller chunks")
        #expect(
            problem(all[1].replacing("seq", with: "sec"), &test)
                == "chunk 2 of \(all.count) is damaged: its checksum does not match")
        try test.take(all[0])
        let other = ChunkedLog(writer: "8-b", chunkBytes: 64).text(ofChunk: 1) ?? ""
        #expect(problem(other, &test) == "expected a chunk of writer 7-a, found writer 8-b: the app was relaunched")
        let twin = ChunkedLog(writer: "7-a", chunkBytes: 64)
        twin.append(RecordedEvent(Event("other")))
        var late = Test()
        try late.take(twin.text(ofChunk: 1) ?? "")
        #expect(problem(all[0], &late) == "chunk 1 begins differently than when it was read before")
    }

    /// Returns a chunk with a valid header and any payload.
    private func chunk(_ payload: String, number: Int = 1, count: Int = 1) -> String {
        Chunk(writer: "w", number: number, count: count, lost: 0, payload: Array(payload.utf8)).text
    }

    @Test(
        "An invalid payload under a valid header is reported",
        arguments: [
            ("nonsense\n", "line 1: column 1: expected an event object, found 'n'"),
            ("{\"name\":\"a\"}\n", "expected event 1, found an event without a number"),
            ("{\"name\":\"a\",\"seq\":3}\n", "expected event 1, found event 3"),
            (
                "{\"lost\":0}\n{\"hello\":1,\"writer\":\"w\"}\n",
                "line 2: only the first line may have the member \"hello\""
            ),
            (#"{"hello":1,"writer":"v"}\#n"#, "expected a chunk of writer w, found writer v: the app was relaunched"),
            ("{\"name\":\"a\",\"seq\":9223372036854775807}\n", "expected event 1, found event 9223372036854775807"),
            ("{\"name\n", "line 1: column 7: the line ends inside a value"),
        ])
    func carried(payload: String, message: String) {
        var test = Test()
        #expect(problem(chunk(payload), &test) == message)
    }

    @Test("A last chunk that ends inside a line is named, and a chunk with numbers out of range is refused")
    func ends() throws {
        var test = Test()
        try test.take(chunk("{\"name\""))
        #expect(test.reader.gap?.description == "the last chunk ends inside line 1")
        #expect(problem(chunk("", number: 2, count: 1), &test) == "the text is not a chunk of events")
        #expect(problem(chunk("", number: .max, count: .max), &test) == "the text is not a chunk of events")
    }

    @Test("A log keeps an event that fits its limit exactly")
    func exactLimit() {
        func lost(limit: Int) -> (lost: Int64, heldBytes: Int) {
            let log = ChunkedLog(writer: "1-a", chunkBytes: 64, limit: limit)
            log.append(RecordedEvent(Event("event")))
            return (log.lost, log.heldBytes)
        }
        let needed = lost(limit: 1_000).heldBytes
        #expect(lost(limit: needed).lost == 0)
        #expect(lost(limit: needed - 1).lost == 1)
    }

    @Test("A full log counts lost events, reports them at once, and continues after it is cleared")
    func bounds() throws {
        let log = ChunkedLog(writer: "1-a", chunkBytes: 64, limit: 500)
        for _ in 0..<100 { log.append(RecordedEvent(Event("event"))) }
        #expect(log.heldBytes <= 500)
        var test = Test()
        for text in texts(log) { try test.take(text) }
        #expect(log.lost > 0)
        #expect(test.lost == log.lost)
        #expect(Int64(test.events.count) + test.lost == 100)
        log.clear(upTo: test.reader.acknowledged)
        #expect(log.text(ofChunk: 1) == nil)
        #expect(log.heldBytes <= 64)
        log.clear(upTo: .max)
        #expect(log.text(ofChunk: log.chunkCount) != nil)
        log.append(RecordedEvent(Event("again")))
        for text in texts(log) { try test.take(text) }
        #expect(test.events.last?.event.name == "again")
        #expect(test.reader.gap == nil)
    }

    @Test("Events are encoded once each, and each chunk stays below 512 bytes")
    func linear() throws {
        let log = ChunkedLog(writer: "1234567890-ffffffff")
        var size = 0
        for number in 0..<1_000 {
            let event = RecordedEvent(Event("open_screen", ["name": "é"]), sequence: Int64(number + 1))
            size += json(of: event).utf8.count + 1
            log.append(event)
            if number % 100 == 0 { _ = log.text(ofChunk: log.chunkCount) }
        }
        let hello = "{\"hello\":1,\"writer\":\"1234567890-ffffffff\"}\n".utf8.count
        #expect(log.encodedBytes == size + hello)
        #expect(log.heldBytes == size + hello)
        var test = Test()
        let all = texts(log)
        #expect((all.map(\.utf8.count).max() ?? 512) < 512)
        for text in all { try test.take(text) }
        #expect(test.events.count == 1_000)
    }

    @Test("The bytes that wait for a missing chunk have a limit")
    func heldBack() throws {
        let all = texts(smallLog())
        var test = Test(reader: ChunkReader(limit: 330))
        try test.take(all[1])
        #expect(
            problem(all[2], &test) == "chunk 3 was dropped: too many bytes wait for chunk 1, which is missing")
        for text in all { try test.take(text) }
        #expect(test.events.count == 6)
    }
}
