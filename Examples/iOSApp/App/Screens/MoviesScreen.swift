internal import DemoModels
internal import SwiftUI

/// The grid of posters; the one that was tapped can be bought.
struct MoviesScreen: View {
    let model: MoviesViewModel
    @Binding var destination: Destination

    @State private var status = "Choose a poster"
    @State private var canBuy = false

    var body: some View {
        PageWithHeading("Movies", back: BackButton("Menu", id: "movies-back") { destination = .menu }) {
            // Small enough for all of them to be on a phone's screen: a lazy grid makes no others.
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

/// A poster is its title on a colour.
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

    /// In the catalogue's order.
    private static let colours = [
        Color(red: 0.71, green: 0.40, blue: 0.11), Color(red: 0.08, green: 0.33, blue: 0.18),
        Color(red: 0.70, green: 0.23, blue: 0.28), Color(red: 0.17, green: 0.18, blue: 0.26),
        Color(red: 0.37, green: 0.38, blue: 0.81), Color(red: 0.04, green: 0.32, blue: 0.36),
        Color(red: 0.40, green: 0.03, blue: 0.03), Color(red: 0.62, green: 0.01, blue: 0.03),
    ]
}
