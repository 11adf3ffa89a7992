internal import Trackproof

extension [RecordedEvent] {
    /// Adds to each event of a wire the parameters that stand in its context and that an expected event of its kind and
    /// name has. A decoder cannot always tell what the app passed from what the SDK added; nothing of it is lost.
    ///
    /// - Returns: the places of the events that were changed.
    mutating func complete(as expected: [RecordedEvent]) -> [Int] {
        var names: [String: Set<String>] = [:]
        for event in expected {
            names[event.event.kindAndName, default: []].formUnion(event.event.parameters.map(\.name))
        }
        var places: [Int] = []
        for index in indices {
            guard let context = self[index].context, let known = names[self[index].event.kindAndName] else {
                continue
            }
            let parameters = self[index].event.parameters
            let found = context.filter { known.contains($0.name) && parameters[$0.name] == nil }
            if found.isEmpty { continue }
            self[index].event.parameters = parameters.merging(EventParameters(found))
            places.append(index)
        }
        return places
    }
}

extension Event {
    fileprivate var kindAndName: String { "\(kind.rawValue) \(name)" }
}
