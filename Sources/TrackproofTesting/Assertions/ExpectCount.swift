public import Trackproof
public import TrackproofAssertions

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
