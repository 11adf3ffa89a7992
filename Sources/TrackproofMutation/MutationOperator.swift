import Trackproof

/// A kind of mistake that mutation testing plants into the events of an app.
///
/// The terms are those of mutation testing: a *mutant* is the app with one mistake, a test *kills* the mutant if it
/// fails because of the mistake, and otherwise the mutant *survives*.
public enum MutationOperator: String, Sendable, CaseIterable {
    /// The app does not track the event.
    case lost
    /// The app tracks the event twice.
    case twice
    /// The app tracks the event under another name.
    case renamed
    /// The app tracks the event after the event that should follow it.
    case swapped
    /// The app tracks another event right after the event.
    case followed
    /// A provider does not get the event.
    case providerLost = "provider-lost"
    /// The event has no user.
    case userLost = "user-lost"
    /// The event has another user.
    case otherUser = "other-user"
    /// The event has one more parameter.
    case parameterAdded = "parameter-added"
    /// A parameter is absent.
    case parameterLost = "parameter-lost"
    /// A parameter has another value of the same type.
    case otherValue = "other-value"
    /// A text, an array or an object is empty.
    case empty
    /// A parameter is null.
    case null
    /// An integer or a number is a text.
    case numberAsText = "number-as-text"
    /// A text that looks like a number is a number.
    case textAsNumber = "text-as-number"
    /// An integer is a number, such as 3.0 instead of 3.
    case integerAsNumber = "integer-as-number"
    /// `true` or `false` is a text.
    case boolAsText = "bool-as-text"
    /// `true` or `false` is an integer, 1 or 0.
    case boolAsInteger = "bool-as-integer"

    /// Whether the mistake changes the content of an event, and not which events the app tracks.
    public var changesContent: Bool {
        switch self {
        case .lost, .twice, .swapped, .followed, .providerLost: false
        default: true
        }
    }

    /// The operators that change one value of an event.
    static let ofValues: [MutationOperator] = [
        .parameterLost, .otherValue, .empty, .null, .numberAsText, .textAsNumber, .integerAsNumber, .boolAsText,
        .boolAsInteger,
    ]
}

extension MutationOperator {
    /// Returns the value after the mistake; `nil` if the operator does not change such a value.
    ///
    /// ``parameterLost`` removes a value, so the result is `nil` for it.
    ///
    /// - Parameter others: Values that were seen in the place of this value. ``otherValue`` prefers the first of them that
    ///   is a different value of the same type.
    func changed(_ value: EventValue, others: [EventValue]) -> EventValue? {
        switch (self, value) {
        case (.otherValue, _): return value.other(among: others)
        case (.empty, .string(let text)): return text.isEmpty ? nil : .string("")
        case (.empty, .array(let values)): return values.isEmpty ? nil : .array([])
        case (.empty, .object(let members)): return members.isEmpty ? nil : .object([:])
        case (.null, _): return value == .null ? nil : .null
        case (.numberAsText, .integer(let integer)): return .string(String(integer))
        case (.numberAsText, .number(let number)): return .string(number.nonFiniteName ?? String(number))
        case (.textAsNumber, .string(let text)):
            if let integer = Int64(text) { return .integer(integer) }
            return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        case (.integerAsNumber, .integer(let integer)): return .number(Double(integer))
        case (.boolAsText, .bool(let bool)): return .string(bool ? "true" : "false")
        case (.boolAsInteger, .bool(let bool)): return .integer(bool ? 1 : 0)
        default: return nil
        }
    }
}

extension EventValue {
    /// Another value of the same type; `nil` for null, an array and an object.
    fileprivate func other(among others: [EventValue]) -> EventValue? {
        let other = others.first { $0 != self && $0.typeName == typeName }
        return switch self {
        case .null, .array, .object: nil
        case .bool(let bool): .bool(!bool)
        case .integer(let integer): other ?? .integer(integer == .max ? 0 : integer + 1)
        case .number(let number): other ?? .number(number + 1 == number ? 0.5 : number + 1)
        case .string(let text): other ?? .string(text.nextNumber ?? text + "x")
        }
    }
}

extension String {
    /// For a text of digits, another number with as many digits, because a test may expect the form of the text;
    /// otherwise `nil`.
    fileprivate var nextNumber: String? {
        guard let last, !isEmpty, allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return dropLast() + (last == "9" ? "8" : String((last.wholeNumberValue ?? 0) + 1))
    }
}

extension MutationOperator: CustomStringConvertible {
    /// The mistake in plain words.
    public var description: String {
        switch self {
        case .lost: "an event is not tracked"
        case .twice: "an event is tracked twice"
        case .renamed: "an event has another name"
        case .swapped: "two events are tracked in the wrong order"
        case .followed: "another event is tracked too"
        case .providerLost: "an event does not reach a provider"
        case .userLost: "an event has no user"
        case .otherUser: "an event has another user"
        case .parameterAdded: "an event has one more parameter"
        case .parameterLost: "a parameter is missing"
        case .otherValue: "a parameter has another value"
        case .empty: "a parameter is empty"
        case .null: "a parameter is null"
        case .numberAsText: "a number is a text"
        case .textAsNumber: "a text is a number"
        case .integerAsNumber: "an integer is a number"
        case .boolAsText: "a bool is a text"
        case .boolAsInteger: "a bool is an integer"
        }
    }
}
