import TrackproofBridge
import TrackproofBridgeProtocol
import TrackproofBridgeReader
import TrackproofJSON

/// Fuzzes the reader of the texts that carry events from an app to a test.
///
/// The first byte, modulo 3, selects a mode:
/// - 0: The reader reads any texts (``readAnyText(_:)``).
/// - 1: The reader reads the chunks of a log while a script damages them (``playScript(_:)``).
/// - 2: The reader reads any payloads behind correct headers (``readAnyPayload(_:)``).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunks(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch first % 3 {
    case 0: readAnyText(rest)
    case 1: playScript(rest)
    default: readAnyPayload(rest)
    }
    return 0
}

/// Reads each text as the text of an ``ElementBarrier``, and then twice as a chunk. A zero byte separates the texts.
private func readAnyText(_ bytes: [UInt8]) {
    var test = Listener()
    for part in bytes.split(separator: 0) {
        let text = String(decoding: part, as: UTF8.self)
        if let barrier = ElementBarrier(text) {
            precondition(barrier.passed <= barrier.asked, "the barrier has passed more than was asked: \(text)")
            let again = ElementBarrier(barrier.text)
            precondition(again == barrier, "read \(barrier), then \(again as Any): \(text)")
        }
        test.take(text)
        test.take(text)
    }
}

/// Reads the bytes as the payloads of chunks. A zero byte separates the payloads.
///
/// One reader reads the chunks in order. A second reader reads them in reverse, and then again in order. Both readers
/// must return the same events.
private func readAnyPayload(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    // Chunks are texts and contain only valid UTF-8, so invalid bytes are replaced.
    let payloads = parts.map { Array(String(decoding: $0, as: UTF8.self).utf8) }
    let texts = payloads.enumerated().map { index, payload in
        chunk(payload, number: index + 1, count: payloads.count)
    }
    var (forwards, backwards) = (Listener(), Listener())
    for text in texts { forwards.take(text) }
    for text in texts.reversed() { backwards.take(text) }
    for text in texts { backwards.take(text) }
    precondition(
        forwards.events == backwards.events,
        "read \(forwards.events) in order, but \(backwards.events) in reverse order")
    let next = forwards.reader.next
    precondition(next == payloads.count, "the reader stopped at chunk \(next) of \(payloads.count)")
}

/// Returns a chunk with a correct header and any payload.
private func chunk(_ payload: [UInt8], number: Int, count: Int) -> String {
    let start = "tp1 w \(number) \(count) 0 \(payload.count) "
    let checksum = ~(Array(start.utf8) + payload).reduce(UInt32.max) { state, byte in
        (0..<8).reduce(state ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    let digits = String(checksum, radix: 16)
    let header = start + String(repeating: "0", count: 8 - digits.count) + digits + "\n"
    return header + String(decoding: payload, as: UTF8.self)
}
