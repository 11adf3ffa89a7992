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
        try self.init(bytes, file, levels, wire: nil)
    }

    /// Reads a JSON text that came from a wire or an archive, where nobody can mend it.
    ///
    /// Other than ``init(json:of:within:)`` it keeps what it can:
    /// - An integer beyond 64 bits is the nearest number.
    /// - A character that is written as two surrogates, three bytes each (CESU-8), is that character. Half of a pair
    ///   is U+FFFD.
    /// - An item that cannot be kept, since it is nested too deep or holds bytes that are no UTF-8, costs only itself:
    ///   in its place stands a value whose ``unreadableReason`` says why.
    ///
    /// - Parameter itemLevels: how many levels an array may stand in whose elements are items: 1 for an array in the
    ///   outermost object.
    /// - Throws: ``EventFormatError`` with line and column, for what is no JSON.
    public init(
        wireJSON bytes: [UInt8], of file: String, within levels: Int = 0, itemLevels: Int = 1
    ) throws(EventFormatError) {
        try self.init(bytes, file, levels, wire: levels + itemLevels)
    }

    /// Why a value could not be read; nil for one that could.
    public var unreadableReason: String? {
        guard let members = object, members.count == 1, members[0].name == JSONCursor.unreadable else { return nil }
        return members[0].value.string
    }

    private init(_ bytes: [UInt8], _ file: String, _ levels: Int, wire: Int?) throws(EventFormatError) {
        do throws(JSONFailure) {
            self = try bytes.withUnsafeBufferPointer { bytes throws(JSONFailure) in
                guard let base = bytes.baseAddress else { throw JSONFailure(incompleteAt: 0) }
                var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
                if let wire {
                    cursor.isLenient = true
                    cursor.itemDepth = wire
                }
                let value = try cursor.value(depth: levels)
                cursor.skipWhitespace()
                guard cursor.position == bytes.count else {
                    throw JSONFailure(at: cursor.position, "expected the end of the text")
                }
                return value
            }
        } catch {
            var lines = CountedLines()
            let (line, column) = bytes.withUnsafeBufferPointer { lines.place(of: error.offset, in: $0) }
            throw EventFormatError(
                file: file, line: line, column: column, field: error.field,
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
