// What a literal with a value that cannot be a parameter is taken for, and a dictionary of anything. Not to be used: they
// are there for what the compiler says of them. Without them it would ask for the label `dictionary:`, or for nothing
// that helps.

extension Event {
    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary becomes EventParameters(dictionary:)
            """
    )
    public init(_ name: String, _ parameters: [String: Any], kind: EventKind = .track) { self.init(name) }

    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary becomes EventParameters(dictionary:)
            """
    )
    public static func screen(_ name: String, _ parameters: [String: Any]) -> Event { Event(name) }
}

extension EventParameters {
    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary becomes EventParameters(dictionary:)
            """
    )
    public init(_ parameters: [String: Any]) { self.init() }
}

extension Analytics {
    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary is tracked by track(name:dictionary:)
            """
    )
    public func track(name: String, _ parameters: [String: Any]) {}

    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary becomes EventParameters(dictionary:)
            """
    )
    public func screen(_ name: String, _ parameters: [String: Any]) {}

    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or make the type \
            EventValueConvertible; a dictionary becomes EventParameters(dictionary:)
            """
    )
    public func identify(_ user: String?, _ traits: [String: Any]) {}
}
