import Trackproof
import TrackproofBridge
import TrackproofBridgeProtocol
import TrackproofBridgeReader
import TrackproofJSON

/// Runs bytes as a script: an app appends events to a log, and a test reads the log's chunks.
///
/// The script may damage a chunk, or let the test read an earlier chunk again. Each event must reach the test once, in
/// order and unchanged. At the end, the test reads the remaining chunks and must have all events.
func playScript(_ bytes: [UInt8]) {
    var script = Script(bytes)
    let log = ChunkedLog(writer: "7-a", chunkBytes: 64 + script.number(200), limit: 1 << 14)
    var test = Listener()
    var names: [String] = []
    var kept: [String] = []
    while let step = script.next() {
        switch step % 8 {
        case 0, 1:
            let name = script.name()
            let sequence = log.sequence
            log.append(RecordedEvent(Event(name.isEmpty ? "_" : name)))
            if log.sequence > sequence { names.append(name.isEmpty ? "_" : name) }
        case 2: log.closeChunk()
        case 3: log.clear(upTo: test.reader.acknowledged)
        case 4, 5:
            guard let text = log.text(ofChunk: 1 + script.number(log.chunkCount)) else { break }
            precondition(test.take(text), "refused a valid chunk: \(text)")
            if kept.count < 8 { kept.append(text) }
        case 6:
            // The test reads an earlier chunk again.
            if !kept.isEmpty {
                precondition(test.take(kept[script.number(kept.count)]), "refused a chunk that it had accepted before")
            }
        default:
            guard let text = log.text(ofChunk: 1 + script.number(log.chunkCount)) else { break }
            let damaged = script.damage(text)
            if damaged != text {
                let (count, next) = (test.events.count, test.reader.next)
                precondition(!test.take(damaged), "accepted a damaged chunk: \(damaged)")
                precondition(
                    test.events.count == count && test.reader.next == next, "read events of a chunk that it refused")
            }
        }
        expect(test, toHaveStartOf: names)
    }
    for number in max(1, test.reader.next)...max(test.reader.next, log.chunkCount) {
        if let text = log.text(ofChunk: number) { precondition(test.take(text), "refused a valid chunk: \(text)") }
    }
    precondition(test.events.count == names.count, "\(test.events.count) of \(names.count) events arrived")
    precondition(test.reader.gap == nil || log.text(ofChunk: log.chunkCount)?.hasSuffix("\n") == true)
    precondition(test.lost == log.lost, "the app lost \(log.lost) events, but reported \(test.lost)")
    expect(test, toHaveStartOf: names)
}

private func expect(_ test: Listener, toHaveStartOf names: [String]) {
    precondition(test.events.count <= names.count, "more events arrived than were appended")
    if let last = test.events.last {
        precondition(last.event.name == names[test.events.count - 1], "the event differs from the appended one")
        precondition(
            last.sequence == Int64(test.events.count),
            "expected the number \(test.events.count), got \(last.sequence ?? 0)")
    }
}

/// A script: bytes that select the steps and their arguments.
private struct Script {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func next() -> UInt8? { bytes.popFirst() }

    /// Returns a number from 0 up to, but not including, `end`.
    mutating func number(_ end: Int) -> Int { (Int(next() ?? 0) << 8 | Int(next() ?? 0)) % end }

    /// Returns a name. The next byte is its length in bytes, but the name is shorter if the script ends early.
    mutating func name() -> String {
        let count = Int(next() ?? 0)
        defer { bytes = bytes.dropFirst(count) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Cuts the text short, or changes up to four neighboring bytes. The checksum of a chunk detects every such change.
    ///
    /// Returns the text without a change if the changed bytes are not UTF-8, or if the script changes no byte.
    mutating func damage(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let place = number(bytes.count)
        if (next() ?? 0) % 2 == 0 { return String(decoding: bytes[..<place], as: UTF8.self) }
        // Each number in the header can be written in only one way, so a changed header cannot have the same meaning.
        for index in place..<min(bytes.count, place + 1 + number(4)) { bytes[index] ^= next() ?? 0 }
        let damaged = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces bytes that are not UTF-8 with longer ones, which would change more than four bytes.
        return Array(damaged.utf8) == bytes ? damaged : text
    }
}
