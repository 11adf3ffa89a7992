#if canImport(SwiftUI)
    public import SwiftUI

    extension EnvironmentValues {
        /// The facade through which views track events. The default facade has no providers.
        ///
        /// ```swift
        /// WindowGroup {
        ///     MoviesView().environment(\.analytics, analytics)
        /// }
        /// ```
        ///
        /// A view reads the facade with `@Environment(\.analytics) private var analytics`. A preview can use the
        /// default facade. A test sets the value to `.recording()`.
        public var analytics: Analytics {
            get { self[AnalyticsKey.self] }
            set { self[AnalyticsKey.self] = newValue }
        }
    }

    private struct AnalyticsKey: EnvironmentKey {
        static let defaultValue = Analytics()
    }

    extension View {
        /// Tracks a screen each time this view is shown, through the facade in ``EnvironmentValues/analytics``.
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
        /// The modifier tracks the screen when the view is first shown, and when the user comes back to the view from a
        /// pushed view or another tab. The modifier does not track the screen again if SwiftUI lays out or draws the
        /// view again or reports twice that the view appears, if the user closes a sheet over the view, or if the app
        /// comes back from the background.
        ///
        /// The modifier tracks the screen when SwiftUI reports that the view has appeared. Some versions of SwiftUI
        /// make this report too early: for a tab that is not selected yet, or for a screen that is created while the
        /// app is in the background.
        ///
        /// If only the content of a view changes, SwiftUI still treats the view as the same view, and the modifier
        /// tracks nothing. If the new content is another screen, give the view an identity, such as `.id(movie.id)`.
        /// Put the modifier on a single view. A `Group` or a `ForEach` would apply the modifier to each of its views.
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
        // `ScreenShowing` is a class, so that SwiftUI does not draw the view again when `isShown` changes.
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

/// The state of a view with ``View/trackScreen(_:_:)``: whether the view is shown now.
///
/// While a view is shown, SwiftUI may report several times that the view appears, for example when SwiftUI first lays
/// out a tab. Only the first report after a disappearance makes Trackproof track the screen. This class does not count
/// appearances. If SwiftUI reported fewer disappearances than appearances, a count would never return to zero, and
/// Trackproof would not track the screen again.
@MainActor
final class ScreenShowing {
    private var isShown = false

    nonisolated init() {}

    /// Handles SwiftUI's report that the view appears.
    ///
    /// - Returns: `true` if the view was not shown before, so that the screen must be tracked.
    func appear() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    /// Handles SwiftUI's report that the view disappears.
    func disappear() {
        isShown = false
    }
}
