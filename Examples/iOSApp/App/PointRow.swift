import DemoModels
import SwiftUI

/// The row of a point of interest in a list.
struct PointRow: View {
    let point: PointOfInterest

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(point.title).font(.headline)
            Text(point.summary).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

extension PointOfInterest {
    /// The text of the row: the category of the point and the distance to it, in kilometres.
    var summary: String { "\(category.rawValue), \(kilometres) km away" }
}
