public import Trackproof
internal import TrackproofSnapshots

/// Expects that exactly so many events were recorded: of a name, of a kind, with some parameters, or at all.
///
/// ```swift
/// expectCount(3)
/// expectCount(2, of: "movie_tapped")
/// expectCount(1, kind: .screen)
/// expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
/// ```
///
/// Events count whether an assertion has checked them or not, and a count checks none: it says nothing of the other
/// parameters.
///
/// - Parameters:
///   - count: how many.
///   - name: the name of those that count; nil for any. One without a name answers to its kind, `identify`.
///   - kind: the kind of those that count; nil for any.
///   - parameters: what those that count have at least.
///   - source: where on their way the events were recorded.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func expectCount(
    _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    let counted = CountedEvents(name: name, kind: kind, parameters: parameters, source: source)
    TestRecorder.find(recorder, at: site)?.expect(count, of: counted, at: site)
}

/// Which events a count is about.
package struct CountedEvents: Sendable {
    let name: String?
    let kind: EventKind?
    let parameters: ExpectedParameters
    let source: EventSource

    package init(name: String?, kind: EventKind?, parameters: ExpectedParameters, source: EventSource) {
        self.name = name
        self.kind = kind
        self.parameters = parameters.partial
        self.source = source
    }

    package func contains(_ recorded: RecordedEvent) -> Bool {
        let event = recorded.event
        return recorded.source == source && (name == nil || event.displayName == name)
            && (kind == nil || event.kind == kind) && parameters.matches(event.parameters)
    }

    /// For messages: `: screen movies {…}`; nothing where any event counts.
    fileprivate var description: String {
        var what = [kind?.rawValue ?? "", name?.safeForDisplay ?? ""].filter { !$0.isEmpty }
        if !parameters.elements.isEmpty { what.append(parameters.description) }
        return what.isEmpty ? "" : ": " + what.joined(separator: " ")
    }
}

extension TestRecorder {
    /// Expects exactly so many events.
    ///
    /// - Parameter reason: why no more can come, where that is known.
    package func expect(_ count: Int, of counted: CountedEvents, reason: String? = nil, at site: CallSite) {
        begin(at: site)
        let log = log(of: counted.source)
        let found = log.count { counted.contains($0.recorded) }
        if found == count { return }
        fail(
            """
            \(found.counted("event")) instead of \(count)\(counted.description)
            \(reason.map { $0 + "\n" } ?? "")\(EventTable(log: log).text)
            """, at: site)
    }
}
