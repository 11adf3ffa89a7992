public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A matcher for the value of a parameter, with a description of the expected value.
///
/// Write a matcher with a leading dot wherever a parameter is expected: `["order_id": .uuid, "count": .in(1...5)]`.
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
    /// The description of the expected value, as messages show it.
    public let description: String
    /// The reasons why the matcher is not usable, such as an invalid pattern; `nil` if there are no reasons.
    private var ownProblems: [ParameterProblem]?
    /// The name of the type that the app must have passed; `nil` for any type.
    fileprivate(set) var passedType: String?

    init(test: Test, description: String, problems: [ParameterProblem] = []) {
        self.test = test
        self.description = description
        ownProblems = problems.isEmpty ? nil : problems
    }

    /// The reasons why this matcher, or a matcher inside it, is not usable.
    var problems: [ParameterProblem] {
        switch test {
        case .object(let members): members.problems
        case .list(let matchers):
            matchers.enumerated().flatMap { index, matcher in
                (matcher.problems + matcher.problemsInList).map { $0.inside(String(index)) }
            }
        default: ownProblems ?? []
        }
    }

    private var problemsInList: [ParameterProblem] {
        passedType == nil ? [] : [ParameterProblem([], "passed(as:) has no effect in a list")]
    }

    /// The matcher itself.
    public var matcher: ParameterMatcher { self }
}

extension ParameterExpectation where Self == ParameterMatcher {
    /// Any value except null. A parameter that is absent does not match.
    public static var any: ParameterMatcher { shape(.any, "any value") }
    /// Any text.
    public static var anyString: ParameterMatcher { shape(.string, "any string") }
    /// Any whole number.
    public static var anyInteger: ParameterMatcher { shape(.integer, "any integer") }
    /// Any number, whole or not.
    public static var anyNumber: ParameterMatcher { shape(.number, "any number") }
    /// `true` or `false`.
    public static var anyBool: ParameterMatcher { shape(.bool, "any bool") }
    /// A string that is a UUID.
    public static var uuid: ParameterMatcher { shape(.uuid, "a UUID") }
    /// A time as RFC 3339 text, or a time from 2001 to 2286 in seconds or milliseconds since 1970.
    public static var timestamp: ParameterMatcher { shape(.timestamp, "a timestamp") }
    /// A string that is an absolute URL.
    public static var url: ParameterMatcher { shape(.url, "a URL") }
    /// The value null. A parameter that is absent does not match.
    public static var null: ParameterMatcher { .equal(EventValue.null) }
    /// The absence of the parameter. Use this matcher with `including:`, for a parameter that the event must not have.
    public static var absent: ParameterMatcher { ParameterMatcher(test: .absent, description: "no value") }

    /// A value that the app passed with this type in a dictionary, before Trackproof converted it.
    ///
    /// Use this matcher if an SDK treats the types differently. For example, an SDK may send a `Date` in its own format:
    ///
    /// ```swift
    /// expectTracked("trial_started", ["ends": .passed(as: Date.self), "price": .passed(as: Decimal.self, 4.99)])
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type. A value that does not come from a dictionary has the type that a provider gets, such as
    ///     `String`, `Int`, `Double` or `Bool`.
    ///   - value: The expected value after the conversion.
    public static func passed(
        as type: Any.Type, _ value: any ParameterExpectation = ParameterMatcher.any
    ) -> ParameterMatcher {
        let matcher = value.matcher
        var result = ParameterMatcher(
            test: matcher.test, description: "\(matcher.description), passed as \(type)", problems: matcher.problems)
        result.passedType = "\(type)"
        return result
    }

    private static func shape(_ shape: VolatileShape, _ description: String) -> ParameterMatcher {
        ParameterMatcher(test: .shape(shape), description: description)
    }

    /// A string in which the regular expression finds a match.
    ///
    /// To match the whole string, begin the pattern with `^` and end it with `$`. The syntax is the same as in
    /// snapshots: there are no backreferences and no lookaround, and `\d`, `\w`, `\s` and `\b` recognize only ASCII
    /// characters. If the pattern cannot be used, the assertion fails and says why.
    public static func pattern(_ pattern: String) -> ParameterMatcher {
        do {
            return shape(.pattern(try Pattern(pattern)), "a string matching /\(pattern)/")
        } catch {
            return ParameterMatcher(
                test: .predicate(.known("nothing")) { _ in false },
                description: "a string matching /\(pattern)/",
                problems: [ParameterProblem([], "the pattern cannot be used: \(error)")])
        }
    }

    /// A whole number in a range, for example `.in(1...5)`.
    public static func `in`<Bound: BinaryInteger & SendableMetatype>(
        _ range: some RangeExpression<Bound> & Sendable
    ) -> ParameterMatcher {
        within(range, "an integer in ") { value in
            guard case .integer(let integer) = value, let bound = Bound(exactly: integer) else { return false }
            return range.contains(bound)
        }
    }

    /// A number in a range, for example `.in(0.5..<1)`. A value that was tracked as an integer does not match.
    public static func `in`<Bound: BinaryFloatingPoint & SendableMetatype>(
        _ range: some RangeExpression<Bound> & Sendable
    ) -> ParameterMatcher {
        within(range, "a number in ") { value in
            guard case .number(let number) = value else { return false }
            let nearest = Bound(number)
            let rounded = Double(nearest)
            // `Bound` may be less precise than `Double`. A number between two neighboring values of `Bound` is in the
            // range if both neighbors are in the range.
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
        // The identity of the predicate includes the type of the range's bounds. For example, the range `0...` of `Int`
        // contains 256, but the range `0...` of `UInt8` does not contain 256.
        let isEmpty = (range as? Range<Bound>)?.isEmpty ?? false
        return ParameterMatcher(
            test: .predicate(.known("\(Bound.self) \(text)"), isWanted), description: words + text,
            problems: isEmpty ? [ParameterProblem([], "the range is empty")] : [])
    }

    // In a call such as `.oneOf(names)`, the elements of the array `names` are the values. The variadic overloads would
    // treat the whole array as one value, so these overloads are disfavored.

    /// A value that equals one of the arguments.
    @_disfavoredOverload
    public static func oneOf(_ values: any EventValueConvertible...) -> ParameterMatcher { .oneOf(values) }

    /// A value that equals one of the elements of `values`.
    public static func oneOf(_ values: [any EventValueConvertible]) -> ParameterMatcher {
        let problems =
            values.isEmpty
            ? [ParameterProblem([], "the list of values is empty")] : values.flatMap(\.encodingProblems)
        let values = values.compactMap(\.eventValue)
        let words = "one of " + values.map(\.description).joined(separator: ", ")
        return ParameterMatcher(
            test: .predicate(.known(words)) { values.contains($0) }, description: words, problems: problems)
    }

    /// Exactly this value. The value can have any type that a parameter can have, such as an enum in the app.
    ///
    /// If `value` is `nil`, the matcher expects that the parameter is absent.
    public static func equal(_ value: any EventValueConvertible) -> ParameterMatcher {
        var problems = value.encodingProblems
        guard let eventValue = value.eventValue else {
            // If `value` is an optional that is `nil`, the test expects that the parameter is absent. If another value
            // has no `eventValue`, the test has a mistake.
            if problems.isEmpty, Mirror(reflecting: value).displayStyle != .optional {
                problems = [ParameterProblem([], "a value of type \(type(of: value)) cannot be a parameter")]
            }
            return ParameterMatcher(test: .absent, description: "no value", problems: problems)
        }
        return ParameterMatcher(test: .value(eventValue), description: eventValue.description, problems: problems)
    }

    /// An array with exactly one element for each of these expectations, in this order.
    @_disfavoredOverload
    public static func list(_ values: any ParameterExpectation...) -> ParameterMatcher { .list(values) }

    /// An array with exactly one element for each expectation in `values`, in this order.
    public static func list(_ values: [any ParameterExpectation]) -> ParameterMatcher {
        let matchers = values.map(\.matcher)
        return ParameterMatcher(
            test: .list(matchers), description: "[" + matchers.map(\.description).joined(separator: ", ") + "]")
    }

    /// An object with exactly these members.
    public static func object(_ members: ExpectedParameters) -> ParameterMatcher {
        ParameterMatcher(test: .object(members), description: members.description)
    }

    /// An object with at least these members.
    public static func object(including members: ExpectedParameters) -> ParameterMatcher {
        .object(members.partial)
    }

    /// A value for which `isWanted` returns `true`. Messages show `description` as the expected value.
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

/// The identity of a predicate. If two predicates have the same identity, they accept the same values.
enum PredicateIdentity: Sendable {
    /// A predicate that Trackproof defines. The text says which values the predicate accepts.
    case known(String)
    /// A closure from the test. Swift cannot compare closures, so each closure gets its own number.
    case own(Int)

    private static let last = Lock(0)

    static func next() -> PredicateIdentity {
        last.withLock { last in
            last += 1
            return .own(last)
        }
    }
}
