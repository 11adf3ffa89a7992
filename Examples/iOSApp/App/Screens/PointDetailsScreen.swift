import DemoModels
import SwiftUI

/// The screen with the details of a point of interest, which a person can add to the favourites.
struct PointDetailsScreen: View {
    let model: PointDetailsViewModel
    @Binding var destination: Destination

    @State private var isFavourite = false

    var body: some View {
        PageWithHeading(
            "Details", back: BackButton("Points of interest", id: "details-back") { destination = .points }
        ) {
            Text(model.point.title).font(.title).accessibilityIdentifier("details-title")
            Text(model.point.summary).foregroundStyle(.secondary).accessibilityIdentifier("details-summary")
            Text(isFavourite ? "One of your favourites" : "Not among your favourites")
                .foregroundStyle(.secondary)
                .accessibilityIdentifier("details-status")
            Button("Add to favourites") { addToFavourites() }
                .buttonStyle(.borderedProminent)
                .disabled(isFavourite)
                .accessibilityIdentifier("details-favourite")
            Button("Show favourites") { destination = .favourites }
                .accessibilityIdentifier("details-favourites")
        }
        .onAppear {
            isFavourite = model.isFavourite
            model.appear()
        }
    }

    private func addToFavourites() {
        model.addToFavourites()
        isFavourite = model.isFavourite
    }
}
