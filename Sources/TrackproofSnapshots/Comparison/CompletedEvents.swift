internal import Trackproof

extension [RecordedEvent] {
    /// These events of a wire, each with the parameters that stand in its context and that an expected event of its kind
    /// and name has. A decoder cannot always tell what the app passed from what the SDK added; nothing of it is lost.
    ///
    /// - Returns: the events, and the places of those that were changed.
    func completed(as expected: [RecordedEvent]) -> (events: [RecordedEvent], places: Set<Int>) {
        var names: [String: Set<String>] = [:]
        for event in expected {
            names[event.event.kindAndName, default: []].formUnion(event.event.parameters.map(\.name))
        }
        var events = self
        var places: Set<Int> = []
        for index in events.indices {
            guard let context = events[index].context, let known = names[events[index].event.kindAndName] else {
                continue
            }
            let parameters = events[index].event.parameters
            let found = context.filter { known.contains($0.name) && parameters[$0.name] == nil }
            if found.isEmpty { continue }
            events[index].event.parameters = parameters.merging(EventParameters(found))
            places.insert(index)
        }
        return (events, places)
    }
}

extension Event {
    fileprivate var kindAndName: String { "\(kind.rawValue) \(name)" }
}
