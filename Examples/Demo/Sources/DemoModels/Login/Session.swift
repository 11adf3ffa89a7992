import Trackproof

/// The session of a person who uses the app. It tracks sign-ins and failed sign-ins.
///
/// This class shows how an app tracks events without declaring a type for each: as an `Event` with a name and
/// parameters.
@MainActor
final class Session {
    private let analytics: Analytics

    init(analytics: Analytics) { self.analytics = analytics }

    /// Tracks that the person signed in, and identifies the person.
    func begin(_ account: Account) {
        analytics.track(Event("authorization", ["success": true]))
        analytics.identify(account.id, ["plan": account.plan, "member_since": account.memberSince])
    }

    /// Tracks that a sign-in failed.
    func refuse() {
        analytics.track(Event("authorization", ["success": false]))
    }
}
