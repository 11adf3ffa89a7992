public import Trackproof

extension EventValue {
    /// Creates a value from a JSON text (RFC 8259) that contains exactly one value.
    ///
    /// Integers become `EventValue.integer`. Numbers with a fraction or an exponent become `EventValue.number`.
    ///
    /// ```swift
    /// let body = try EventValue(json: request.body, of: "POST /v1/batch")
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The text, as UTF-8.
    ///   - file: The name that errors use for the text, such as a file's path.
    ///   - levels: The number of arrays and objects that will contain the value in a larger document. They count toward
    ///     the limit of 128 levels.
    /// - Throws: ``EventFormatError`` with line and column if the text is not JSON, contains an integer that no value
    ///   can represent, or has more than 128 levels.
    public init(json bytes: [UInt8], of file: String, within levels: Int = 0) throws(EventFormatError) {
        try self.init(bytes, file, levels, wire: nil)
    }

    /// Creates a value from a JSON text that nobody can correct, because an SDK sent it or an archive contains it.
    ///
    /// Unlike ``init(json:of:within:)``, this initializer keeps as much as possible:
    /// - An integer beyond 64 bits becomes the nearest number.
    /// - A pair of surrogates with three bytes each (CESU-8) becomes the character that the pair encodes. A single
    ///   surrogate becomes U+FFFD.
    /// - If an item, such as one event of a request, has too many levels or contains bytes that are not UTF-8, only
    ///   this item is lost. Another value replaces the item, and the ``unreadableReason`` of this value gives the
    ///   reason.
    ///
    /// - Parameter itemLevels: The maximum number of arrays and objects around an array of items: 1 if the array is a
    ///   member of the outermost object.
    /// - Throws: ``EventFormatError`` with line and column if the text is not JSON.
    public init(
        wireJSON bytes: [UInt8], of file: String, within levels: Int = 0, itemLevels: Int = 1
    ) throws(EventFormatError) {
        try self.init(bytes, file, levels, wire: levels + itemLevels)
    }

    /// The reason why an item could not be read, or `nil` if this value does not replace an unreadable item.
    public var unreadableReason: String? {
        guard let members = object, members.count == 1, members[0].name == JSONCursor.unreadable else { return nil }
        return members[0].value.string
    }

    private init(_ bytes: [UInt8], _ file: String, _ levels: Int, wire: Int?) throws(EventFormatError) {
        let bytes = levels == 0 ? bytes.withoutByteOrderMark : bytes
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
            let conflict = wire == nil ? bytes.withUnsafeBufferPointer { MergeConflict(in: $0) } : nil
            if let conflict, let line = conflict.lines.first {
                throw EventFormatError(file: file, line: line, column: 1, message: conflict.message)
            }
            var lines = CountedLines()
            let (line, column) = bytes.withUnsafeBufferPointer { lines.place(of: error.offset, in: $0) }
            throw EventFormatError(
                file: file, line: line, column: column, field: error.field,
                message: error.isIncomplete ? "the text ends inside a value" : error.message)
        }
    }

    /// The value as a JSON text on one line. NaN and the infinities are written as strings.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The bytes of a text without the byte order mark (U+FEFF) that some editors write at its beginning.
    public var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
