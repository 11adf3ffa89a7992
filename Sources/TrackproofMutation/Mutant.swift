public import Trackproof
public import TrackproofJSON
import TrackproofSnapshots
import TrackproofText

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
}

extension Mutant {
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
        case .parameterAdded: changed.parameters[event.parameters.unusedName] = .integer(1)
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

extension EventParameters {
    /// A name that no parameter has.
    fileprivate var unusedName: String {
        var name = "extra"
        while self[name] != nil { name += "_2" }
        return name
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
