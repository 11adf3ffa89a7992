internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A change that is equal in several events, such as one of a shared group of parameters.
struct SharedChange {
    /// The change in the first event.
    let change: PlanChange
    /// The names of the events. A change of the whole plan has an empty name.
    var events: [String]

    /// The first names for a person: `purchase, tap, 498 more events`.
    ///
    /// - Parameter style: Returns a name in the style of the report.
    func names(_ style: (String) -> String) -> String {
        if events == [""] { return "the whole plan" }
        let names = events.prefix(3).map(style).joined(separator: ", ")
        return events.count > 3 ? names + ", " + (events.count - 3).counted("more event") : names
    }
}

extension PlanDifference {
    /// The changes, each once with all events that have it.
    var sharedChanges: [SharedChange] {
        var shared: [SharedChange] = []
        var indices: [PlanChange: Int] = [:]
        for change in changes {
            var key = change
            key.event = ""
            // A type that several events use changes each of them at a place of its own.
            if !key.path.isEmpty { (key.oldPlace, key.newPlace) = (nil, nil) }
            if let index = indices[key] {
                shared[index].events.append(change.event)
            } else {
                indices[key] = shared.count
                shared.append(SharedChange(change: change, events: [change.event]))
            }
        }
        return shared
    }
}
