import TrackproofPlatform

/// One parameter of an event.
public struct EventParameter: Sendable, Hashable {
    /// The parameter's name.
    public var name: String
    /// The parameter's value.
    public var value: EventValue

    /// Creates a parameter called `name`.
    @inlinable
    public init(_ name: String, _ value: EventValue) {
        self.name = name
        self.value = value
    }

    /// Returns whether the values are equal and the names have the same Unicode scalars.
    public static func == (left: EventParameter, right: EventParameter) -> Bool {
        left.name.isExactly(right.name) && left.value == right.value
    }
}

/// The parameters of an event: names with typed values.
///
/// The parameters keep the order in which they were written, but `==` and hashing ignore the order. If a name occurs
/// twice, the parameters contain only the last value. Two names are equal if they have the same Unicode scalars.
///
/// ```swift
/// let parameters: EventParameters = ["movie_id": 67563, "slug": "67563-daredevil", "rating": 4.5]
/// ```
///
/// A literal accepts any ``EventValueConvertible`` value and converts it. An array of ``EventParameter`` needs no
/// conversion, so it takes a third of the literal's time. Use an array in code that tracks very many events:
///
/// ```swift
/// EventParameters([.init("movie_id", .integer(id)), .init("slug", .string(slug))])
/// ```
public struct EventParameters: Sendable {
    @usableFromInline var elements: [EventParameter]
    /// The problems of these parameters, and the values that an app passed in a dictionary.
    ///
    /// `nil` if the parameters have neither problems nor such values, as most parameters.
    ///
    /// A nested object stores its own notes. `==` ignores notes.
    @usableFromInline var notes: ParameterNotes?

    /// Creates empty parameters.
    @inlinable
    public init() {
        elements = []
        notes = nil
    }

    /// Creates parameters from `elements` in their order.
    ///
    /// Elements with the same name become one parameter, with the position of the first of these elements and the value
    /// of the last.
    @inlinable
    public init(_ elements: [EventParameter]) {
        self.elements = elements
        notes = nil
        if EventParameter.mayRepeat(in: elements) { removeRepeatedNames() }
    }

    /// Creates parameters from `elements`, whose names must all be different.
    @inlinable
    package init(distinct elements: [EventParameter]) {
        self.elements = elements
        notes = nil
    }

    /// Creates parameters from `elements`, and adds a problem for each repeated name.
    init(noting elements: [EventParameter]) {
        self.init(distinct: elements)
        if EventParameter.mayRepeat(in: elements) { note(takeRepeatedNames()) }
    }

    @usableFromInline
    mutating func removeRepeatedNames() { _ = takeRepeatedNames() }

    /// Merges parameters with the same name into one parameter.
    ///
    /// The merged parameter has the position of the first of these parameters and the value of the last.
    ///
    /// - Returns: A problem for each removed parameter, at most ``ParameterNotes/problemLimit``.
    private mutating func takeRepeatedNames() -> [ParameterProblem] {
        var places: [ExactText: Int] = [:]
        var kept: [EventParameter] = []
        var repeated: [ParameterProblem] = []
        kept.reserveCapacity(elements.count)
        for element in elements {
            if let place = places[ExactText(element.name)] {
                if repeated.count < ParameterNotes.problemLimit {
                    repeated.append(ParameterProblem(element.name, givenTwice: kept[place].value, element.value))
                }
                kept[place].value = element.value
            } else {
                places[ExactText(element.name)] = kept.count
                kept.append(element)
            }
        }
        elements = kept
        return repeated
    }

    /// The value of the parameter `name`, or `nil` if there is no such parameter.
    ///
    /// Setting `nil` removes the parameter. Setting a value for a new name appends a parameter.
    public subscript(name: String) -> EventValue? {
        get { elements.first { $0.name.isExactly(name) }?.value }
        set {
            let place = elements.firstIndex { $0.name.isExactly(name) }
            switch (place, newValue) {
            case (let place?, let value?): elements[place].value = value
            case (let place?, nil): elements.remove(at: place)
            case (nil, let value?): elements.append(EventParameter(name, value))
            case (nil, nil): break
            }
        }
    }

    /// Returns these parameters and `others`. If a name is in both, the result contains the value from `others`.
    public func merging(_ others: EventParameters) -> EventParameters {
        var merged = EventParameters(elements + others.elements)
        merged.notes = ParameterNotes.merging(notes, others.notes)
        return merged
    }

    /// Returns the parameters sorted by name.
    public func sorted() -> EventParameters {
        var sorted = self
        sorted.elements.sort { $0.name.precedesExactly($1.name) }
        return sorted
    }
}

extension EventParameter {
    /// Returns whether two elements could have the same name, after a quick check.
    ///
    /// `false` means that all names are different. `true` only means that two names could be equal: for more than 16
    /// elements, the result is always `true`. The function compares only names of equal length. This is fast, because
    /// most names of an event differ in length.
    @inlinable
    static func mayRepeat(in elements: [EventParameter]) -> Bool {
        if elements.count > 16 { return true }
        return elements.withUnsafeBufferPointer { elements in
            var lengths: UInt64 = 0
            for index in elements.indices {
                let length = elements[index].name.utf8.count
                let bit: UInt64 = 1 << UInt64(length & 63)
                if lengths & bit != 0 {
                    for earlier in 0..<index
                    where elements[earlier].name.utf8.count == length && elements[earlier].name == elements[index].name
                    {
                        return true
                    }
                }
                lengths |= bit
            }
            return false
        }
    }
}

extension EventParameters: RandomAccessCollection {
    /// The position of the first parameter.
    @inlinable public var startIndex: Int { elements.startIndex }
    /// The position after the last parameter.
    @inlinable public var endIndex: Int { elements.endIndex }
    /// The parameter at `position`.
    @inlinable public subscript(position: Int) -> EventParameter { elements[position] }
}

extension EventParameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from a literal. Leaves out parameters whose value is `nil`.
    ///
    /// If the literal contains a name twice, the parameter gets the last value that is not `nil`. In that case,
    /// ``Event/encodingError`` names the parameter, and a test that records the event fails.
    public init(dictionaryLiteral pairs: (String, any EventValueConvertible)...) {
        var elements: [EventParameter] = []
        elements.reserveCapacity(pairs.count)
        var hasLeftOut = false
        var hasLiterals = false
        for (name, convertible) in pairs {
            if let value = convertible.eventValue {
                elements.append(EventParameter(name, value))
            } else {
                hasLeftOut = true
            }
            if type(of: convertible) == EventLiteral.self { hasLiterals = true }
        }
        self.init(distinct: elements)
        if EventParameter.mayRepeat(in: elements) { note(takeRepeatedNames()) }
        if hasLiterals { note(Self.problemsOfLiterals(pairs)) }
        if hasLeftOut { note(problemsOfOmitted(pairs)) }
    }

    @inline(never)
    private static func problemsOfLiterals(_ pairs: [(String, any EventValueConvertible)]) -> [ParameterProblem] {
        pairs.flatMap { name, value in EventLiteral(encoded: value)?.problems.map { $0.inside(name) } ?? [] }
    }

    /// Returns a problem for each parameter that the literal contains at least twice, with `nil` at least once.
    @inline(never)
    private func problemsOfOmitted(_ pairs: [(String, any EventValueConvertible)]) -> [ParameterProblem] {
        // For a name that is repeated without a `nil`, the initializer itself adds the problem.
        guard EventParameter.mayRepeat(in: pairs.map { EventParameter($0.0, .null) }) else { return [] }
        return elements.compactMap { element in
            let given = pairs.filter { $0.0.isExactly(element.name) }
            guard given.count > 1, given.contains(where: { $0.1.eventValue == nil }) else { return nil }
            return ParameterProblem([element.name], "given twice, as nil and as \(element.value)")
        }
    }
}

extension EventParameters: Hashable {
    /// Returns whether both sides have the same names with equal values, in any order.
    public static func == (left: EventParameters, right: EventParameters) -> Bool {
        guard left.elements.count == right.elements.count else { return false }
        // Both sides nearly always have the same names in the same order. In that case, this code compares each pair of
        // values only once. If it compared these values again with the dictionary below, the time would double at each
        // level of nested values.
        if zip(left.elements, right.elements).allSatisfy({ $0.name.isExactly($1.name) }) {
            return zip(left.elements, right.elements).allSatisfy { $0.value == $1.value }
        }
        let pairs = right.elements.map { (ExactText($0.name), $0.value) }
        let values = Dictionary(pairs, uniquingKeysWith: { _, last in last })
        return left.elements.allSatisfy { values[ExactText($0.name)] == $0.value }
    }

    /// Hashes names and values, regardless of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for element in elements {
            var one = Hasher()
            one.combine(element.name)
            one.combine(element.value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension EventParameters: CustomStringConvertible {
    /// The parameters as `{name: value, …}`, with strings in quotes.
    public var description: String {
        "{" + elements.map { "\($0.name.safeForDisplay): \($0.value)" }.joined(separator: ", ") + "}"
    }
}

extension EventParameters: Codable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes parameters from an object, such as a JSON object. The decoder determines the order of the parameters.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self.init(
            try container.allKeys.map {
                EventParameter($0.stringValue, try container.decode(EventValue.self, forKey: $0))
            })
    }

    /// Encodes the parameters as an object, such as a JSON object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for element in elements {
            try container.encode(element.value, forKey: Name(stringValue: element.name))
        }
    }
}

extension EventParameters {
    /// The parameters sorted by name. The members of nested objects are sorted too.
    package var sortedDeeply: EventParameters {
        var result = sorted()
        for index in result.elements.indices {
            result.elements[index].value = result.elements[index].value.sortedDeeply
        }
        return result
    }
}

extension EventValue {
    fileprivate var sortedDeeply: EventValue {
        switch self {
        case .object(let parameters): .object(parameters.sortedDeeply)
        case .array(let values): .array(values.map(\.sortedDeeply))
        default: self
        }
    }
}
