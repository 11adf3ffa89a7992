import Trackproof
import TrackproofMutation

extension MutationCheck {
    /// Creates a check of an event with the parameters of an assertion.
    fileprivate init(_ event: Event, _ parameters: ExpectedParameters, user: ParameterMatcher? = nil) {
        let elements = parameters.elements
        self.init(
            kind: event.kind, name: event.name, exact: elements.filter { $0.matcher.isExact }.map(\.name),
            loose: Dictionary(
                elements.filter { !$0.matcher.isExact }.map { ($0.name, $0.matcher.description) },
                uniquingKeysWith: { first, _ in first }),
            allowsMore: parameters.isPartial,
            looseUser: user.map { $0.isExact ? nil : $0.description } ?? "any value")
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
        noteForMutation { mutants, test in
            for expected in expectations {
                let check = MutationCheck(expected.event, expected.parameters, user: expected.user)
                mutants.note(check, at: site, of: test)
            }
        }
    }

    /// Tells `trackproof mutate` that an assertion is about some of the recorded events, but marks none of them.
    func noteForMutation(_ selection: EventSelection, in log: [LoggedEvent], at site: CallSite) {
        noteForMutation { mutants, test in
            for group in SeenEvents(log.map(\.event).filter(selection.isNamed)).groups {
                var check = MutationCheck(group.first, selection.parameters)
                check.marksEvent = false
                mutants.note(check, at: site, of: test)
            }
        }
    }

    /// Tells `trackproof mutate` which events the test discards, although no assertion has checked them.
    func noteClearForMutation() {
        noteForMutation { mutants, test in
            for logged in log(of: .app) where !logged.isChecked {
                mutants.note(cleared: MutationCheck(logged.event, ExpectedParameters().partial), of: test)
            }
        }
    }

    /// Tells `trackproof mutate` that events which no assertion has checked fail the test.
    ///
    /// The recorder of a suite's trait gets no events if a test has a trait of its own.
    func noteExhaustiveForMutation() { if lastSequence > 0 { noteForMutation { $0.noteExhaustive($1) } } }

    /// Tells `trackproof mutate` that an assertion compares the events with a snapshot.
    func noteForMutation(snapshot path: String, at site: CallSite) {
        noteForMutation { $0.note(snapshot: path, at: site, of: $1) }
    }

    private func noteForMutation(_ note: (PlantedMutants, _ test: String) -> Void) {
        guard let mutants = PlantedMutants.current, mutants.notesEvents, let test = mutatedTest else { return }
        note(mutants, test)
    }
}
