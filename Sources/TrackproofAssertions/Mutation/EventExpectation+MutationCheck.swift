import Trackproof
import TrackproofMutation

extension EventExpectation {
    /// What the expectation says about the event.
    fileprivate var mutationCheck: MutationCheck {
        let elements = parameters.elements
        return MutationCheck(
            kind: event.kind, name: event.name, exact: elements.filter { $0.matcher.isExact }.map(\.name),
            loose: Dictionary(
                elements.filter { !$0.matcher.isExact }.map { ($0.name, $0.matcher.description) },
                uniquingKeysWith: { first, _ in first }),
            allowsMore: parameters.isPartial, looseUser: user?.isExact == false ? user?.description : nil)
    }
}

extension ParameterMatcher {
    /// Whether the matcher accepts one value only.
    fileprivate var isExact: Bool {
        switch test {
        case .value, .absent: true
        case .shape, .predicate: false
        case .list(let matchers): matchers.allSatisfy(\.isExact)
        case .object(let members): !members.isPartial && members.elements.allSatisfy { $0.matcher.isExact }
        }
    }
}

extension TestRecorder {
    /// Tells `trackproof mutate` what an assertion expects.
    func noteForMutation(_ expectations: [EventExpectation], at site: CallSite) {
        guard let mutants = PlantedMutants.current, mutants.notesEvents, let test = mutatedTest else { return }
        for expectation in expectations { mutants.note(expectation.mutationCheck, at: site, of: test) }
    }

    /// Tells `trackproof mutate` that an assertion compares the events with a snapshot.
    func noteForMutation(snapshot path: String, at site: CallSite) {
        guard let mutants = PlantedMutants.current, mutants.notesEvents, let test = mutatedTest else { return }
        mutants.note(snapshot: path, at: site, of: test)
    }
}
