/// What a test declares about all of its events.
package struct RecordingRules: Sendable {
    /// The tracking plan of the test; `nil` if the test has no plan.
    package var plan: TestTrackingPlan?
    /// The names of parameters that assertions of the test ignore, such as `session_*`.
    package var ignored: [String]
    /// What providers should receive at the end of the test.
    package var deliveries: [ExpectedDelivery]
    /// Whether the app may pass values that SDKs refuse, because Trackproof converts them in the app too.
    package var allowsConversion: Bool

    package init(
        plan: TestTrackingPlan? = nil, ignored: [String] = [], deliveries: [ExpectedDelivery] = [],
        allowsConversion: Bool = false
    ) {
        self.plan = plan
        self.ignored = ignored
        self.deliveries = deliveries
        self.allowsConversion = allowsConversion
    }
}
