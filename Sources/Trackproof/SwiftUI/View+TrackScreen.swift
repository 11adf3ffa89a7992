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
        /// The modifier tracks the screen once for each showing: when the view is first shown, and when the user comes
        /// back to it from a pushed view or another tab. The modifier does not track the screen again while the view
        /// stays. The view stays when it is laid out or drawn again, when SwiftUI reports twice that it appears, when a
        /// sheet over it is closed, and when the app comes back from the background.
        ///
        /// The modifier tracks the screen when SwiftUI reports that the view has appeared. Some versions of SwiftUI
        /// report this too early: for a tab that is not selected yet, or for a screen that is created while the app is
        /// in the background.
        ///
        /// If only the content of a view changes, SwiftUI still treats it as the same view. If the new content is
        /// another screen, give the view an identity of its own, such as `.id(movie.id)`. Put the modifier on a single
        /// view. A `Group` or a `ForEach` would apply the modifier to each of its views.
        ///
        /// - Parameters:
        ///   - name: The screen's name.
        ///   - parameters: The event's parameters, with the values that they have when the view appears.
        public func trackScreen(_ name: String, _ parameters: EventParameters = [:]) -> some View {
            modifier(ScreenTracking(name: name, parameters: parameters))
        }
    }

    private struct ScreenTracking: ViewModifier {
        let name: String
        let parameters: EventParameters

        @Environment(\.analytics) private var analytics
        // `ScreenShowing` is a class, so that a change of its state does not draw the view again.
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
