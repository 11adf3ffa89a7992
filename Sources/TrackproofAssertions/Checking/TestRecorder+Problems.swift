import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

// Invalid events and expectations. For example, an event is invalid if it has no name, if the code sets one of its
// parameters twice, or if a value could not be encoded.
extension TestRecorder {
    /// Returns whether the expectations are valid. Fails the test if an expectation is invalid. An expectation is
    /// invalid if no event can match it. An expectation is also invalid if it checks less than the test's code says,
    /// for example because an expected value could not be encoded.
    func isValid(_ expectations: [EventExpectation], at site: CallSite) -> Bool {
        expectations.allSatisfy { isValid($0.problems, of: $0.description, at: site) }
    }

    /// Returns `true` if the expectation and `times` of `check` are valid. Otherwise, fails the test.
    func isValid(_ check: TrackedCheck, at site: CallSite) -> Bool {
        if check.times < 0 {
            fail("an event cannot be tracked \(check.times) times", at: site)
            return false
        }
        let event = check.expectation.event
        return isValid([check.expectation], at: site)
            && (check.times > 0 || isPlanned(event.displayName, event.kind, of: check.source, at: site))
    }

    /// Returns `true` if each name has at least one character. Otherwise, fails the test and returns `false`. A valid
    /// event never has an empty display name, so an assertion about an empty name would prove nothing.
    func isValid(names: [String], kind: EventKind? = nil, at site: CallSite) -> Bool {
        guard names.contains(where: \.isEmpty) else { return true }
        let kind = kind.flatMap { $0.isIdentity ? $0 : nil } ?? .identify
        fail(
            """
            an event needs a name, but this name is empty; for an event whose kind needs no name, pass the kind as the \
            name: \(kind.rawValue.quotedForDisplay)
            """, at: site)
        return false
    }

    /// Returns whether the test's plan contains an event, or the test has no plan. If not, fails the test. Without this
    /// check, an assertion that an event was not tracked would pass if the name is misspelt.
    func isPlanned(_ name: String, _ kind: EventKind?, of source: EventSource, at site: CallSite) -> Bool {
        guard source == .app, let problem = plan?.problem(ofEvent: name, kind) else { return true }
        fail(problem, at: site)
        return false
    }

    func isValid(_ problems: [ParameterProblem], of expectation: String, at site: CallSite) -> Bool {
        if problems.isEmpty { return true }
        fail("invalid expectation: \(expectation.shortened)\(problems.lines)", at: site)
        return false
    }
}

extension EventExpectation {
    /// The reasons why the expectation is invalid; empty if it is valid.
    var problems: [ParameterProblem] {
        (event.needsName ? [.nameless] : []) + parameters.problems + (user?.problems ?? [])
    }
}

extension ParameterProblem {
    /// The problem of an event that needs a name but has an empty name.
    fileprivate static let nameless = ParameterProblem([], "an event needs a name, but this name is empty")
}

extension RecordedEvent {
    /// The reason why the event is invalid, such as a missing name; `nil` if the event is valid. An event from a
    /// vendor's SDK may have no name, because the app's code does not decide what the SDK sends.
    var problem: String? {
        guard event.needsName, source.vendor == nil else { return event.encodingError }
        return [ParameterProblem.nameless.reason, event.encodingError].compactMap { $0 }.joined(separator: "; ")
    }
}

extension [ParameterProblem] {
    fileprivate var lines: String { map { "\n    \($0.description.safeForDisplay.shortened)" }.joined() }
}

/// The invalid events of a test, including events that the test has cleared.
struct BrokenEvents {
    private var events: [(event: Event, error: String)] = []
    private var count = 0
    /// Whether an event contains a value that SDKs refuse.
    private var hasRefusedValue = false
    /// The maximum number of events that the message shows.
    private static let limit = 20

    /// Adds an event, but only once if the event was recorded twice. If `recorded()` wraps a provider, an event is
    /// recorded when the app tracks it and when the provider receives it.
    mutating func note(_ event: Event, _ error: String) {
        if events.contains(where: { $0.event == event && $0.error == error }) { return }
        count += 1
        if events.count < Self.limit { events.append((event, error)) }
    }

    /// Adds an event that contains values that SDKs refuse.
    mutating func note(_ event: Event, refused: [ParameterProblem]) {
        hasRefusedValue = true
        let values = refused.map { "\($0.path.joined(separator: ".")) (\($0.reason))" }.joined(separator: ", ")
        note(event, "JSONSerialization and most SDKs refuse the type of \(values)")
    }

    /// The failure message about the invalid events; `nil` if there are no invalid events.
    var text: String? {
        if events.isEmpty { return nil }
        var lines = ["\(count.counted("invalid event")):"]
        for (event, error) in events {
            lines += ["    \(event.description.shortened)", "        \(error.safeForDisplay.shortened)"]
        }
        if count > events.count { lines.append("    … \((count - events.count).counted("more event"))") }
        if hasRefusedValue {
            lines.append(
                """
                convert the value in the app, for example with String(…). If the app itself tracks with Trackproof, its \
                providers get the value converted: use the trait .recordingEvents.converting (with XCTest, override \
                convertsValues)
                """)
        }
        return lines.joined(separator: "\n")
    }
}
