package import Trackproof

/// The tracking plan with which Trackproof compares the events of a test.
///
/// An event that violates the plan fails the test in which the event was tracked, whether or not an assertion has
/// checked the event. The module `TrackproofPlanTesting` reads plans from files:
///
/// ```swift
/// import TrackproofPlanTesting
/// import TrackproofTesting
///
/// @Suite(.recordingEvents(plan: .file("Tracking/plan.json"))) struct LoginTests { … }
/// ```
public struct TestTrackingPlan: Sendable {
    /// Returns the violations of the plan by an event.
    package typealias Check = @Sendable (RecordedEvent) -> [PlanViolation]

    /// Reads the plan. Throws an error with the reason if the plan cannot be used.
    let check: @Sendable () throws -> Check

    /// Creates a plan.
    ///
    /// - Parameter check: Reads the plan at the start of each test that uses it.
    package init(check: @escaping @Sendable () throws -> Check) {
        self.check = check
    }
}

/// A violation of a tracking plan by one event.
package struct PlanViolation: Sendable {
    /// What the plan expects, and what the event has.
    let text: String
    /// The part of the plan, such as its owner and its place in the plan's file. Can be empty.
    let details: [String]
    /// Whether the plan does not contain the event.
    let isUnplanned: Bool
    /// The most similar name or value of the plan, or `nil` if nothing is similar.
    let nearest: String?

    package init(_ text: String, details: [String], isUnplanned: Bool, nearest: String?) {
        self.text = text
        self.details = details
        self.isUnplanned = isUnplanned
        self.nearest = nearest
    }
}
