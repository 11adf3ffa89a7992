/// A writer of an event's parameters, for code that is generated from a tracking plan.
///
/// `trackproof plan generate swift` writes functions that use this writer. For events that you write by hand, a literal
/// of ``EventParameters`` is easier to read.
///
/// Each method has its own name, so the compiler needs little time for generated code: it does not have to choose between
/// overloads. A value that is `nil` is left out.
public struct ParameterWriter {
    private var elements: [EventParameter] = []

    /// Creates a writer.
    ///
    /// - Parameter capacity: The greatest number of parameters that the event can have.
    public init(_ capacity: Int) { elements.reserveCapacity(capacity) }

    /// The parameters that were written.
    ///
    /// The names must all be different. The generator guarantees this.
    public var parameters: EventParameters { EventParameters(distinct: elements) }

    /// Writes a text.
    public mutating func string(_ name: String, _ value: String?) {
        if let value { elements.append(EventParameter(name, .string(value))) }
    }

    /// Writes an integer.
    public mutating func integer(_ name: String, _ value: Int?) {
        if let value { elements.append(EventParameter(name, .integer(Int64(value)))) }
    }

    /// Writes a number. A number that is not finite becomes a text, such as `"NaN"`.
    public mutating func number(_ name: String, _ value: Double?) {
        if let value { elements.append(EventParameter(name, EventValue(value))) }
    }

    /// Writes a bool.
    public mutating func bool(_ name: String, _ value: Bool?) {
        if let value { elements.append(EventParameter(name, .bool(value))) }
    }

    /// Writes a value of another type, such as a date or a list.
    public mutating func value(_ name: String, _ value: (some EventValueConvertible)?) {
        if let value = value?.eventValue { elements.append(EventParameter(name, value)) }
    }
}
