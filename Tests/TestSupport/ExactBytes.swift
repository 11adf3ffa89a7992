/// Calls a closure with a copy of bytes. The copy is on the heap and has exactly the size of the bytes.
///
/// An address sanitizer ends the test if the closure reads beyond the copy. `make test-addresses` uses one.
public func withExactCopy<Result>(
    of bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: bytes)
    return try body(UnsafeBufferPointer(copy))
}

/// Returns all beginnings and all ends of a text, as bytes. They can begin or end inside a character.
public func cuts(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    return bytes.indices.map { bytes[..<$0] } + bytes.indices.map { bytes[$0...] }
}

/// Returns random texts, each made of some of the pieces.
public func randomTexts(
    of pieces: [String], count: Int, length: Int = 12, seed: Int
) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
        (0..<Int.random(in: 1...length, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }
}

/// Returns the result of a scanner for bytes in a buffer of exactly their size.
///
/// Also calls the scanner for the same bytes with other bytes behind them. If the scanner reads these bytes, its result
/// can differ.
///
/// - Parameter scan: A function that gets the start and the size of the bytes.
/// - Returns: The result, or `nil` if the results differ.
public func scanned<Result: Equatable>(
    _ bytes: some Collection<UInt8>, _ scan: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result? {
    let result = try withExactCopy(of: bytes, scan)
    for behind in [#"0000000000000000"#, #""}],:"a":[{"b""#, "@example.com @a.bc", "\n\n\\u0041\\", "\u{0}\u{FF}ÿÿÿ"] {
        let other = try withExactCopy(of: Array(bytes) + Array(behind.utf8)) {
            try scan(UnsafeBufferPointer(rebasing: $0[..<bytes.count]))
        }
        if other != result { return nil }
    }
    return result
}
