internal import DemoModels
internal import SwiftUI

/// A point of interest in a list.
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
    /// What it is and how far away.
    var summary: String { "\(category.rawValue), \(kilometres) km away" }
}
