public import Trackproof
public import TrackproofAssertions

/// Expects an exact number of recorded events. Counts all events, or only events with a given name, kind or parameters.
///
/// ```swift
/// expectCount(3)
/// expectCount(2, of: "movie_tapped")
/// expectCount(1, kind: .screen)
/// expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
/// ```
///
/// The assertion counts checked and unchecked events. It does not mark events as checked, because it does not compare
/// all of their parameters.
///
/// - Parameters:
///   - count: The expected number of events.
///   - name: The name of the events to count, or `nil` for any name. For an event without a name, pass its kind as the
///     name, such as `identify`.
///   - kind: The kind of the events to count, or `nil` for any kind.
///   - parameters: The parameters that each counted event has. The event may have other parameters too.
///   - source: The point at which the events were recorded, such as `.app` or `.provider("firebase")`.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectCount(
    _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    let counted = CountedEvents(name: name, kind: kind, parameters: parameters, source: source)
    TestRecorder.find(recorder, at: site)?.expect(count, of: counted, at: site)
}
