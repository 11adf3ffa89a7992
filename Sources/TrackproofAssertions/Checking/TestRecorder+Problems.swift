internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Events and expectations that are not what their code says: a value that could not be encoded, a name given twice, an
// event without a name.
extension TestRecorder {
    /// Fails for an expectation that nobody can meet, or that says less than its code.
    func isSound(_ expectations: [EventExpectation], at site: CallSite) -> Bool {
        expectations.allSatisfy { isSound($0.problems, of: $0.description, at: site) }
    }

    /// Whether the check asks for something that can be; fails if not.
    func isSound(_ check: TrackedCheck, at site: CallSite) -> Bool {
        if check.times < 0 {
            fail("an event cannot be tracked \(check.times) times", at: site)
            return false
        }
        return isSound([check.expectation], at: site)
    }

    /// Whether names can be those of events; fails if not. What has an empty name is never tracked, so nothing would be
    /// proved by that.
    func isSound(names: [String], kind: EventKind? = nil, at site: CallSite) -> Bool {
        guard names.contains(where: \.isEmpty) else { return true }
        let kind = kind.flatMap { $0.isIdentity ? $0 : nil } ?? .identify
        fail(
            """
            an event needs a name, and this one is empty; an event that has none answers to its kind: \
            \(kind.rawValue.quotedForDisplay)
            """, at: site)
        return false
    }

    func isSound(_ problems: [ParameterProblem], of expectation: String, at site: CallSite) -> Bool {
        if problems.isEmpty { return true }
        fail("this cannot be expected: \(expectation.shortened)\(problems.lines)", at: site)
        return false
    }
}

extension EventExpectation {
    fileprivate var problems: [ParameterProblem] {
        let isNameless = name.isEmpty && !kind.isIdentity
        return (isNameless ? [.nameless] : []) + parameters.problems + user.problems
    }
}

extension ParameterProblem {
    /// An event is to have a name, and has none.
    fileprivate static let nameless = ParameterProblem([], "an event needs a name, and this one is empty")
}

extension RecordedEvent {
    /// Why the event is not what its code says; nil if it is. What a vendor's SDK sends is not the code's.
    var problem: String? {
        guard event.needsName, !source.isOfWire else { return event.encodingError }
        return [ParameterProblem.nameless.reason, event.encodingError].compactMap { $0 }.joined(separator: "; ")
    }
}

extension [ParameterProblem] {
    fileprivate var lines: String { map { "\n    \($0.description.safeForDisplay.shortened)" }.joined() }
}

/// The events of a test that were not tracked as their code says, also those that it has cleared.
struct BrokenEvents {
    private var events: [(event: Event, error: String)] = []
    private var count = 0
    /// So many are shown.
    private static let limit = 20

    /// A provider gets the event once more: that is no news.
    mutating func note(_ event: Event, _ error: String) {
        if events.contains(where: { $0.event == event && $0.error == error }) { return }
        count += 1
        if events.count < Self.limit { events.append((event, error)) }
    }

    /// What to tell the test of them; nil where there are none.
    var text: String? {
        if events.isEmpty { return nil }
        var lines = ["\(count.counted("event")) not tracked as the code says:"]
        for (event, error) in events {
            lines += [
                "    \(event.description.shortened)", "        \(error.safeForDisplay.shortened)",
            ]
        }
        if count > events.count { lines.append("    … \((count - events.count).counted("more event"))") }
        return lines.joined(separator: "\n")
    }
}
