import Trackproof
import TrackproofSnapshots
import TrackproofText

/// A change that one or more events have. Events that include the same group of parameters often have equal changes.
package struct SharedChange {
    /// The change of the first event in `events`.
    package let change: PlanChange
    /// The names of the events. For a change of the plan itself, the only name is an empty text.
    var events: [String]

    /// Returns the first three names and the number of further events: `purchase, tap, search, 498 more events`.
    ///
    /// - Parameter style: A function that formats a name for the report.
    package func names(_ style: (String) -> String) -> String {
        if events == [""] { return "the whole plan" }
        let names = events.prefix(3).map(style).joined(separator: ", ")
        return events.count > 3 ? names + ", " + (events.count - 3).counted("more event") : names
    }
}

extension PlanDifference {
    /// The changes, each only once, with the names of all events that have the change.
    package var sharedChanges: [SharedChange] {
        var shared: [SharedChange] = []
        var indices: [PlanChange: Int] = [:]
        for change in changes {
            var key = change
            key.event = ""
            // If a named type changes, each event that uses the type has the same change but lists a different file
            // position for it. Without this, each of these events would get its own line in the report.
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
