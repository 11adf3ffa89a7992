public import Trackproof

extension Analytics {
    /// A facade that tracks into the recorder of the running test, and to `providers` besides.
    ///
    /// ```swift
    /// let viewModel = LoginViewModel(analytics: .recording())
    /// ```
    ///
    /// Made inside a test, it reaches the test's recorder from every task, queue and thread. Made before (in a property
    /// of an XCTestCase, in a global), it looks for the running test at each event, as ``CurrentTestRecorder`` does.
    ///
    /// - Parameter providers: providers that take part, such as the app's real ones. What each is given is recorded
    ///   under `provider:ID`; see `expectDelivered(to:)`.
    public static func recording(_ providers: any AnalyticsProvider...) -> Analytics {
        let recorder: any EventRecording = TestRecorder.current ?? CurrentTestRecorder()
        let wrapped: [any AnalyticsProvider] = providers.map { RecordedProvider($0, in: recorder) }
        return Analytics(providers: [recorder] + wrapped)
    }
}
