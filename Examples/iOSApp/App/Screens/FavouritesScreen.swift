import DemoModels
import SwiftUI

/// The screen with the points of interest that the person likes.
struct FavouritesScreen: View {
    let model: FavouritesViewModel
    @Binding var destination: Destination

    var body: some View {
        PageWithHeading(
            "Favourites", back: BackButton("Points of interest", id: "favourites-back") { destination = .points }
        ) {
            Text(status).foregroundStyle(.secondary).accessibilityIdentifier("favourites-status")
            ForEach(model.points, id: \.id) { point in
                PointRow(point: point)
                    .accessibilityElement(children: .combine)
                    .accessibilityIdentifier("favourite-\(point.id)")
            }
        }
        .onAppear { model.appear() }
    }

    private var status: String {
        let count = model.points.count
        return count == 0 ? "None yet" : count == 1 ? "1 favourite" : "\(count) favourites"
    }
}
