// The compiler chooses these declarations for a literal with a value that cannot be a parameter, and for a dictionary
// of `Any`. They are unavailable, and exist only for their error messages. Without them, the compiler would ask for the
// label `dictionary:`, or give no helpful message.

extension Event {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; convert a dictionary with EventParameters(dictionary:)
            """
    )
    public init(_ name: String, _ parameters: [String: Any], kind: EventKind = .track) { self.init(name) }

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; convert a dictionary with EventParameters(dictionary:)
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
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; convert a dictionary with EventParameters(dictionary:)
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
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; track a dictionary with track(name:dictionary:)
            """
    )
    public func track(name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; convert a dictionary with EventParameters(dictionary:)
            """
    )
    public func screen(_ name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            a value here cannot be a parameter. Write .encoding(value) if its type is Encodable, or conform the type \
            to EventValueConvertible; convert a dictionary with EventParameters(dictionary:)
            """
    )
    public func identify(_ user: String?, _ traits: [String: Any]) {}
}
