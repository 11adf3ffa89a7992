public import Trackproof
internal import TrackproofPlatform
@_spi(Tooling) internal import TrackproofSnapshots

/// A matcher for the value of a parameter, which says in words what it wants.
///
/// The matchers are found behind a dot wherever a parameter is expected: `["order_id": .uuid, "count": .in(1...5)]`.
public struct ParameterMatcher: ParameterExpectation, CustomStringConvertible {
    indirect enum Test: Sendable {
        case value(EventValue)
        case absent
        case shape(VolatileShape)
        case list([ParameterMatcher])
        case object(ExpectedParameters)
        case predicate(PredicateIdentity, @Sendable (EventValue) -> Bool)
    }

    let test: Test
    /// What is wanted, as messages say it.
    public let description: String
    /// Why nobody can say what is wanted; nil nearly always.
    private var ownProblems: [ParameterProblem]?

    init(test: Test, description: String, problems: [ParameterProblem] = []) {
        self.test = test
        self.description = description
        ownProblems = problems.isEmpty ? nil : problems
    }

    /// Why nobody can say what is wanted, here and inside.
    var problems: [ParameterProblem] {
        switch test {
        case .object(let members): members.problems
        case .list(let matchers):
            matchers.enumerated().flatMap { index, matcher in matcher.problems.map { $0.inside(String(index)) } }
        default: ownProblems ?? []
        }
    }

    /// The matcher itself.
    public var matcher: ParameterMatcher { self }
}

extension ParameterExpectation where Self == ParameterMatcher {
    /// Any value, so long as there is one: neither a parameter that is absent nor one that is null.
    public static var any: ParameterMatcher { shape(.any, "any value") }
    /// Any text.
    public static var anyString: ParameterMatcher { shape(.string, "any string") }
    /// Any whole number.
    public static var anyInteger: ParameterMatcher { shape(.integer, "any integer") }
    /// Any number, whole or not.
    public static var anyNumber: ParameterMatcher { shape(.number, "any number") }
    /// True or false.
    public static var anyBool: ParameterMatcher { shape(.bool, "any bool") }
    /// A string that is a UUID.
    public static var uuid: ParameterMatcher { shape(.uuid, "a UUID") }
    /// An RFC 3339 time, or seconds or milliseconds since 1970 between 2001 and 2286.
    public static var timestamp: ParameterMatcher { shape(.timestamp, "a timestamp") }
    /// A string that is an absolute URL.
    public static var url: ParameterMatcher { shape(.url, "a URL") }
    /// An explicit null.
    public static var null: ParameterMatcher { .equal(EventValue.null) }
    /// That the event has no such parameter; of use where only some parameters are given.
    public static var absent: ParameterMatcher { ParameterMatcher(test: .absent, description: "no value") }

    private static func shape(_ shape: VolatileShape, _ description: String) -> ParameterMatcher {
        ParameterMatcher(test: .shape(shape), description: description)
    }

    /// A string of at most 65,536 bytes in which the regular expression is found; anchor it by `^` and `$` for all of
    /// the string.
    ///
    /// The language is that of the patterns in snapshots: without backreferences and lookaround, and `\d`, `\w`, `\s`
    /// and `\b` know ASCII only. A pattern that cannot be used fails the assertion, which says why.
    public static func pattern(_ pattern: String) -> ParameterMatcher {
        do {
            return shape(.pattern(try Pattern(pattern)), "a string with /\(pattern)/")
        } catch {
            return ParameterMatcher(
                test: .predicate(.known("nothing")) { _ in false },
                description: "a string with /\(pattern)/",
                problems: [ParameterProblem([], "the pattern cannot be used: \(error)")])
        }
    }

    /// A whole number in a range, as `.in(1...5)`.
    public static func `in`<Bound: BinaryInteger & SendableMetatype>(
        _ range: some RangeExpression<Bound> & Sendable
    ) -> ParameterMatcher {
        within(range, "an integer in ") { value in
            guard case .integer(let integer) = value, let bound = Bound(exactly: integer) else { return false }
            return range.contains(bound)
        }
    }

    /// A number in a range, as `.in(0.5..<1)`. An integer is another type, and does not match.
    public static func `in`<Bound: BinaryFloatingPoint & SendableMetatype>(
        _ range: some RangeExpression<Bound> & Sendable
    ) -> ParameterMatcher {
        within(range, "a number in ") { value in
            guard case .number(let number) = value else { return false }
            let nearest = Bound(number)
            let rounded = Double(nearest)
            // The bounds are of another precision: a number between two of them is inside if both are.
            if rounded == number || rounded.isNaN { return range.contains(nearest) }
            return range.contains(nearest) && range.contains(rounded < number ? nearest.nextUp : nearest.nextDown)
        }
    }

    private static func within<Bound>(
        _ range: some RangeExpression<Bound>, _ words: String, _ isWanted: @escaping @Sendable (EventValue) -> Bool
    ) -> ParameterMatcher {
        let text: String? =
            switch range {
            case let range as ClosedRange<Bound>: "\(range)"
            case let range as Range<Bound>: "\(range)"
            case let range as PartialRangeFrom<Bound>: "\(range.lowerBound)..."
            case let range as PartialRangeThrough<Bound>: "...\(range.upperBound)"
            case let range as PartialRangeUpTo<Bound>: "..<\(range.upperBound)"
            default: nil
            }
        guard let text else { return `where`(words + "\(range)", isWanted) }
        // The type counts: 256 is in no range of UInt8.
        let isEmpty = (range as? Range<Bound>)?.isEmpty ?? false
        return ParameterMatcher(
            test: .predicate(.known("\(Bound.self) \(text)"), isWanted), description: words + text,
            problems: isEmpty ? [ParameterProblem([], "the range is empty")] : [])
    }

    // An array that is given alone stands for its elements: the variants that would take it for one value are disfavoured.

    /// One of these values.
    @_disfavoredOverload
    public static func oneOf(_ values: any EventValueConvertible...) -> ParameterMatcher { .oneOf(values) }

    /// One of the values of an array.
    public static func oneOf(_ values: [any EventValueConvertible]) -> ParameterMatcher {
        let problems =
            values.isEmpty
            ? [ParameterProblem([], "there is no value that it could be")] : values.flatMap(\.encodingProblems)
        let values = values.compactMap(\.eventValue)
        let words = "one of " + values.map(\.description).joined(separator: ", ")
        return ParameterMatcher(
            test: .predicate(.known(words)) { values.contains($0) }, description: words, problems: problems)
    }

    /// Exactly this value, of any type that can stand in an event: an app's own enum, say. Nil expects that there is
    /// none.
    public static func equal(_ value: any EventValueConvertible) -> ParameterMatcher {
        var problems = value.encodingProblems
        guard let eventValue = value.eventValue else {
            // Nil expects that there is no value; a value that turns into none was meant to be one.
            if problems.isEmpty, Mirror(reflecting: value).displayStyle != .optional {
                problems = [ParameterProblem([], "a value of \(type(of: value)) that an event cannot hold")]
            }
            return ParameterMatcher(test: .absent, description: "no value", problems: problems)
        }
        return ParameterMatcher(test: .value(eventValue), description: eventValue.description, problems: problems)
    }

    /// An array of exactly so many values, each as expected.
    @_disfavoredOverload
    public static func list(_ values: any ParameterExpectation...) -> ParameterMatcher { .list(values) }

    /// An array of exactly as many values as this one, each as expected.
    public static func list(_ values: [any ParameterExpectation]) -> ParameterMatcher {
        let matchers = values.map(\.matcher)
        return ParameterMatcher(
            test: .list(matchers), description: "[" + matchers.map(\.description).joined(separator: ", ") + "]")
    }

    /// An object of exactly these members.
    public static func object(_ members: ExpectedParameters) -> ParameterMatcher {
        ParameterMatcher(test: .object(members), description: members.description)
    }

    /// An object with at least these members.
    public static func object(including members: ExpectedParameters) -> ParameterMatcher {
        .object(members.partial)
    }

    /// A value for which `isWanted` is true; `description` says in messages what that is.
    ///
    /// ```swift
    /// expectTracked("search", ["terms": .where("at most 5 terms") { ($0.array?.count ?? 6) <= 5 }])
    /// ```
    public static func `where`(
        _ description: String, _ isWanted: @escaping @Sendable (EventValue) -> Bool
    ) -> ParameterMatcher {
        ParameterMatcher(test: .predicate(.next(), isWanted), description: description)
    }
}

/// Tells predicates apart.
enum PredicateIdentity: Sendable {
    /// One of the kit's own, by what it wants.
    case known(String)
    /// A test's own code. Code cannot be compared, so each has a number of its own.
    case own(Int)

    private static let last = Lock(0)

    static func next() -> PredicateIdentity {
        last.withLock { last in
            last += 1
            return .own(last)
        }
    }
}
