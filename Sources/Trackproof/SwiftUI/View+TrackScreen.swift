#if canImport(SwiftUI)
    public import SwiftUI

    extension View {
        /// Tracks a screen each time this view is shown, through the facade of the environment.
        ///
        /// ```swift
        /// struct MoviesView: View {
        ///     let movies: [Movie]
        ///
        ///     var body: some View {
        ///         List(movies) { MovieRow(movie: $0) }
        ///             .trackScreen("movies", ["layout": "list", "count": movies.count])
        ///     }
        /// }
        /// ```
        ///
        /// Each showing is tracked once: when the view is first shown, and again when the person comes back to it from
        /// a pushed view or another tab. While the view stays, it is not tracked again. It stays when it is laid out or
        /// drawn again, when SwiftUI reports twice that it appears, when a sheet over it is closed, and when the app
        /// comes back from the background.
        ///
        /// The modifier knows only what SwiftUI reports. When SwiftUI reports that a view has appeared, the modifier
        /// tracks it. Some versions report this for a tab that is not selected yet, or for a screen that is created
        /// while the app is in the background.
        ///
        /// If a view gets other content in the same place, SwiftUI considers it the same view. If that content is
        /// another screen, give the view an `.id(movie.id)`. Put the modifier on one view, outside any `Group` or
        /// `ForEach`, because these apply it to each of their views.
        ///
        /// - Parameters:
        ///   - name: The screen's name.
        ///   - parameters: The event's parameters, as they are when the view appears.
        public func trackScreen(_ name: String, _ parameters: EventParameters = [:]) -> some View {
            modifier(ScreenTracking(name: name, parameters: parameters))
        }
    }

    private struct ScreenTracking: ViewModifier {
        let name: String
        let parameters: EventParameters

        @Environment(\.analytics) private var analytics
        // In a class, so that a change does not draw the view again.
        @State private var showing = ScreenShowing()

        func body(content: Content) -> some View {
            content
                .onAppear {
                    if showing.appear() { analytics.screen(name, parameters) }
                }
                .onDisappear { showing.disappear() }
        }
    }
#endif
