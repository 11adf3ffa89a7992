extension EventValue {
    /// The bool, or `nil` if the value has another type.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The integer, or `nil` if the value has another type.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The floating-point number, or `nil` if the value has another type, such as an integer.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The string, or `nil` if the value has another type.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The values of an array, or `nil` if the value has another type.
    public var array: [EventValue]? { if case .array(let values) = self { values } else { nil } }
    /// The members of an object, or `nil` if the value has another type.
    public var object: EventParameters? { if case .object(let members) = self { members } else { nil } }
}
