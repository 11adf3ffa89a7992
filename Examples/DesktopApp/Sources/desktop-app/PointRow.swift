import DemoModels
import GtkKit

/// The row of a point of interest in a list.
@MainActor
enum PointRow {
    static func make(_ point: PointOfInterest) -> Box {
        let title = Label(point.title)
        title.addStyles("subtitle")
        title.place(.start, .center)
        let note = Label(point.summary)
        note.addStyles("note")
        note.place(.start, .center)
        return Box(.column, spacing: 4, title, note)
    }
}

extension PointOfInterest {
    /// The text of the row: the category of the point and the distance to it, in kilometres.
    var summary: String { "\(category.rawValue), \(kilometres) km away" }
}
