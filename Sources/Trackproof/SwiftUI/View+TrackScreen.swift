#if canImport(SwiftUI)
    public import SwiftUI

    extension View {
        /// Tracks a screen each time this view comes to the screen, through the facade of the environment.
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
        /// Once for each showing: when the view is first shown, and again when the person comes back to it from a
        /// pushed view or another tab, since they see it again. Not again while it stays: where it is laid out or
        /// drawn anew, where SwiftUI says twice that it appears, where a sheet over it is closed, or where the app
        /// comes back from the background.
        ///
        /// What SwiftUI does not tell, the modifier cannot: a view that SwiftUI says has appeared is tracked, though
        /// some versions say so of a tab that is not selected yet, or of a screen made while the app is in the
        /// background. A view that gets other content at the same place stays, to SwiftUI: give it an
        /// `.id(movie.id)` where that is another screen. Put the modifier on one view, outside of any `Group` or
        /// `ForEach`, which hand it to each of their views.
        ///
        /// - Parameters:
        ///   - name: the screen's name.
        ///   - parameters: the event's parameters, as they are when the view appears.
        public func trackScreen(_ name: String, _ parameters: EventParameters = [:]) -> some View {
            modifier(ScreenTracking(name: name, parameters: parameters))
        }
    }

    private struct ScreenTracking: ViewModifier {
        let name: String
        let parameters: EventParameters

        @Environment(\.analytics) private var analytics
        // In a class, so that a change of it draws nothing anew.
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
