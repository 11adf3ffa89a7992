public import Trackproof
import TrackproofAssertions

extension Analytics {
    /// Returns a facade that sends its events to the recorder of the running test and to `providers`.
    ///
    /// ```swift
    /// let viewModel = LoginViewModel(analytics: .recording())
    /// ```
    ///
    /// If a test makes the facade, this test's recorder gets the events that any task, queue or thread tracks through
    /// the facade. A property of a suite or of a ``RecordingTestCase`` can make the facade too. XCTest makes the
    /// instances of all tests before it runs the first test. The recorder of an instance's test then also gets the events
    /// that the facade tracks before the test begins. If the facade is made elsewhere before the test, it looks for the
    /// running test when an event is tracked, as a ``/TrackproofAssertions/CurrentTestRecorder`` does.
    ///
    /// The facade reports a failure if no test has a recorder for an event, or if the event's test has ended.
    public static func recording(
        _ providers: any AnalyticsProvider...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Analytics {
        // With two providers that find the test's recorder, this recorder would get each event twice.
        if providers.contains(where: { $0 is CurrentTestRecorder }) { return Analytics(providers: providers) }
        let recorder = CurrentTestRecorder.ofTest(at: CallSite(fileID, filePath, line, column), in: function)
        return Analytics(providers: [recorder] + providers)
    }

    /// Adds the recorder of the running test to the providers of this facade, and returns the facade.
    ///
    /// Use this method for a facade that the app itself makes. If an earlier test has called this method on the same
    /// facade, the new recorder replaces the recorder of that test.
    ///
    /// ```swift
    /// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).addTestRecorder()
    /// ```
    @discardableResult
    public func addTestRecorder(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Analytics {
        // A shared facade may still have the recorder from an earlier call.
        removeProvider(CurrentTestRecorder.idOfTest)
        // The facade has a `CurrentTestRecorder`. With a second recorder, the test's recorder would get each event
        // twice.
        if FacadeOfTests.sharedRecorder(of: self) != nil { return self }
        addProvider(.ofTest(at: CallSite(fileID, filePath, line, column), in: function))
        return self
    }
}

extension Analytics {
    /// Returns the recorder that gives the events of this shared facade to the running test.
    ///
    /// If the facade has no such recorder, the method adds one. It replaces the recorder of a single test, because a
    /// test would otherwise get each event twice.
    func sharedRecorder(among tests: EventOwnership) -> CurrentTestRecorder? {
        if FacadeOfTests.sharedRecorder(of: self) == nil {
            removeProvider(CurrentTestRecorder.idOfTest)
            addProvider(CurrentTestRecorder(among: tests, isForHolders: true))
        }
        return FacadeOfTests.sharedRecorder(of: self)
    }
}

extension AnalyticsProvider {
    /// Returns a wrapper for this provider. The wrapper records the events that the provider receives.
    ///
    /// The recorder of the running test records these events with the source `provider:ID`, which contains the id of
    /// this provider.
    ///
    /// If the app puts this provider into other wrappers, call `recorded()` on the innermost provider. The recorded
    /// events then show the changes that the other wrappers make:
    ///
    /// ```swift
    /// let analytics = Analytics.recording(Suffixed(FirebaseProvider().recorded()))
    /// …
    /// expectDelivered(to: "firebase")
    /// ```
    public func recorded(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> RecordedProvider {
        recorded(in: .ofTest(at: CallSite(fileID, filePath, line, column), in: function))
    }
}

extension AnalyticsProvider where Self == CurrentTestRecorder {
    /// Returns the provider of a facade that the running test makes.
    fileprivate static func ofTest(at site: CallSite, in function: StaticString) -> CurrentTestRecorder {
        CurrentTestRecorder(ofTestAt: site, in: function) { TestFramework.current }
    }
}
