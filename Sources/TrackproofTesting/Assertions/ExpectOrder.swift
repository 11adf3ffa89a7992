public import Trackproof

/// Expects that events of these names were tracked in this order, whatever came between.
///
/// ```swift
/// expectOrder("login_started", "login_succeeded", "menu_shown")
/// ```
///
/// A name that is given twice needs two events. Nothing is checked by it but the order.
public func expectOrder(
    _ names: String..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    guard let recorder = TestRecorder.find(recorder, at: site) else { return }
    recorder.begin(at: site)
    let log = recorder.log(of: source)
    var rest = log[...]
    var previous: LoggedEvent?
    for name in names {
        guard let place = rest.firstIndex(where: { $0.event.displayName == name }) else {
            let shown = name.safeForDisplay
            let earlier = log.last { $0.event.displayName == name }
            let message =
                switch (previous, earlier) {
                case (_, nil): "not tracked: \(shown)"
                case (let previous?, let earlier?) where earlier.number == previous.number:
                    "not tracked again after number \(previous.number): \(shown)"
                case (let previous?, let earlier?):
                    "out of order: \(shown) should follow \(previous.event.displayName.safeForDisplay) "
                        + "(number \(previous.number)), its last is number \(earlier.number)"
                case (nil, _?): ""  // The first name is looked for everywhere.
                }
            return recorder.fail("\(message)\n\(EventTable(log: log).text)", at: site)
        }
        previous = rest[place]
        rest = rest[(place + 1)...]
    }
}
