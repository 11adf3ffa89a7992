import Trackproof
import TrackproofMutation
import TrackproofPlatform
import TrackproofSnapshots

/// The assertions that would notice the mistakes that no test notices.
struct MutationHints {
    /// What each test has told.
    let tests: [String: TestNotes.OneTest]

    /// Returns what to change so that one of the tests notices a mistake, as a sentence without a period.
    func hint(for mutant: Mutant, in tests: [String]) -> String {
        let notes = tests.flatMap { self.tests[$0]?.checks ?? [] }
        let own = notes.filter { $0.check?.isAbout(mutant.event) == true }
        switch mutant.mistake {
        case .twice, .followed:
            return tests.allSatisfy { self.tests[$0]?.isExhaustive == true } && mutant.source == .app
                ? "these tests are exhaustive, but discard or accept the event: add expectCount(_:of:)"
                : "these tests allow more events: make them exhaustive, or add expectNothingElse()"
        case .swapped:
            let events = [mutant.event, mutant.other].compactMap { $0 }
            let areAlike = Set(events.map(\.displayName)).count < events.count
            let names = events.map { event in
                let name = event.displayName.quotedForDisplay
                // A name alone does not say whether a screen or another event is expected.
                return areAlike ? ".event(\(name), including: [:], kind: .\(event.kind.rawValue))" : name
            }
            return "no assertion of Trackproof compares the order: add expectOrder(\(names.joined(separator: ", ")))"
        case .providerLost:
            let provider = (mutant.provider?.rawValue ?? "").quotedForDisplay
            return "no assertion of Trackproof compares what the provider gets: add expectDelivered(to: \(provider))"
        default: break
        }
        if let hint = own.lazy.compactMap({ note in note.check.flatMap { $0.gap(mutant, at: note.place) } }).first {
            return hint
        }
        if let snapshot = notes.last(where: { $0.check == nil })?.text {
            let file = snapshot.split(separator: "/").last.map(String.init) ?? snapshot
            return
                "the snapshot \(file) has a rule that lets this through: trackproof mutate RECORDING --snapshot says which"
        }
        return own.isEmpty
            ? "no assertion of Trackproof is about the event: add \(mutant.suggestion)"
            : "no assertion of Trackproof compares it: add \(mutant.suggestion)"
    }
}

extension MutationCheck {
    /// Returns what the assertion overlooks; `nil` if it would notice the mistake.
    fileprivate func gap(_ mutant: Mutant, at place: String?) -> String? {
        guard marksEvent else { return nil }
        let start = place.map { "\($0): " } ?? ""
        switch mutant.mistake {
        case .userLost, .otherUser:
            return looseUser.map { "\(start)the assertion accepts \($0) as the user: expect the user" }
        case .parameterAdded:
            return allowsMore
                ? "\(start)`including:` allows more parameters: name all of them without `including:`" : nil
        default:
            guard let name = mutant.parameter else { return nil }
            if let words = loose[name] {
                return "\(start)the assertion accepts \(words) for `\(name)`: expect its value"
            }
            if exact.contains(name) { return nil }
            if !allowsMore { return "\(start)the assertion ignores `\(name)`: name it" }
            let named = exact + loose.keys.sorted()
            if named.isEmpty { return "\(start)the assertion names no parameters: name `\(name)`" }
            return "\(start)the assertion names only \(named.map { "`\($0)`" }.listed(upTo: 5)): name `\(name)` too"
        }
    }
}

extension Mutant {
    /// The event of the mutant, without parameters.
    fileprivate var event: Event { Event(name, kind: kind) }

    /// An assertion about the event of the mutant.
    fileprivate var suggestion: String {
        let parameters = parameter.map { "[\($0.quotedForDisplay): …]" } ?? "…"
        let words = parameter == nil ? "" : "including: "
        let place = source.provider.map { ", source: .provider(\($0.rawValue.quotedForDisplay))" } ?? ""
        if kind == .identify { return "expectTracked(.identify(…, \(words)\(parameters))\(place))" }
        let label = (kind == .track ? "" : ", kind: .\(kind.rawValue)") + place
        return "expectTracked(\(event.displayName.quotedForDisplay), \(words)\(parameters)\(label))"
    }
}
