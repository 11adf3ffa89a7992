/// A movie or series with a poster.
public struct Movie: Sendable, Equatable {
    /// The id of the movie in the catalogue.
    public let id: Int
    /// The title under the poster.
    public let title: String
    /// The id and the title in lowercase, with hyphens, as in a web address.
    public let slug: String
}

extension Movie {
    /// The movies that the grid shows.
    public static let catalogue = [
        Movie(id: 60059, title: "Saul", slug: "60059-saul"),
        Movie(id: 1396, title: "Chemistry", slug: "1396-chemistry"),
        Movie(id: 63174, title: "Morningstar", slug: "63174-morningstar"),
        Movie(id: 1399, title: "Thrones", slug: "1399-thrones"),
        Movie(id: 66732, title: "Upside Down", slug: "66732-upside-down"),
        Movie(id: 48866, title: "The Hundred", slug: "48866-the-hundred"),
        Movie(id: 67563, title: "Daredevil", slug: "67563-daredevil"),
        Movie(id: 60735, title: "Lightning", slug: "60735-lightning"),
    ]
}
