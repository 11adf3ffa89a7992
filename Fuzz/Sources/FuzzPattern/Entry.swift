import TrackproofSnapshots

/// Fuzzes patterns. The bytes up to the first zero byte are a pattern, and the bytes after it are a text.
///
/// If ``Pattern`` rejects the pattern, the error must name an offset inside the pattern. If ``Pattern`` accepts the
/// pattern, its search must have the same result as ``PlainSearch``. A search in a long text must not exceed a time
/// limit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPattern(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let source = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let text = String(decoding: bytes.drop { $0 != 0 }.dropFirst(), as: UTF8.self)
    let pattern: Pattern
    do {
        pattern = try timed("reading", source) { try Pattern(source) }
    } catch {
        let length = source.unicodeScalars.count
        guard let error = error as? PatternError, 0...length ~= error.offset, !error.message.isEmpty else {
            fatalError("\(source.debugDescription): expected a message and a place in the pattern, got \(error)")
        }
        return 0
    }
    precondition(
        pattern.size <= Pattern.sizeLimit,
        "\(source.debugDescription): the size is \(pattern.size), more than \(Pattern.sizeLimit)")

    if let expected = PlainSearch(source).isFound(in: Array(text.unicodeScalars)) {
        precondition(
            pattern.isFound(in: text) == expected,
            "\(source.debugDescription) in \(text.debugDescription): expected \(expected), got \(!expected)")
    }
    if !text.isEmpty {
        let long = String(repeating: text, count: 65_536 / text.utf8.count)
        _ = timed("matching", source) { pattern.isFound(in: long) }
    }
    return 0
}

/// Runs `work`, which must take less than 200 ms of processor time.
///
/// Code for libFuzzer is slower than normal code. In a release build without libFuzzer, the time should be less than 50
/// ms.
private func timed<Result>(_ what: String, _ source: String, _ work: () throws -> Result) rethrows -> Result {
    let start = ProcessorTime.now
    let result = try work()
    let milliseconds = (ProcessorTime.now - start) * 1_000
    precondition(milliseconds < 200, "\(source.debugDescription): \(what) took \(milliseconds) ms, more than 200 ms")
    return result
}
