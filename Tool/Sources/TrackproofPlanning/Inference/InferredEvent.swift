import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// An event of an inferred plan.
struct InferredEvent {
    let name: ExactText
    /// The parameters of the event that are not in the plan's shared group.
    let parameters: [InferredMember]
    private let kind: EventKind
    private let isOpen: Bool
    private let exemptions: [FindingID]
    private let notes: [String]

    /// Infers an event of a plan from what all recorded events with its name have in common.
    ///
    /// - Parameter shared: The names of the parameters that the event gets from the plan's shared group.
    init(_ observed: ObservedEvent, _ object: InferredObject, shared: Set<ExactText>) {
        name = observed.name
        parameters = object.members.filter { !shared.contains($0.name) }
        isOpen = object.isOpen

        let kinds = observed.kindCounts
        kind = kinds.first?.kind ?? .track
        var exemptions: [FindingID] = []
        var notes: [String] = []
        if kinds.count > 1 || observed.hasOtherKinds {
            exemptions.append(.wrongKind)
            let others = kinds.dropFirst().map { "\($0.count) \($0.kind.rawValue)" }
            notes.append("also occurs with other kinds" + (others.isEmpty ? "" : ": " + others.joined(separator: ", ")))
        }
        if object.allowsPersonalData { exemptions.append(.pii) }
        if object.isOpen { notes.append(observed.parameters.leftOutNote) }
        self.exemptions = exemptions
        self.notes = notes
    }

    /// The event as a member of `events` in the plan's file.
    var yaml: FormattedItem {
        let kind = kind == .track ? [] : [FormattedItem("kind", .text(kind.rawValue))]
        return FormattedItem(name.text, node(kind + rules), notes: notes)
    }

    /// The event as the member `user` of the plan's file, which describes the traits of users.
    var yamlOfUser: FormattedItem { FormattedItem("user", node(rules), notes: notes) }

    private func node(_ members: [FormattedItem]) -> FormattedValue {
        .object(members, inBraces: parameters.isEmpty)
    }

    private var rules: [FormattedItem] {
        var members: [FormattedItem] = []
        if isOpen { members.append(FormattedItem("closed", .word("false"))) }
        if !exemptions.isEmpty { members.append(FormattedItem("allow", .list(exemptions.map { .text($0.rawValue) }))) }
        if !parameters.isEmpty { members.append(FormattedItem("parameters", .object(parameters.map(\.yaml)))) }
        return members
    }
}
