// The value as a Swift type, where it is of that type: nothing is converted.
extension EventValue {
    /// The bool.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The integer.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The number; nil for an integer, which is another type.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The text.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The values of an array.
    public var array: [EventValue]? { if case .array(let values) = self { values } else { nil } }
    /// The members of an object.
    public var object: EventParameters? { if case .object(let members) = self { members } else { nil } }
}
