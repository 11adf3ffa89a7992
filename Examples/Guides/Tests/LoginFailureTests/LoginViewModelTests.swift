import Testing
import Trackproof
import TrackproofTesting

@testable import LoginFailure

@Suite(.recordingEvents) @MainActor
struct LoginViewModelTests {
    private let viewModel = LoginViewModel(service: OneAccount(), analytics: .recording())

    @Test func aWrongPasswordIsTrackedWithItsReason() async {
        viewModel.logIn(username: "john", password: "wrong")
        expectTracked(LoginEvent.loginAttempted)
        await expectTracked("loginFailed", ["reason": "invalidPassword"], within: .seconds(1))
    }

    @Test func aLoginIsTrackedFromAttemptToSuccess() async {
        await expectEvents(LoginEvent.loginAttempted, LoginEvent.loginSucceeded, within: .seconds(1)) {
            viewModel.logIn(username: "john", password: "right")
        }
    }

    @Test func theScreenIsTracked() {
        viewModel.appear()
        expectTracked("loginScreenViewed")
    }
}

private struct OneAccount: LoginService {
    func logIn(username: String, password: String) async throws(LoginFailureReason) {
        guard username == "john" else { throw .unknownUsername }
        guard password == "right" else { throw .invalidPassword }
    }
}
