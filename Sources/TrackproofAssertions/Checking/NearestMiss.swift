import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The recorded event that is most similar to an expected event that was not tracked.
struct NearestMiss {
    private let logged: LoggedEvent
    private let differences: [ParameterDifference]
    private let expectation: EventExpectation
    private let isSameName: Bool
    private let isSameKind: Bool

    /// Finds the most similar event, or returns `nil` if no event is similar.
    init?(_ expectation: EventExpectation, _ expected: ExpectedEvent, in log: [LoggedEvent]) {
        let misses = log.lazy.map { NearestMiss($0, expectation, expected) }
        let ranked = misses.compactMap { miss in miss.rank.map { (miss, $0) } }
        // Among equally similar events, prefers an event that no assertion has checked.
        let nearest = ranked.min { ($0.1, $0.0.logged.isChecked ? 1 : 0) < ($1.1, $1.0.logged.isChecked ? 1 : 0) }
        guard let nearest else { return nil }
        self = nearest.0
    }

    private init(_ logged: LoggedEvent, _ expectation: EventExpectation, _ expected: ExpectedEvent) {
        self.logged = logged
        self.expectation = expectation
        differences = expected.differences(from: logged.event)
        isSameName = logged.event.isNamed(expectation.event.displayName, nil)
        isSameKind = logged.event.kind == expectation.event.kind
    }

    /// The rank of the event, at least 0. The event with the lowest rank is the most similar event. `nil` if the event
    /// is not similar to the expected event.
    private var rank: Int? {
        let cost = differences.reduce(0) { $0 + $1.cost }
        if isSameName, isSameKind { return cost }
        // From here on, the name or the kind differs. An event with the expected parameters ranks before an event with
        // the expected name, and that event ranks before an event with a similar name.
        if cost == 0, !expectation.parameters.elements.isEmpty { return 1_000 }
        if isSameName { return 2_000 + cost }
        let similarity = NameSimilarity.of(logged.event.displayName, expectation.event.displayName)
        guard similarity >= NameSimilarity.similar, isSameKind, !logged.isChecked else { return nil }
        return 3_000 + Int(1_000 * (1 - similarity)) + cost
    }

    /// Whether only the parameters differ.
    var differsInParameters: Bool { isSameKind && isSameName }

    var text: String {
        let same = differsInParameters
        var lines = [
            "closest match is number \(logged.number): "
                + (same ? logged.event.title : logged.event.description.shortened)
        ]
        if isSameName {
            lines += differences.prefix(20).flatMap { $0.lines() }
            if differences.count > 20 { lines.append("    … \((differences.count - 20).counted("more parameter"))") }
        }
        if let error = logged.event.encodingError {
            lines.append("    the event is invalid: \(error.safeForDisplay.shortened)")
        }
        if !isSameName {
            let name = expectation.event.displayName
            if let hint = logged.event.lookalikeHint(of: name) {
                lines.append("    " + hint)
            } else if let confusion = NameConfusion(of: name, with: logged.event.displayName) {
                lines.append("    the names differ only \(confusion.rawValue)")
            }
        }
        if isSameName, !isSameKind {
            lines.append("    its kind differs; to expect this kind, pass `kind: .\(logged.event.kind.rawValue)`")
        }
        if same, expectation.parameters.requiresNoParameters, !logged.event.parameters.isEmpty {
            lines.append("    if the parameters do not matter, pass `including: [:]`")
        }
        return lines.joined(separator: "\n")
    }
}

extension Event {
    /// Returns a hint if the event's name looks like `name` but differs in invisible characters or Unicode form.
    /// Returns `nil` if the names are equal, or if the difference is visible.
    func lookalikeHint(of name: String) -> String? {
        guard displayName.looksLike(name) else { return nil }
        return """
            its name differs only in \(displayName.form(of: name)): expected "\(name.spelledOut)", tracked \
            "\(displayName.spelledOut)"
            """
    }
}

extension [LoggedEvent] {
    /// Returns a hint about the first event whose name looks like `name` but differs from `name`. Returns `nil` if
    /// there is no such event.
    func lookalikeHint(of name: String) -> String? {
        lazy.compactMap { logged in
            logged.event.lookalikeHint(of: name).map { "number \(logged.number): \($0)" }
        }.first
    }
}

// Names that may be misspelt.
extension TestRecorder {
    /// Adds a warning to the test if an assertion has found no event with this name, but an event with a name that
    /// people could confuse with it. Does nothing if the test has a plan, which knows all names.
    func warnAboutMisspelling(_ name: String?, in log: [LoggedEvent], at site: CallSite) {
        guard let test, let name, plan == nil, !log.contains(where: { $0.event.isNamed(name, nil) }) else { return }
        var others: Set<String> = []
        for logged in log {
            let other = logged.event.displayName
            guard others.insert(other).inserted, let confusion = NameConfusion(of: name, with: other) else { continue }
            return reporter.warn(
                """
                no event has the name \(name.quotedForDisplay), but number \(logged.number) has the name \
                \(other.quotedForDisplay): the names differ only \(confusion.rawValue). If the name is misspelt, the \
                assertion proves nothing
                """, of: test, at: site)
        }
    }
}
