import DemoModels
import SwiftUI

/// The screen with the list of points of interest.
struct PointsScreen: View {
    let model: PointListViewModel
    @Binding var destination: Destination

    @State private var points: [PointOfInterest] = []

    var body: some View {
        PageWithHeading("Points of interest", back: BackButton("Menu", id: "points-back") { destination = .menu }) {
            ForEach(points.indices, id: \.self) { index in
                Button {
                    open(index)
                } label: {
                    PointRow(point: points[index])
                }
                .buttonStyle(.bordered)
                .accessibilityIdentifier("point-\(points[index].id)")
            }
        }
        .onAppear {
            model.appear()
            // The model loads its points when it appears.
            points = model.points
        }
    }

    private func open(_ index: Int) {
        guard let details = model.tapPoint(at: index) else { return }
        destination = .details(details)
    }
}
