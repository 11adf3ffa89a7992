/// One parameter of an event.
public struct EventParameter: Sendable, Hashable {
    /// The parameter's name.
    public var name: String
    /// The parameter's value.
    public var value: EventValue

    /// A parameter called `name`.
    @inlinable
    public init(_ name: String, _ value: EventValue) {
        self.name = name
        self.value = value
    }

    /// Whether name and value are equal; the name is of the same Unicode scalars.
    public static func == (left: EventParameter, right: EventParameter) -> Bool {
        left.name.isExactly(right.name) && left.value == right.value
    }
}

/// The parameters of an event: names with typed values.
///
/// The order in which they were written is kept for display; equality and hashing ignore it. Of a repeated name the
/// last value wins. Names are equal if their Unicode scalars are.
///
/// ```swift
/// let parameters: EventParameters = ["movie_id": 67563, "slug": "67563-daredevil", "rating": 4.5]
/// ```
///
/// A literal takes anything that is ``EventValueConvertible``. On a hot path, names with explicit values are adopted
/// as they are and cost a third of the literal:
///
/// ```swift
/// EventParameters([.init("movie_id", .integer(id)), .init("slug", .string(slug))])
/// ```
public struct EventParameters: Sendable {
    @usableFromInline var elements: [EventParameter]
    /// What could not be kept as the code says; nil nearly always. It takes no part in equality.
    @usableFromInline var ownProblems: ParameterProblems?

    /// No parameters.
    @inlinable
    public init() {
        elements = []
        ownProblems = nil
    }

    /// Takes `elements` in their order; of a repeated name the last value wins, at the place of the first.
    @inlinable
    public init(_ elements: [EventParameter]) {
        self.elements = elements
        ownProblems = nil
        if EventParameter.mayRepeat(in: elements) { removeRepeatedNames() }
    }

    /// Takes `elements`, whose names are known to be distinct.
    @inlinable
    package init(distinct elements: [EventParameter]) {
        self.elements = elements
        ownProblems = nil
    }

    /// Takes `elements` of code that means to give each name once: a repeated one is a problem.
    init(noting elements: [EventParameter]) {
        self.init(distinct: elements)
        if EventParameter.mayRepeat(in: elements) { note(takeRepeatedNames()) }
    }

    @usableFromInline
    mutating func removeRepeatedNames() { _ = takeRepeatedNames() }

    /// Removes repeated names, and returns what was repeated.
    private mutating func takeRepeatedNames() -> [ParameterProblem] {
        var places: [ExactText: Int] = [:]
        var kept: [EventParameter] = []
        var repeated: [ParameterProblem] = []
        kept.reserveCapacity(elements.count)
        for element in elements {
            if let place = places[ExactText(element.name)] {
                if repeated.count < ParameterProblems.limit {
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

    /// The value of the parameter `name`; setting nil removes it, setting a new one appends it.
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

    /// These parameters with `others` added; where both have a name, the value of `others` wins.
    public func merging(_ others: EventParameters) -> EventParameters {
        var merged = EventParameters(elements + others.elements)
        merged.note((ownProblems?.list ?? []) + (others.ownProblems?.list ?? []))
        return merged
    }

    /// The parameters in the order of their names.
    public func sorted() -> EventParameters {
        var sorted = self
        sorted.elements.sort { $0.name.precedesExactly($1.name) }
        return sorted
    }
}

extension EventParameter {
    /// Whether names are repeated among `elements`; true may be wrong for a long list, false is certain.
    ///
    /// Nearly all events have distinct names: their lengths tell most apart, and only equal lengths are compared.
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
    /// Parameters as a literal; one whose value is nil is left out.
    ///
    /// A name that is given twice has its last value. The event carries that as its ``Event/encodingError``, and a test
    /// fails for it.
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
        if hasLeftOut { note(problemsOfLeftOut(pairs)) }
    }

    @inline(never)
    private static func problemsOfLiterals(_ pairs: [(String, any EventValueConvertible)]) -> [ParameterProblem] {
        pairs.flatMap { name, value in EventLiteral(encoded: value)?.problems.map { $0.inside(name) } ?? [] }
    }

    /// What is wrong with names that were given twice, once with nil.
    @inline(never)
    private func problemsOfLeftOut(_ pairs: [(String, any EventValueConvertible)]) -> [ParameterProblem] {
        // What is there was given as often as there are pairs of its name, unless one of them was nil.
        guard EventParameter.mayRepeat(in: pairs.map { EventParameter($0.0, .null) }) else { return [] }
        return elements.compactMap { element in
            let given = pairs.filter { $0.0.isExactly(element.name) }
            guard given.count > 1, given.contains(where: { $0.1.eventValue == nil }) else { return nil }
            return ParameterProblem([element.name], "given twice, as nil and as \(element.value)")
        }
    }
}

extension EventParameters: Hashable {
    /// Whether both have the same names with equal values, in any order.
    public static func == (left: EventParameters, right: EventParameters) -> Bool {
        guard left.elements.count == right.elements.count else { return false }
        // Nearly always the order is the same too. Each value is compared once: twice would double at each level.
        if zip(left.elements, right.elements).allSatisfy({ $0.name.isExactly($1.name) }) {
            return zip(left.elements, right.elements).allSatisfy { $0.value == $1.value }
        }
        let pairs = right.elements.map { (ExactText($0.name), $0.value) }
        let values = Dictionary(pairs, uniquingKeysWith: { _, last in last })
        return left.elements.allSatisfy { values[ExactText($0.name)] == $0.value }
    }

    /// Hashes names and values without regard to their order.
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
    /// The parameters as `{name: value, …}`, strings quoted.
    public var description: String {
        "{" + elements.map { "\($0.name.safeForDisplay): \($0.value)" }.joined(separator: ", ") + "}"
    }
}

extension EventValue: CustomStringConvertible {
    /// The value as a person reads it: strings quoted, numbers with their fraction.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.nonFiniteName ?? String(value)
        case .string(let value): value.quotedForDisplay
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let parameters): parameters.description
        }
    }
}

extension EventParameters: Codable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads an object; the decoder decides the order.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self.init(
            try container.allKeys.map {
                EventParameter($0.stringValue, try container.decode(EventValue.self, forKey: $0))
            })
    }

    /// Writes an object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for element in elements {
            try container.encode(element.value, forKey: Name(stringValue: element.name))
        }
    }
}
