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
    ///   - problems: The list that gets a problem if the name cannot be used.
    mutating func name(
        _ name: String, given: NameWithPlace?, at place: PlanPlace, _ problems: inout [SwiftProblem]
    ) -> String? {
        let derived = kind == .type ? SwiftNaming.type(name) : SwiftNaming.member(name)
        let found = given?.name ?? derived.map { taken.contains($0) ? $0 + kind.suffix : $0 }
        guard let found else {
            add("does not begin with a letter, so it cannot be a name in Swift", name, at: place, &problems)
            return nil
        }
        if taken.contains(found) {
            add("is `\(found)` in Swift, which has another meaning", name, at: given?.place ?? place, &problems)
            return nil
        }
        if let other = used[found] {
            add(
                "is `\(found)` in Swift, as \(other.name.quotedForMessages) at \(other.place)", name,
                at: given?.place ?? place, &problems)
            return nil
        }
        used[found] = (name, given?.place ?? place)
        return found
    }

    private func add(_ what: String, _ name: String, at place: PlanPlace, _ problems: inout [SwiftProblem]) {
        let example = SwiftNaming.member((kind == .enumCase ? "value " : "other ") + name) ?? "another"
        let advice =
            kind == .enumCase ? "swift: {values: {\(name.quotedForMessages): \(example)}}" : "swift: \(example)"
        problems.append(
            SwiftProblem(
                place: place, message: "the \(kind.noun) \(name.quotedForMessages) \(what); write `\(advice)`"))
    }
}
