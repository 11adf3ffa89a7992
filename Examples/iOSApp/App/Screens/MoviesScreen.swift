import DemoModels
import SwiftUI

/// The screen with the grid of posters. A person can tap a poster and then buy the movie.
struct MoviesScreen: View {
    let model: MoviesViewModel
    @Binding var destination: Destination

    @State private var status = "Choose a poster"
    @State private var canBuy = false

    var body: some View {
        PageWithHeading("Movies", back: BackButton("Menu", id: "movies-back") { destination = .menu }) {
            // A lazy grid creates only visible posters. The posters are small, so all of them are visible and a UI test
            // finds them.
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 12)], spacing: 12) {
                ForEach(model.movies.indices, id: \.self) { index in
                    Button {
                        tap(index)
                    } label: {
                        Poster(movie: model.movies[index], index: index)
                    }
                    .buttonStyle(.plain)
                    .accessibilityIdentifier("movie-\(model.movies[index].id)")
                }
            }
            Text(status).font(.headline).accessibilityIdentifier("movies-status")
            Button("Buy") { buySelection() }
                .buttonStyle(.borderedProminent)
                .disabled(!canBuy)
                .accessibilityIdentifier("movies-buy")
        }
        .onAppear { model.appear() }
        .onDisappear { model.disappear() }
    }

    private func tap(_ index: Int) {
        model.tapMovie(at: index)
        guard let movie = model.selection else { return }
        status = movie.title
        canBuy = true
    }

    private func buySelection() {
        guard let movie = model.selection, let order = model.buySelection() else { return }
        status = "\(movie.title) is yours for \(order.priceLabel) \(order.currency)"
        canBuy = false
    }
}

/// The poster of a movie: its title on a coloured background.
private struct Poster: View {
    let movie: Movie
    let index: Int

    var body: some View {
        Text(movie.title)
            .font(.headline)
            .foregroundStyle(.white)
            .padding(10)
            .frame(maxWidth: .infinity, minHeight: 120, maxHeight: 120, alignment: .bottomLeading)
            .background(Self.colours[index % Self.colours.count], in: RoundedRectangle(cornerRadius: 12))
    }

    /// The colours of the posters, in the order of the catalogue.
    private static let colours = [
        Color(red: 0.71, green: 0.40, blue: 0.11), Color(red: 0.08, green: 0.33, blue: 0.18),
        Color(red: 0.70, green: 0.23, blue: 0.28), Color(red: 0.17, green: 0.18, blue: 0.26),
        Color(red: 0.37, green: 0.38, blue: 0.81), Color(red: 0.04, green: 0.32, blue: 0.36),
        Color(red: 0.40, green: 0.03, blue: 0.03), Color(red: 0.62, green: 0.01, blue: 0.03),
    ]
}
