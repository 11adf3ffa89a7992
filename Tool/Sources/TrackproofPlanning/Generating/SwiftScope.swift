import TrackproofPlans

/// The names in one namespace of generated Swift. It reports names that cannot be used, and names that collide.
struct SwiftScope {
    /// A rule that turns a name of a plan into a name in Swift.
    enum Kind {
        case function, argument, property, enumCase, type

        fileprivate var noun: String {
            switch self {
            case .function: "event"
            case .argument, .property: "parameter"
            case .enumCase: "value"
            case .type: "type"
            }
        }

        /// The end of a name in Swift that would otherwise have another meaning.
        fileprivate var suffix: String { self == .function ? "Event" : "Value" }

        fileprivate var taken: Set<String> {
            switch self {
            case .function: SwiftNaming.takenFunctions
            case .argument: SwiftNaming.takenArguments
            case .property: SwiftNaming.takenProperties
            case .enumCase: SwiftNaming.takenCases
            case .type: []
            }
        }
    }

    private let kind: Kind
    /// The names that have another meaning.
    private let taken: Set<String>
    private var used: [String: (name: String, place: PlanPlace)] = [:]
    /// The names that problems suggest.
    private var suggested: Set<String> = []

    /// - Parameter others: Names that have another meaning only here.
    init(_ kind: Kind, taken others: Set<String> = []) {
        self.kind = kind
        taken = kind.taken.union(others)
    }

    /// Returns the name in Swift for a name of the plan, or `nil` if it cannot be used.
    ///
    /// - Parameters:
    ///   - given: The name that the plan gives with `swift`, or `nil` if the plan gives none.
    ///   - place: The place of the name.
    ///   - isGivable: Whether the plan can give this name with `swift`.
    ///   - problems: The list that gets a problem if the name cannot be used.
    mutating func name(
        _ name: String, given: NameWithPlace?, at place: PlanPlace, isGivable: Bool = true,
        _ problems: inout [SwiftProblem]
    ) -> String? {
        let isGivable = isGivable && given == nil
        let derived = kind == .type ? SwiftNaming.type(name) : SwiftNaming.member(name)
        let found = given?.name ?? derived.map { taken.contains($0) ? $0 + kind.suffix : $0 }
        guard let found else {
            add("does not begin with a letter, so it cannot be a name in Swift", name, at: place, isGivable, &problems)
            return nil
        }
        if taken.contains(found) {
            add(
                "is `\(found)` in Swift, which has another meaning", name, at: given?.place ?? place, isGivable,
                &problems)
            return nil
        }
        if let other = used[found] {
            add(
                "is `\(found)` in Swift, as \(other.name.quotedForMessages) at \(other.place)", name,
                at: given?.place ?? place, isGivable, &problems)
            return nil
        }
        used[found] = (name, given?.place ?? place)
        return found
    }

    private mutating func add(
        _ what: String, _ name: String, at place: PlanPlace, _ isGivable: Bool, _ problems: inout [SwiftProblem]
    ) {
        let example = suggestion(name)
        let advice =
            switch kind {
            case .enumCase: "write `swift: {values: {\(name.quotedForMessages): \(example)}}`"
            // The name of an event is also the name of the type around the event's own types.
            case .type where !isGivable: "write `swift: \(name)Event`"
            case .function where !isGivable: "rename it"
            case .function, .argument, .property, .type: "write `swift: \(example)`"
            }
        let message = "the \(kind.noun) \(name.quotedForMessages) \(what); \(advice)"
        let suggestion = SwiftSuggestion(place: place, text: name, isValue: kind == .enumCase, name: example)
        problems.append(SwiftProblem(place: place, message: message, suggestion: isGivable ? suggestion : nil))
    }

    /// Returns a name that is neither used nor suggested.
    private mutating func suggestion(_ name: String) -> String {
        let convert = kind == .type ? SwiftNaming.type : SwiftNaming.member
        let candidates = SwiftNaming.suggestions(name, noun: kind.noun, convert).filter { candidate in
            kind != .type || candidate.first?.isLowercase == false
        }
        let isFree = { [used, taken, suggested] in used[$0] == nil && !taken.contains($0) && !suggested.contains($0) }
        var found = candidates.first(where: isFree)
        var number = 2
        while found == nil {
            found = candidates.last.map { "\($0)\(number)" }.flatMap { isFree($0) ? $0 : nil }
            number += 1
        }
        suggested.insert(found ?? name)
        return found ?? name
    }
}
