public import Trackproof
internal import TrackproofAssertions

extension Analytics {
    /// A facade that tracks into the recorder of the running test, and to `providers` besides.
    ///
    /// ```swift
    /// let viewModel = LoginViewModel(analytics: .recording())
    /// ```
    ///
    /// Made inside a test, it reaches the test's recorder from every task, queue and thread. Made before, as in a property
    /// of an XCTestCase, it looks for the running test at each event, as ``/TrackproofAssertions/CurrentTestRecorder`` does.
    ///
    /// An event that finds no recorder, or whose test has ended, fails.
    public static func recording(
        _ providers: any AnalyticsProvider...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Analytics {
        // With both, each event would count twice.
        if providers.contains(where: { $0 is CurrentTestRecorder }) { return Analytics(providers: providers) }
        return Analytics(providers: [FacadeRecorder(CallSite(fileID, filePath, line, column))] + providers)
    }

    /// This facade, with the recorder of the running test as one more of its providers: for the facade that the app
    /// itself makes. If it has one already, the new one replaces it.
    ///
    /// ```swift
    /// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).recorded()
    /// ```
    @discardableResult
    public func recorded(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Analytics {
        // A shared facade may have one of an earlier test.
        removeProvider(FacadeRecorder.name)
        // Each event would count twice.
        if leadsToAllTests { return self }
        addProvider(FacadeRecorder(CallSite(fileID, filePath, line, column)))
        return self
    }
}

extension AnalyticsProvider {
    /// This provider, with a recording around it in the recorder of the running test: what it is given is recorded under
    /// `provider:ID`.
    ///
    /// It belongs inside of whatever the app wraps around the provider, so that it sees what the wrappers do:
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
