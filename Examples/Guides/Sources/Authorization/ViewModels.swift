import Trackproof

@MainActor
final class LoginViewModel {
    private let authorize: (_ password: String) async throws -> Void
    private let analytics: Analytics

    init(analytics: Analytics, authorize: @escaping (_ password: String) async throws -> Void) {
        self.analytics = analytics
        self.authorize = authorize
    }

    func appear() {
        analytics.track(.openLogin)
    }

    func logIn(password: String) async {
        do {
            try await authorize(password)
            analytics.track(.authorization(success: true))
        } catch {
            analytics.track(.authorization(success: false))
        }
    }
}

@MainActor
final class MenuViewModel {
    private let analytics: Analytics

    init(analytics: Analytics) {
        self.analytics = analytics
    }

    func appear() {
        analytics.track(.openMenu)
    }

    func select(_ item: MenuItem) {
        analytics.track(.menuItemSelected(item))
    }
}
