/// The type of a value in a D-Bus message.
package indirect enum DBusType: Hashable, Sendable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, fileDescriptor, variant
    case array(DBusType)
    case structure([DBusType])
    /// A dictionary entry. It occurs only as the element of an array, and its key has a basic type.
    case dictionaryEntry(DBusType, DBusType)

    // The limits of the D-Bus specification: bytes of a signature, nested arrays, and nested structures.
    static let longestSignature = 255
    static let deepestArrays = 32
    static let deepestStructures = 32

    /// The signature of the type, such as `as` for an array of strings.
    package var text: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .variant: "v"
        case .array(let element): "a" + element.text
        case .structure(let fields): "(" + fields.map(\.text).joined() + ")"
        case .dictionaryEntry(let key, let value): "{" + key.text + value.text + "}"
        }
    }

    /// The alignment, in bytes. The position of each value of this type is a multiple of its alignment.
    var alignment: Int {
        switch self {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .string, .objectPath, .fileDescriptor, .array: 4
        case .int64, .uint64, .double, .structure, .dictionaryEntry: 8
        }
    }

    private var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionaryEntry: false
        default: true
        }
    }

    /// Returns the types that a signature lists.
    package static func parse(_ signature: String) throws(DBusError) -> [DBusType] {
        var rest = Array(signature.utf8)[...]
        guard rest.count <= longestSignature else {
            throw .malformed("a signature has \(rest.count) bytes, more than \(longestSignature)")
        }
        var types: [DBusType] = []
        while !rest.isEmpty { types.append(try next(&rest, signature, arrays: 0, structures: 0)) }
        return types
    }

    private static func next(
        _ rest: inout ArraySlice<UInt8>, _ signature: String, arrays: Int, structures: Int, isElement: Bool = false
    ) throws(DBusError) -> DBusType {
        guard arrays <= deepestArrays, structures <= deepestStructures else {
            throw .malformed("the signature \"\(signature)\" nests too deeply")
        }
        let invalid = DBusError.malformed("the signature \"\(signature)\" is invalid")
        guard let code = rest.popFirst() else { throw invalid }
        if let type = basic[code] { return type }
        switch code {
        case UInt8(ascii: "v"): return .variant
        case UInt8(ascii: "a"):
            return .array(
                try next(&rest, signature, arrays: arrays + 1, structures: structures, isElement: true))
        case UInt8(ascii: "("):
            var fields: [DBusType] = []
            while rest.first != UInt8(ascii: ")") {
                fields.append(try next(&rest, signature, arrays: arrays, structures: structures + 1))
            }
            rest.removeFirst()
            guard !fields.isEmpty else { throw invalid }
            return .structure(fields)
        case UInt8(ascii: "{") where isElement:
            let key = try next(&rest, signature, arrays: arrays, structures: structures + 1)
            guard key.isBasic else { throw invalid }
            let value = try next(&rest, signature, arrays: arrays, structures: structures + 1)
            guard rest.popFirst() == UInt8(ascii: "}") else { throw invalid }
            return .dictionaryEntry(key, value)
        default: throw invalid
        }
    }

    private static let basic: [UInt8: DBusType] = Dictionary(
        uniqueKeysWithValues: [
            byte, boolean, int16, uint16, int32, uint32, int64, uint64, double, string, objectPath, signature,
            fileDescriptor,
        ].flatMap { type in type.text.utf8.map { ($0, type) } })
}
