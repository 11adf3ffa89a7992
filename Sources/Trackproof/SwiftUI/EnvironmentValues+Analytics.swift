#if canImport(SwiftUI)
    public import SwiftUI

    extension EnvironmentValues {
        /// The facade that views track through. By default it has no providers.
        ///
        /// ```swift
        /// WindowGroup {
        ///     MoviesView().environment(\.analytics, analytics)
        /// }
        /// ```
        ///
        /// A view reads it with `@Environment(\.analytics) private var analytics`. A preview does not set it, and a
        /// test sets it to `.recording()`.
        public var analytics: Analytics {
            get { self[AnalyticsKey.self] }
            set { self[AnalyticsKey.self] = newValue }
        }
    }

    private struct AnalyticsKey: EnvironmentKey {
        static let defaultValue = Analytics()
    }
#endif
