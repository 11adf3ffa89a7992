import Trackproof
import TrackproofBridge
import TrackproofBridgeProtocol
@_spi(Tooling) import TrackproofBridgeReader
@_spi(Tooling) import TrackproofJSON

/// Plays bytes as a script: an app appends, a test reads, and somebody between them damages, keeps and repeats.
///
/// Whatever reaches the test was appended by the app, as it was; and at the end the test has all, if it reads on.
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
            precondition(test.take(text), "refused: \(text)")
            if kept.count < 8 { kept.append(text) }
        case 6:
            // What was read long ago is read again.
            if !kept.isEmpty { precondition(test.take(kept[script.number(kept.count)]), "refused what it had taken") }
        default:
            guard let text = log.text(ofChunk: 1 + script.number(log.chunkCount)) else { break }
            let damaged = script.damage(text)
            if damaged != text {
                let (count, next) = (test.events.count, test.reader.next)
                precondition(!test.take(damaged), "taken, though it is damaged: \(damaged)")
                precondition(test.events.count == count && test.reader.next == next, "took from what it refused")
            }
        }
        expect(test, toHaveStartOf: names)
    }
    for number in max(1, test.reader.next)...max(test.reader.next, log.chunkCount) {
        if let text = log.text(ofChunk: number) { precondition(test.take(text), "refused: \(text)") }
    }
    precondition(test.events.count == names.count, "\(test.events.count) of \(names.count) events")
    precondition(test.reader.gap == nil || log.text(ofChunk: log.chunkCount)?.hasSuffix("\n") == true)
    precondition(test.lost == log.lost, "lost \(log.lost), told of \(test.lost)")
    expect(test, toHaveStartOf: names)
}

private func expect(_ test: Listener, toHaveStartOf names: [String]) {
    precondition(test.events.count <= names.count, "more than was appended")
    if let last = test.events.last {
        precondition(last.event.name == names[test.events.count - 1], "another event than was appended")
        precondition(last.sequence == Int64(test.events.count), "number \(last.sequence ?? 0)")
    }
}

/// Bytes that say what to do.
private struct Script {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func next() -> UInt8? { bytes.popFirst() }

    /// A number from 0, below `end`.
    mutating func number(_ end: Int) -> Int { (Int(next() ?? 0) << 8 | Int(next() ?? 0)) % end }

    /// Text as long as the next byte says, or shorter.
    mutating func name() -> String {
        let count = Int(next() ?? 0)
        defer { bytes = bytes.dropFirst(count) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Cut, or changed within four neighbouring bytes, which the checksum is sure to notice.
    mutating func damage(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let place = number(bytes.count)
        if (next() ?? 0) % 2 == 0 { return String(decoding: bytes[..<place], as: UTF8.self) }
        // The header's digits may be written in one way only, so that no other text says the same.
        for index in place..<min(bytes.count, place + 1 + number(4)) { bytes[index] ^= next() ?? 0 }
        let damaged = String(decoding: bytes, as: UTF8.self)
        // What is no UTF-8 any more is longer than it was: that is no change of four bytes.
        return Array(damaged.utf8) == bytes ? damaged : text
    }
}
