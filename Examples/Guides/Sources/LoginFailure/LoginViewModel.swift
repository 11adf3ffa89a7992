import Trackproof

protocol LoginService: Sendable {
    func logIn(username: String, password: String) async throws(LoginFailureReason)
}

@MainActor
final class LoginViewModel {
    private let service: any LoginService
    private let analytics: Analytics

    init(service: any LoginService, analytics: Analytics) {
        self.service = service
        self.analytics = analytics
    }

    func appear() {
        analytics.log(.loginScreenViewed)
    }

    func logIn(username: String, password: String) {
        analytics.log(.loginAttempted)
        Task {
            do throws(LoginFailureReason) {
                try await service.logIn(username: username, password: password)
                analytics.log(.loginSucceeded)
            } catch {
                analytics.log(.loginFailed(reason: error))
            }
        }
    }
}
