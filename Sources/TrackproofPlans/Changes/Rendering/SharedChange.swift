internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A change, and the events that have it. Events that include the same group of parameters often share changes.
struct SharedChange {
    /// The change in the first event.
    let change: PlanChange
    /// The names of the events. A change of the whole plan has an empty name.
    var events: [String]

    /// Returns the first three names, and the number of the other names: `purchase, tap, search, 498 more events`.
    ///
    /// - Parameter style: Returns a name in the style of the report.
    func names(_ style: (String) -> String) -> String {
        if events == [""] { return "the whole plan" }
        let names = events.prefix(3).map(style).joined(separator: ", ")
        return events.count > 3 ? names + ", " + (events.count - 3).counted("more event") : names
    }
}

extension PlanDifference {
    /// The changes without repetitions, each with all events that have it.
    var sharedChanges: [SharedChange] {
        var shared: [SharedChange] = []
        var indices: [PlanChange: Int] = [:]
        for change in changes {
            var key = change
            key.event = ""
            // If a named type changes, each event that uses the type has another place. So these places are not
            // compared.
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
