#if canImport(SwiftUI)
    public import SwiftUI

    extension EnvironmentValues {
        /// The facade that views track through; one without providers where none is given.
        ///
        /// ```swift
        /// WindowGroup {
        ///     MoviesView().environment(\.analytics, analytics)
        /// }
        /// ```
        ///
        /// A view takes it with `@Environment(\.analytics) private var analytics`, a preview gives none, and a test
        /// gives `.recording()`.
        public var analytics: Analytics {
            get { self[AnalyticsKey.self] }
            set { self[AnalyticsKey.self] = newValue }
        }
    }

    private struct AnalyticsKey: EnvironmentKey {
        static let defaultValue = Analytics()
    }
#endif
