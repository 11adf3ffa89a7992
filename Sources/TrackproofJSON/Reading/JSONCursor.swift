package import Trackproof

/// A reader of JSON (RFC 8259) over bytes in memory, strict: it takes what the grammar allows and nothing else.
///
/// Where the bytes end inside a value and more may follow, it fails with ``JSONFailure/isIncomplete``; the caller
/// fetches more and starts the value again.
package struct JSONCursor {
    package let bytes: UnsafePointer<UInt8>
    package let end: Int
    package var position: Int
    /// Whether nothing follows the bytes at hand.
    package let isFinal: Bool
    /// Where the first member of an event stands that means nothing to the reader and is not the file's own; -1 where
    /// there is none.
    package var strangeMember = -1
    /// Where the name stands that is the first to be given twice in one object; -1 where there is none.
    package var repeatedMember = -1
    /// Whether what comes from a wire is read, which nobody can mend: see ``EventValue/init(wireJSON:of:within:itemLevels:)``.
    var isLenient = false
    /// How many levels an array may stand in whose elements are read as items, where that is lenient.
    var itemDepth = -1
    /// How far lines were counted for items that could not be read.
    var counted = CountedLines()

    package init(_ bytes: UnsafePointer<UInt8>, from position: Int, to end: Int, isFinal: Bool) {
        self.bytes = bytes
        self.position = position
        self.end = end
        self.isFinal = isFinal
    }

    // MARK: Between values

    @inline(__always)
    package mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The next byte that is no white space, not consumed.
    @inline(__always)
    package mutating func peek() throws(JSONFailure) -> UInt8 {
        skipWhitespace()
        guard position < end else { throw JSONFailure(incompleteAt: position) }
        return bytes[position]
    }

    package mutating func expect(_ byte: UInt8, _ what: StaticString) throws(JSONFailure) {
        guard try peek() == byte else { throw unexpected("\(what)") }
        position += 1
    }

    func unexpected(_ expected: String) -> JSONFailure {
        JSONFailure(at: position, "expected \(expected), found \(Self.describe(bytes[position]))")
    }

    static func describe(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "a space"
        case 0x0A, 0x0D: "the end of the line"
        default: "byte 0x" + String(byte, radix: 16, uppercase: true)
        }
    }

    // MARK: Values

    /// Reads one value. `depth` counts the levels it stands in.
    package mutating func value(depth: Int = 0) throws(JSONFailure) -> EventValue {
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
        default: throw unexpected("a value")
        }
    }

    private mutating func literal(_ word: StaticString) throws(JSONFailure) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < end else { throw JSONFailure(incompleteAt: position + index) }
            guard bytes[position + index] == word.utf8Start[index] else {
                // Of a word that has but the first letter in common nobody meant this one.
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
        while true {
            values.append(depth <= itemDepth ? try item(depth: depth + 1) : try value(depth: depth + 1))
            if try !continues(until: 0x5D, "',' or ']'") { return values }
        }
    }

    package mutating func object(depth: Int) throws(JSONFailure) -> EventParameters {
        try expect(0x7B, "an object")
        guard depth < JSONLimits.depth else { throw tooDeep }
        let start = position
        var elements: [EventParameter] = []
        var filter = NameFilter()
        var mayRepeat = false
        if try peek() == 0x7D {
            position += 1
            return EventParameters()
        }
        elements.reserveCapacity(8)
        while true {
            let name = try key(&filter, &mayRepeat)
            elements.append(EventParameter(name, try value(depth: depth + 1)))
            if try !continues(until: 0x7D, "',' or '}'") { break }
        }
        if !mayRepeat { return EventParameters(distinct: elements) }
        let parameters = EventParameters(elements)
        if parameters.count < elements.count, repeatedMember < 0 { repeatedMember = try repeatedName(behind: start) }
        return parameters
    }

    /// Where the first name stands that is given twice in the object whose members begin at an offset.
    @inline(never)
    func repeatedName(behind start: Int) throws(JSONFailure) -> Int {
        var cursor = self
        cursor.position = start
        var names: Set<ExactText> = []
        repeat {
            _ = try cursor.peek()
            let place = cursor.position
            let (range, name) = try cursor.rawKey()
            if !names.insert(ExactText(name ?? text(range))).inserted { return place }
            _ = try cursor.peek()
            try cursor.skipValue()
        } while try cursor.continues(until: 0x7D, "',' or '}'")
        return -1
    }

    /// The text of a range of the bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: end)[range], as: UTF8.self)
    }

    /// The name that stands at an offset.
    package func name(at place: Int) throws(JSONFailure) -> String {
        var cursor = self
        cursor.position = place
        let (range, name) = try cursor.rawKey()
        return name ?? text(range)
    }

    private var tooDeep: JSONFailure {
        JSONFailure(at: position, isOfValue: true, "nested deeper than \(JSONLimits.depth) levels")
    }

    /// After an element: whether another follows.
    @inline(__always)
    package mutating func continues(until close: UInt8, _ what: StaticString) throws(JSONFailure) -> Bool {
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

    /// A name and its colon.
    @inline(__always)
    private mutating func key(_ filter: inout NameFilter, _ mayRepeat: inout Bool) throws(JSONFailure) -> String {
        guard try peek() == 0x22 else { throw unexpected("a name in quotes") }
        position += 1
        let start = position
        let name = try string()
        // By the bytes in the file; an escaped name and a plain one can be equal, so an escape settles it.
        let count = position - 1 - start
        if count != name.utf8.count {
            mayRepeat = true
        } else if count == 0 {
            if !filter.insert(count: 0, first: 0, middle: 0, last: 0) { mayRepeat = true }
        } else if !filter.insert(
            count: count, first: bytes[start], middle: bytes[start + count / 2], last: bytes[start + count - 1])
        {
            mayRepeat = true
        }
        try expect(0x3A, "':'")
        return name
    }

    /// A name, as the range of its bytes where it has no escape, and its colon.
    @inline(__always)
    package mutating func rawKey() throws(JSONFailure) -> (range: Range<Int>, name: String?) {
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
