import Trackproof
package import TrackproofPlans

/// The type of an argument or a property in generated Swift.
indirect enum SwiftType: Sendable {
    case string, integer, number, bool
    case uuid, url, date
    /// `EventValue`, for a value whose type the plan does not say or that Swift cannot express.
    case anyValue
    /// `EventParameters`, for an object whose members the plan does not say.
    case anyObject
    /// A generated type.
    case declared(SwiftDeclaration)
    /// A type that stands in the list of shared types.
    case shared(String)
    case array(SwiftType)
    case nullable(SwiftType)

    /// Whether the type is one of Foundation.
    var needsFoundation: Bool {
        switch self {
        case .uuid, .url, .date: true
        case .array(let type), .nullable(let type): type.needsFoundation
        case .declared(let declaration): declaration.members.contains { $0.type.needsFoundation }
        case .string, .integer, .number, .bool, .anyValue, .anyObject, .shared: false
        }
    }
}

/// Types in a namespace of their own.
struct SwiftNamespace: Sendable {
    let name: String
    /// The words for the function or the group whose parameters have the types.
    let owner: String
    let types: [SwiftDeclaration]
}

/// A type that the generator declares.
struct SwiftDeclaration: Sendable {
    enum Content: Sendable {
        /// An enum of texts.
        case texts([SwiftCase])
        /// A struct with a constant for each known text. It also allows other texts.
        case openTexts([SwiftCase])
        /// A struct with the members of an object.
        case object([SwiftMember])
        /// An enum whose cases have the parameters of variants. The parameter with this name tells the cases apart.
        case variants(parameter: String, [SwiftCase])
    }

    let name: String
    let description: String?
    let content: Content
    /// The types that are declared inside of this type.
    var types: [SwiftDeclaration] = []

    var members: [SwiftMember] {
        switch content {
        case .texts, .openTexts: []
        case .object(let members): members
        case .variants(_, let cases): cases.flatMap(\.members)
        }
    }
}

/// A case of an enum, or a constant of a struct.
struct SwiftCase: Sendable {
    let name: String
    /// The text that the event contains.
    let text: String
    var description: String?
    /// The parameters that an event has only in this case.
    var members: [SwiftMember] = []
}

/// A parameter of an event, or a member of an object.
struct SwiftMember: Sendable {
    /// The name in the event.
    let parameter: String
    /// The name in Swift, without backticks.
    let name: String
    let type: SwiftType
    let isRequired: Bool
    /// The value if the parameter always has the same value. The function then has no argument for it.
    var constant: EventValue?
    /// The value of the argument if a call leaves it out, as Swift. `nil` if the plan has no default.
    var defaultValue: String?
    var description: String?
    /// Remarks for the documentation, such as the kind of personal data.
    var remarks: [String] = []
}

/// A function that makes an event.
struct SwiftFunction: Sendable {
    let event: PlannedEvent
    let name: String
    /// The name of the namespace for the function's own types.
    let namespace: String
    /// The arguments.
    let members: [SwiftMember]
    /// The types that only this event uses.
    let types: [SwiftDeclaration]
}

/// A reason why Swift cannot be generated, with its place in the plan.
package struct SwiftProblem: Sendable, Hashable, CustomStringConvertible {
    package let place: PlanPlace
    package let message: String
    /// The name that would solve the problem, or `nil` if a person must decide.
    var suggestion: SwiftSuggestion?

    /// The problem in the form of compilers: `plan.yaml:3:14: error: …`.
    package var description: String { "\(place): error: \(message) (swift-name)" }
}
