public import Trackproof
public import TrackproofJSON
import TrackproofPlatform
import TrackproofSnapshots

/// A mistake of an app: what is wrong with all events of one kind and name.
public struct Mutant: Sendable, Hashable {
    /// The kind of the events with the mistake.
    public let kind: EventKind
    /// The name of these events.
    public let name: String
    /// What is wrong with these events.
    public let mistake: MutationOperator
    /// The path of the value that is wrong, such as `items.*.price`. Empty if the mistake has no path.
    public var path = ""
    /// The values from which ``MutationOperator/otherValue`` chooses. If the list is empty, the operator makes a value.
    public var values: [EventValue] = []
    /// The event that the app tracks too early, or the event that it tracks in addition.
    public var other: Event?
    /// The names of the parameters that ``other`` has from the event that it follows, such as default parameters.
    public var inherited: [String] = []
    /// The events that ``other`` follows, by their numbers from 0 among the events of the mutant in one recorder.
    ///
    /// Only these events are swapped, because an event that is held back for nothing could be missed.
    public var occurrences: [Int] = []
    /// The provider that does not get the events, if the mistake is ``MutationOperator/providerLost``. Otherwise, the
    /// provider that gets the mistake, although the app makes none; `nil` if the app makes the mistake.
    public var provider: ProviderID?

    /// Creates a mutant of the events that have the kind and the name of `event`.
    public init(of event: Event, _ mistake: MutationOperator) {
        (kind, name, self.mistake) = (event.kind, event.name, mistake)
    }

    /// Returns whether the mutant is about an event with this kind and name.
    public func isAbout(_ event: Event) -> Bool { event.kind == kind && event.name.isExactly(name) }

    /// The source of the events in which the app or the code before a provider makes the mistake.
    public var source: EventSource {
        mistake == .providerLost ? .app : provider.map { .provider($0) } ?? .app
    }

    /// The name of the parameter that is wrong or contains the wrong value; `nil` if the mistake has no path.
    public var parameter: String? { path.isEmpty ? nil : ParameterPath(parsing: path).components.first }

    /// Two mutants are the same mistake if they have the same event, operator, path and provider. Mutants in the order of
    /// events must also have the same other event.
    public static func == (left: Mutant, right: Mutant) -> Bool {
        left.kind == right.kind && left.mistake == right.mistake && left.name.isExactly(right.name)
            && left.path.isExactly(right.path) && left.provider == right.provider && left.next == right.next
    }

    /// The event that should follow, if the mistake is in the order of events.
    private var next: EventIdentity? { mistake == .swapped ? other.map { EventIdentity($0) } : nil }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(mistake)
        hasher.combine(ExactText(name))
        hasher.combine(ExactText(path))
        hasher.combine(provider)
        hasher.combine(next)
    }
}

extension Mutant {
    /// Returns the event that the app tracks by mistake after an event.
    public func follower(of event: Event) -> Event? {
        guard var follower = other else { return nil }
        for name in inherited { follower.parameters[name] = event.parameters[name] ?? follower.parameters[name] }
        return follower
    }

    /// Returns an event after the mistake; `nil` if the mistake does not change the content of this event.
    ///
    /// The mistakes that change which events the app tracks, such as ``MutationOperator/lost``, change no content.
    public func changed(_ event: Event) -> Event? {
        guard isAbout(event) else { return nil }
        var changed = event
        switch mistake {
        case .lost, .twice, .swapped, .followed, .providerLost: return nil
        case .renamed: changed.name = event.name + "_2"
        case .userLost:
            guard event.user != nil else { return nil }
            changed.user = nil
        case .otherUser:
            guard let user = event.user else { return nil }
            changed.user = user + "x"
        case .parameterAdded:
            let names = sequence(first: "extra") { $0 + "_2" }
            if let unused = names.first(where: { event.parameters[$0] == nil }) {
                changed.parameters[unused] = .integer(1)
            }
        default:
            let path = ParameterPath(parsing: path).components[...]
            guard case .object(let parameters)?? = replaced(.object(event.parameters), path) else { return nil }
            changed.parameters = parameters
        }
        return changed
    }

    /// Returns a value after the mistake in the value at a path: `nil` if nothing changes, `.some(nil)` if the value is
    /// removed.
    private func replaced(_ value: EventValue, _ path: ArraySlice<String>) -> EventValue?? {
        guard let first = path.first else {
            if mistake == .parameterLost { return .some(nil) }
            return mistake.changed(value, others: values).map { .some($0) }
        }
        switch value {
        case .object(var members):
            guard let member = members[first], let new = replaced(member, path.dropFirst()) else { return nil }
            members[first] = new
            return .object(members)
        case .array(let elements) where first == "*":
            let changed = elements.map { replaced($0, path.dropFirst()) }
            guard changed.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, changed).compactMap { $1 == nil ? $0 : $1 ?? nil })
        default: return nil
        }
    }
}

extension Mutant: CustomStringConvertible {
    /// The mistake in plain words, such as "`price` of purchase is a text instead of a number".
    public var description: String {
        let place = source.provider.map { " at the provider \($0.rawValue.nameForDisplay)" } ?? ""
        let event = Event(name, kind: kind).title + place
        let path = "`\(path)` of \(event)"
        return switch mistake {
        case .lost: "\(event) is not tracked"
        case .twice: "\(event) is tracked twice"
        case .renamed: "\(event) is tracked under another name"
        case .swapped: "\(event) is tracked after \(other?.title ?? "the next event") instead of before it"
        case .followed: "\(event) is followed by \(other?.title ?? "another event"), which is wrong"
        case .providerLost: "\(event) does not reach the provider \(provider?.rawValue.nameForDisplay ?? "")"
        case .userLost: "\(event) has no user"
        case .otherUser: "\(event) has another user"
        case .parameterAdded: "\(event) has one more parameter"
        case .parameterLost: "\(path) is missing"
        case .otherValue: "\(path) has another value"
        case .empty: "\(path) is empty"
        case .null: "\(path) is null"
        case .numberAsText: "\(path) is a text instead of a number"
        case .textAsNumber: "\(path) is a number instead of a text"
        case .integerAsNumber: "\(path) is a number instead of an integer"
        case .boolAsText: "\(path) is a text instead of a bool"
        case .boolAsInteger: "\(path) is an integer instead of a bool"
        }
    }
}

extension Mutant {
    /// The mutant as a JSON object.
    public var members: EventParameters {
        [
            "kind": kind.rawValue, "name": name, "operator": mistake.rawValue, "path": path.isEmpty ? nil : path,
            "values": values.isEmpty ? nil : values, "other": other.map { RecordedEvent($0).members },
            "provider": provider?.rawValue, "inherited": inherited.isEmpty ? nil : inherited,
            "occurrences": occurrences.isEmpty ? nil : occurrences,
        ]
    }

    /// Reads a mutant from a JSON object.
    public init(_ object: DocumentObject) throws(DocumentError) {
        (kind, mistake) = (try object.choice("kind"), try object.choice("operator"))
        (name, path) = (try object.optionalText("name") ?? "", try object.optionalText("path") ?? "")
        values = try object.optionalElements("values").map(\.value)
        if let other = try object.optionalObject("other") {
            self.other = Event(
                try other.optionalText("name") ?? "", EventParameters(try other.optionalEntries("parameters")),
                kind: try other.optionalChoice("kind") ?? .track)
            self.other?.user = try other.optionalText("user")
        }
        provider = try object.optionalText("provider").map { ProviderID($0) }
        inherited = try object.optionalTexts("inherited")
        occurrences = try object.optionalElements("occurrences").compactMap { $0.value.integer.map(Int.init) }
    }
}

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
    public static let ofValues: [MutationOperator] = [
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
    public func changed(_ value: EventValue, others: [EventValue]) -> EventValue? {
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

extension Event {
    /// Calls `body` with each value of the parameters and its path. `*` stands for the indices of arrays.
    ///
    /// Examines at most 100 elements of an array.
    public func forEachValue(_ body: (String, EventValue) -> Void) {
        func walk(_ value: EventValue, _ path: [String]) {
            if !path.isEmpty { body(ParameterPath(path).description, value) }
            switch value {
            case .object(let members): for member in members { walk(member.value, path + [member.name]) }
            case .array(let elements): for element in elements.prefix(100) { walk(element, path + ["*"]) }
            default: break
            }
        }
        walk(.object(parameters), [])
    }
}
