import Trackproof
import TrackproofTesting

@testable import Authorization

@MainActor
final class LoginTests: AppTestCase {
    private struct WrongPassword: Error {}

    func testASuccessIsTracked() async {
        let viewModel = LoginViewModel(analytics: .recording()) { _ in }
        viewModel.appear()
        expectTracked("open_login_screen")
        await viewModel.logIn(password: "secret")
        expectTracked("authorization", ["success": true])
    }

    func testAFailureIsTracked() async {
        let viewModel = LoginViewModel(analytics: .recording()) { _ in throw WrongPassword() }
        await viewModel.logIn(password: "guess")
        expectTracked("authorization", ["success": false])
    }
}
