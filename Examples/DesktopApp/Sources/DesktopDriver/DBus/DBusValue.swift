/// A value in a D-Bus message.
package indirect enum DBusValue: Equatable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// An index into the file descriptors that the sender attached to the message.
    ///
    /// This client does not send or accept file descriptors.
    case fileDescriptor(UInt32)
    /// An array with its element type. An empty array has no elements, so their type is stored separately.
    case array(DBusType, [DBusValue])
    case structure([DBusValue])
    case dictionaryEntry(DBusValue, DBusValue)
    case variant(DBusValue)

    package var type: DBusType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .fileDescriptor: .fileDescriptor
        case .array(let element, _): .array(element)
        case .structure(let fields): .structure(fields.map(\.type))
        case .dictionaryEntry(let key, let value): .dictionaryEntry(key.type, value.type)
        case .variant: .variant
        }
    }

    // MARK: Access to the values of an answer

    /// The text of a string or an object path, also inside a variant, or `nil` for any other value.
    package var string: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        case .variant(let value): value.string
        default: nil
        }
    }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

    /// The elements of an array or the fields of a structure, or `nil` for any other value.
    package var elements: [DBusValue]? {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        default: nil
        }
    }
}
