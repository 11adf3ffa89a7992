public import Trackproof

@_spi(Tooling) extension EventValue {
    /// Reads a JSON text (RFC 8259): exactly one value, with integers and numbers kept apart.
    ///
    /// ```swift
    /// let body = try EventValue(json: request.body, of: "POST /v1/batch")
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the text, as UTF-8.
    ///   - file: what errors call it.
    ///   - levels: how many levels the value is to stand in where it is written; they count.
    /// - Throws: ``EventFormatError`` with line and column, for what is no JSON, an integer that no value can hold,
    ///   and more than 128 levels.
    public init(json bytes: [UInt8], of file: String, within levels: Int = 0) throws(EventFormatError) {
        do throws(JSONFailure) {
            self = try bytes.withUnsafeBufferPointer { bytes throws(JSONFailure) in
                guard let base = bytes.baseAddress else { throw JSONFailure(incompleteAt: 0) }
                var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
                let value = try cursor.value(depth: levels)
                cursor.skipWhitespace()
                guard cursor.position == bytes.count else {
                    throw JSONFailure(at: cursor.position, "expected the end of the text")
                }
                return value
            }
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            throw EventFormatError(
                file: file, line: before.count { $0 == 0x0A } + 1, column: error.offset - line + 1, field: error.field,
                message: error.isIncomplete ? "the text ends inside a value" : error.message)
        }
    }

    /// The value as a JSON text, on one line; NaN and the infinities as strings.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
