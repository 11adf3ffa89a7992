public import Trackproof
internal import TrackproofAssertions

extension Analytics {
    /// Returns a facade that tracks into the recorder of the running test, and also to `providers`.
    ///
    /// ```swift
    /// let viewModel = LoginViewModel(analytics: .recording())
    /// ```
    ///
    /// If a test makes the facade, the facade tracks into the test's recorder from every task, queue and thread. If the
    /// facade is made before the test, for example in a property of an `XCTestCase`, it looks for the running test when
    /// an event is tracked. ``/TrackproofAssertions/CurrentTestRecorder`` does the same.
    ///
    /// The facade reports a failure if an event finds no recorder, or if the event's test has ended.
    public static func recording(
        _ providers: any AnalyticsProvider...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Analytics {
        // With both recorders, each event would count twice.
        if providers.contains(where: { $0 is CurrentTestRecorder }) { return Analytics(providers: providers) }
        return Analytics(providers: [FacadeRecorder(CallSite(fileID, filePath, line, column))] + providers)
    }

    /// Adds the recorder of the running test to the providers of this facade, and returns the facade.
    ///
    /// Use this method for a facade that the app itself makes. If the facade already has a recorder from this method,
    /// the new recorder replaces the old one.
    ///
    /// ```swift
    /// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).addTestRecorder()
    /// ```
    @discardableResult
    public func addTestRecorder(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Analytics {
        // A shared facade may have the recorder of an earlier test.
        removeProvider(FacadeRecorder.name)
        // With two recorders, each event would count twice.
        if recordsForEveryTest { return self }
        addProvider(FacadeRecorder(CallSite(fileID, filePath, line, column)))
        return self
    }
}

extension AnalyticsProvider {
    /// Returns a wrapper for this provider. The wrapper records the events that the provider receives.
    ///
    /// The recorder of the running test records these events with the source `provider:ID`.
    ///
    /// If the app puts the provider into other wrappers, call `recorded()` inside them. Then the recorded events show
    /// the changes that the other wrappers make:
    ///
    /// ```swift
    /// let analytics = Analytics.recording(Suffixed(FirebaseProvider().recorded()))
    /// …
    /// expectDelivered(to: "firebase")
    /// ```
    public func recorded(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> RecordedProvider {
        recorded(in: FacadeRecorder(CallSite(fileID, filePath, line, column)))
    }
}
