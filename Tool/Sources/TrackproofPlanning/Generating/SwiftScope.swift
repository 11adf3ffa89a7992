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
            case .type: SwiftNaming.takenTypes
            }
        }

        /// Whether the first letter of a name must be an uppercase letter, or must not be one; `nil` if it can be either.
        private var beginsUppercase: Bool? {
            switch self {
            case .type: true
            case .function, .property: false
            case .argument, .enumCase: nil
            }
        }

        /// Returns whether the first letter of a name is one that a type has, or that other names have.
        fileprivate func allows(_ name: String) -> Bool {
            beginsUppercase.map { $0 == name.beginsUppercase } ?? true
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
    ///   - advice: What to do about a name that the plan cannot give with `swift`, or `nil` if the plan can give it.
    ///   - problems: The list that gets a problem if the name cannot be used.
    mutating func name(
        _ name: String, given: NameWithPlace?, at place: PlanPlace, advice: String? = nil,
        _ problems: inout [SwiftProblem]
    ) -> String? {
        func add(_ what: String, at place: PlanPlace) {
            problems.append(problem(what, name, isGiven: given != nil, at: place, advice))
        }
        let derived = kind == .type ? SwiftNaming.type(name) : SwiftNaming.member(name)
        let found = given?.name ?? derived.map { taken.contains($0) ? $0 + kind.suffix : $0 }
        guard let found else {
            add("does not begin with a letter, so it cannot be a name in Swift", at: place)
            return nil
        }
        if taken.contains(found) || !kind.allows(found) {
            let reason =
                taken.contains(found)
                ? "has another meaning"
                : "must \(kind == .type ? "" : "not ")begin with an uppercase letter"
            add("is `\(found)` in Swift, which \(reason)", at: given?.place ?? place)
            return nil
        }
        if let other = used[found] {
            add(
                "is `\(found)` in Swift, as \(other.name.quotedForMessages) at \(other.place)",
                at: given?.place ?? place)
            return nil
        }
        used[found] = (name, given?.place ?? place)
        return found
    }

    private mutating func problem(
        _ what: String, _ name: String, isGiven: Bool, at place: PlanPlace, _ advice: String?
    ) -> SwiftProblem {
        let example = suggestion(name)
        let isValue = kind == .enumCase
        let own = isValue ? "{values: {\(name.quotedForMessages): \(example)}}" : example
        let message =
            "the \(kind.noun) \(name.quotedForMessages) \(what); \(advice ?? "write `swift: \(own)`")"
        let suggestion = SwiftSuggestion(place: place, text: name, isValue: isValue, name: example)
        return SwiftProblem(place: place, message: message, suggestion: advice == nil && !isGiven ? suggestion : nil)
    }

    /// Returns a name that is neither used nor suggested.
    private mutating func suggestion(_ name: String) -> String {
        let convert = kind == .type ? SwiftNaming.type : SwiftNaming.member
        let candidates = SwiftNaming.suggestions(name, noun: kind.noun, convert).filter(kind.allows)
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
