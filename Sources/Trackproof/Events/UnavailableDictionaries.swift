// The compiler chooses these declarations if the argument is a dictionary of `Any`, or a literal with a value that
// cannot be a parameter. The declarations are unavailable, and exist only for their error messages. Without them, the
// compiler would ask for the label `dictionary:`, or give a message that does not help.

extension Event {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
            """
    )
    public init(_ name: String, _ parameters: [String: Any], kind: EventKind = .track) { self.init(name) }

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
            """
    )
    public static func screen(_ name: String, _ parameters: [String: Any]) -> Event { Event(name) }
}

extension EventParameters {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
            """
    )
    public init(_ parameters: [String: Any]) { self.init() }
}

extension Analytics {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write track(name:dictionary:)
            """
    )
    public func track(name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write screen(_:dictionary:)
            """
    )
    public func screen(_ name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
            EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, \
            and .encoding(value) if the value is Encodable. To pass a [String: Any], write identify(_:dictionary:)
            """
    )
    public func identify(_ user: String?, _ traits: [String: Any]) {}
}
