import Trackproof
import TrackproofJSON

extension PlanNode {
    /// The maximum size of a plan's file, in bytes.
    public static let sizeLimit = 32 << 20
    /// The maximum number of values in a plan's file.
    public static let countLimit = 1_000_000

    /// Parses the JSON text of a plan.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text, in UTF-8.
    ///   - file: The file's path, for the places of nodes and errors.
    /// - Throws: ``PlanErrors`` if the text is not JSON, is too large, is nested too deeply, has too many values, or
    ///   has a number that a plan cannot contain.
    public init(json bytes: [UInt8], file: String) throws(PlanErrors) {
        let start = PlanPlace(file: file, line: 1, column: 1)
        guard bytes.count <= Self.sizeLimit else {
            throw PlanErrors([PlanError(at: start, "the file is larger than \(Self.sizeLimit >> 20) MiB")])
        }
        let bytes = bytes.withoutByteOrderMark
        guard !bytes.isEmpty else { throw PlanErrors([PlanError(at: start, "the file is empty")]) }
        let result: Result<PlanNode, PlanErrors> = bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else {
                return .failure(PlanErrors([]))
            }
            var reader = JSONNodeReader(JSONCursor(base, from: 0, to: bytes.count, isFinal: true), file: file)
            do throws(JSONFailure) {
                return .success(try reader.document())
            } catch {
                if let conflict = PlanErrors(mergeConflictIn: bytes, file: file) { return .failure(conflict) }
                return .failure(PlanErrors([PlanError(at: reader.place(of: error.offset), error.message)]))
            }
        }
        self = try result.get()
    }
}

extension PlanErrors {
    /// Creates an error about the merge conflict in a file. Returns `nil` if the file has no conflict.
    public init?(mergeConflictIn bytes: UnsafeBufferPointer<UInt8>, file: String) {
        guard let conflict = MergeConflict(in: bytes), let line = conflict.lines.first else { return nil }
        self.init([PlanError(at: PlanPlace(file: file, line: line, column: 1), conflict.message)])
    }
}

private struct JSONNodeReader {
    private var cursor: JSONCursor
    private let file: String
    private var count = 0
    // The reader has counted lines up to the offset `counted`, which is in the line with the number `line`. It needs
    // places in the order of the text, so it counts each line only once.
    private var counted = 0
    private var line = 1
    private var lineStart = 0

    init(_ cursor: JSONCursor, file: String) {
        self.cursor = cursor
        self.file = file
    }

    /// Returns the place of a byte, which is `offset` bytes after the start of the text.
    mutating func place(of offset: Int) -> PlanPlace {
        if offset < counted { (counted, line, lineStart) = (0, 1, 0) }
        while counted < offset {
            if cursor.bytes[counted] == 0x0A {
                line += 1
                lineStart = counted + 1
            }
            counted += 1
        }
        return PlanPlace(file: file, line: line, column: offset - lineStart + 1)
    }

    mutating func document() throws(JSONFailure) -> PlanNode {
        let node = try node(depth: 0)
        cursor.skipWhitespace()
        guard cursor.position == cursor.end else {
            throw JSONFailure(at: cursor.position, "expected the end of the file")
        }
        return node
    }

    private mutating func node(depth: Int) throws(JSONFailure) -> PlanNode {
        let byte = try cursor.peek()
        let start = cursor.position
        count += 1
        guard count <= PlanNode.countLimit else {
            throw JSONFailure(at: start, "the file has more than \(PlanNode.countLimit) values")
        }
        guard depth < JSONLimits.depth else {
            throw JSONFailure(at: start, "nested deeper than \(JSONLimits.depth) levels")
        }
        let place = place(of: start)
        switch byte {
        case 0x7B: return PlanNode(.object(try members(depth: depth)), at: place)
        case 0x5B: return PlanNode(.array(try elements(depth: depth)), at: place)
        case 0x2D, 0x30...0x39: return PlanNode(.number(try number()), at: place)
        default:
            switch try cursor.value(depth: depth) {
            case .string(let text): return PlanNode(.string(text), at: place)
            case .bool(let value): return PlanNode(.bool(value), at: place)
            default: return PlanNode(.null, at: place)
            }
        }
    }

    private mutating func members(depth: Int) throws(JSONFailure) -> [PlanMember] {
        try cursor.expect(0x7B, "an object")
        var members: [PlanMember] = []
        if try cursor.peek() == 0x7D {
            cursor.position += 1
            return members
        }
        repeat {
            _ = try cursor.peek()
            let offset = cursor.position
            let name = try cursor.name(at: offset)
            let place = place(of: offset)
            _ = try cursor.rawKey()
            members.append(PlanMember(name, at: place, try node(depth: depth + 1)))
        } while try cursor.continues(until: 0x7D, "',' or '}'")
        return members
    }

    private mutating func elements(depth: Int) throws(JSONFailure) -> [PlanNode] {
        try cursor.expect(0x5B, "a list")
        var elements: [PlanNode] = []
        if try cursor.peek() == 0x5D {
            cursor.position += 1
            return elements
        }
        repeat {
            elements.append(try node(depth: depth + 1))
        } while try cursor.continues(until: 0x5D, "',' or ']'")
        return elements
    }

    /// Reads a number with all its digits. `JSONCursor.value` would round some numbers and reject others.
    private mutating func number() throws(JSONFailure) -> PlanNumber {
        let start = cursor.position
        while cursor.position < cursor.end, isOfNumber(cursor.bytes[cursor.position]) { cursor.position += 1 }
        let bytes = UnsafeBufferPointer(start: cursor.bytes + start, count: cursor.position - start)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let number = PlanNumber(text) else { throw JSONFailure(at: start, PlanNumber.problem(text)) }
        return number
    }

    private func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }
}
