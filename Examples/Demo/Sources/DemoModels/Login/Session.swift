internal import Trackproof

/// The session of a person who uses the app.
///
/// It tracks plain events, which are a name with values, as a metric service takes them.
@MainActor
final class Session {
    private let analytics: Analytics

    init(analytics: Analytics) { self.analytics = analytics }

    func begin(_ account: Account) {
        analytics.track(Event("authorization", ["success": true]))
        analytics.identify(account.id, ["plan": account.plan, "member_since": account.memberSince])
    }

    func refuse() {
        analytics.track(Event("authorization", ["success": false]))
    }
}
