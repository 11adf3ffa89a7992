@_spi(Tooling) import TrackproofSnapshots

/// Any bytes up to the first zero byte are a pattern, the others a text. The pattern is refused with a place inside it,
/// or found in the text exactly if the plainest way to match finds it; on a long text it takes no more than its time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPattern(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let source = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let text = String(decoding: bytes.drop { $0 != 0 }.dropFirst(), as: UTF8.self)
    let pattern: Pattern
    do {
        pattern = try timed("read", source) { try Pattern(source) }
    } catch {
        let length = source.unicodeScalars.count
        guard let error = error as? PatternError, 0...length ~= error.offset, !error.message.isEmpty else {
            fatalError("\(source.debugDescription): \(error)")
        }
        return 0
    }
    precondition(pattern.size <= Pattern.sizeLimit, "\(source.debugDescription) has the size \(pattern.size)")

    if let expected = PlainSearch(source).isFound(in: Array(text.unicodeScalars)) {
        precondition(
            pattern.isFound(in: text) == expected,
            "\(source.debugDescription) in \(text.debugDescription): \(!expected)")
    }
    if !text.isEmpty {
        let long = String(repeating: text, count: Pattern.textLimit / text.utf8.count)
        _ = timed("matched", source) { pattern.isFound(in: long) }
    }
    return 0
}

/// Runs `work`, which must not take longer than 50 ms of the processor's time as an optimised build without
/// instrumentation; here it may take four times as long.
private func timed<Result>(_ what: String, _ source: String, _ work: () throws -> Result) rethrows -> Result {
    let start = ProcessorTime.now
    let result = try work()
    let milliseconds = (ProcessorTime.now - start) * 1_000
    precondition(milliseconds < 200, "\(source.debugDescription) was \(what) in \(milliseconds) ms")
    return result
}
