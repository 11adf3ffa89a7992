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
#endif
