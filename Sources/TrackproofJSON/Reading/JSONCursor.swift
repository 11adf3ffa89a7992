public import Trackproof
import TrackproofPlatform

/// A reader of JSON (RFC 8259) over bytes in memory. A strict cursor accepts only what the grammar of JSON allows.
///
/// If the bytes end inside a value, the cursor throws an error whose ``JSONFailure/isIncomplete`` is `true`. If the
/// file has more bytes, the caller then reads more bytes and reads the value again from its start.
public struct JSONCursor {
    /// The bytes, from index 0 to ``end``.
    public let bytes: UnsafePointer<UInt8>
    /// The index after the last available byte.
    public let end: Int
    /// The index of the next byte to read.
    public var position: Int
    /// Whether no more bytes can follow the available bytes.
    package let isFinal: Bool
    /// The index of an event's first unknown member, or -1. Names that begin with `x-` do not count.
    package var unknownMember = -1
    /// The index of the first name that occurs twice in one object, or -1 if there is no such name.
    package var repeatedMember = -1
    /// Whether the cursor is lenient: it keeps as much of the text as possible, because nobody can correct the text.
    ///
    /// See ``EventValue/init(wireJSON:of:within:itemLevels:)``.
    public var isLenient = false
    /// The maximum number of levels around an array of items, such as events. -1 if the cursor is not lenient.
    var itemDepth = -1
    /// The counter that finds the lines of items that cannot be read.
    var counted = CountedLines()

    /// Creates a strict cursor.
    public init(_ bytes: UnsafePointer<UInt8>, from position: Int, to end: Int, isFinal: Bool) {
        self.bytes = bytes
        self.position = position
        self.end = end
        self.isFinal = isFinal
    }

    // MARK: Between values

    /// Moves to the next byte that is not white space.
    @inline(__always)
    public mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Returns the next byte that is not white space, and leaves `position` at this byte.
    @inline(__always)
    public mutating func peek() throws(JSONFailure) -> UInt8 {
        skipWhitespace()
        guard position < end else { throw JSONFailure(incompleteAt: position) }
        return bytes[position]
    }

    /// Moves behind the next byte that is not white space, or throws an error if this byte is not `byte`.
    public mutating func expect(_ byte: UInt8, _ what: StaticString) throws(JSONFailure) {
        guard try peek() == byte else { throw unexpected("\(what)") }
        position += 1
    }

    func unexpected(_ expected: String) -> JSONFailure {
        JSONFailure(at: position, "expected \(expected), found \(Self.describe(bytes[position]))")
    }

    /// Returns the words for a byte in messages, such as `'{'`.
    public static func describe(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "a space"
        case 0x0A, 0x0D: "the end of the line"
        default: "byte 0x" + String(byte, radix: 16, uppercase: true)
        }
    }

    // MARK: Values

    /// Reads a value. `depth` is the number of arrays and objects around the value.
    public mutating func value(depth: Int = 0) throws(JSONFailure) -> EventValue {
        switch try peek() {
        case 0x22:
            position += 1
            return .string(try string())
        case 0x7B: return .object(try object(depth: depth))
        case 0x5B: return .array(try array(depth: depth))
        case 0x74:
            try literal("true")
            return .bool(true)
        case 0x66:
            try literal("false")
            return .bool(false)
        case 0x6E:
            try literal("null")
            return .null
        case 0x2D, 0x30...0x39: return try number()
        case 0x4E, 0x49: throw unexpected("a value; JSON has no NaN and no Infinity")
        default: throw unexpected("a value")
        }
    }

    private mutating func literal(_ word: StaticString) throws(JSONFailure) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < end else { throw JSONFailure(incompleteAt: position + index) }
            guard bytes[position + index] == word.utf8Start[index] else {
                // A word that shares only its first letter with the literal is not a misspelling of the literal.
                if index == 1 { throw unexpected("a value") }
                position += index
                throw unexpected("\(word)")
            }
        }
        position += word.utf8CodeUnitCount
    }

    package mutating func array(depth: Int) throws(JSONFailure) -> [EventValue] {
        try expect(0x5B, "an array")
        guard depth < JSONLimits.depth else { throw tooDeep }
        var values: [EventValue] = []
        if try peek() == 0x5D {
            position += 1
            return values
        }
        repeat {
            values.append(depth <= itemDepth ? try item(depth: depth + 1) : try value(depth: depth + 1))
        } while try continues(until: 0x5D, "',' or ']'")
        return values
    }

    /// Returns the members of an object.
    public mutating func object(depth: Int) throws(JSONFailure) -> EventParameters {
        try expect(0x7B, "an object")
        guard depth < JSONLimits.depth else { throw tooDeep }
        let start = position
        if try peek() == 0x7D {
            position += 1
            return EventParameters()
        }
        var elements: [EventParameter] = []
        elements.reserveCapacity(8)
        repeat {
            let name = try name()
            elements.append(EventParameter(name, try value(depth: depth + 1)))
        } while try continues(until: 0x7D, "',' or '}'")
        let parameters = EventParameters(elements)
        if parameters.count < elements.count, repeatedMember < 0 { repeatedMember = try repeatedName(behind: start) }
        return parameters
    }

    /// Returns the index of the first repeated name in an object, or -1. The first member must be after `start`.
    @inline(never)
    func repeatedName(behind start: Int) throws(JSONFailure) -> Int {
        var cursor = self
        cursor.position = start
        var names: Set<ExactText> = []
        repeat {
            _ = try cursor.peek()
            let place = cursor.position
            if !names.insert(ExactText(try cursor.name())).inserted { return place }
            _ = try cursor.peek()
            try cursor.skipValue()
        } while try cursor.continues(until: 0x7D, "',' or '}'")
        return -1
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: end)[range], as: UTF8.self)
    }

    /// Returns the name that begins at the index `place`.
    package func name(at place: Int) throws(JSONFailure) -> String {
        var cursor = self
        cursor.position = place
        return try cursor.name()
    }

    private var tooDeep: JSONFailure {
        JSONFailure(at: position, isValueProblem: true, "nested deeper than \(JSONLimits.depth) levels")
    }

    /// Moves past the comma or the closing bracket after an element. Returns whether one more element follows.
    @inline(__always)
    public mutating func continues(until close: UInt8, _ what: StaticString) throws(JSONFailure) -> Bool {
        switch try peek() {
        case 0x2C:
            position += 1
            return true
        case close:
            position += 1
            return false
        default: throw unexpected("\(what)")
        }
    }

    /// Reads a name and its colon.
    @inline(__always)
    mutating func name() throws(JSONFailure) -> String {
        let (range, name) = try rawKey()
        return name ?? text(range)
    }

    /// Reads a name and its colon.
    ///
    /// - Returns: The range of the name's bytes, and the name if it contains an escape. Otherwise, `name` is `nil`.
    @inline(__always)
    public mutating func rawKey() throws(JSONFailure) -> (range: Range<Int>, name: String?) {
        guard try peek() == 0x22 else { throw unexpected("a name in quotes") }
        position += 1
        let start = position
        let escaped = try skipStringBody()
        var name: String?
        if escaped {
            position = start
            name = try string()
        }
        let range = start..<(position - 1)
        try expect(0x3A, "':'")
        return (range, name)
    }
}

extension JSONCursor {
    /// Moves past a value without creating it. Checks only strings and brackets, and that the value is not missing.
    public mutating func skipValue() throws(JSONFailure) {
        var depth = 0
        if position < end {
            switch bytes[position] {
            case 0x2C, 0x3A, 0x5D, 0x7D: throw unexpected("a value")
            default: break
            }
        }
        repeat {
            guard position < end else { throw JSONFailure(incompleteAt: position) }
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22: _ = try skipStringBody()
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: break
            }
            if depth == 0, byte == 0x22 || byte == 0x7D || byte == 0x5D { return }
        } while depth > 0 || !isBetweenValues
    }

    /// Whether a number or a literal has ended at `position`.
    private var isBetweenValues: Bool {
        guard position < end else { return isFinal }
        switch bytes[position] {
        case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: return true
        default: return false
        }
    }
}

/// The reason why bytes are not the expected JSON, with the offset of the problem.
public struct JSONFailure: Error {
    /// The offset in the available bytes.
    public let offset: Int
    /// The key whose value is wrong, or `nil` if the failure is not in the value of a key.
    public let field: String?
    /// The reason, as a text for messages.
    public let message: String
    /// Whether the bytes end inside a value, which may be valid if more bytes follow.
    public let isIncomplete: Bool
    /// Whether a lenient cursor can skip the item with the problem: the item has too many levels or is not UTF-8.
    package var isValueProblem = false

    /// Creates a failure with a message.
    public init(at offset: Int, field: String? = nil, isValueProblem: Bool = false, _ message: String) {
        self.offset = offset
        self.field = field
        self.isValueProblem = isValueProblem
        self.message = message
        isIncomplete = false
    }

    package init(incompleteAt offset: Int) {
        self.offset = offset
        field = nil
        message = "the file ends inside a value"
        isIncomplete = true
    }
}
