import Trackproof
import TrackproofTesting

@testable import LoginScreen

final class LoginViewModelTests: RecordingTestCase {
    private let viewModel = LoginViewModel(analytics: .recording())

    func testEachActionTracksItsEvent() {
        expectEvents(.loginScreenShown) { viewModel.appear() }
        expectEvents(.loginTapped) { viewModel.logIn() }
        expectEvents(.signUpTapped) { viewModel.signUp() }
    }

    func testAVisitTracksThreeEvents() {
        viewModel.appear()
        viewModel.logIn()
        viewModel.signUp()

        expectCount(3)
        expectCount(1, kind: .screen)
        expectCount(2, including: ["action": "tap"])
        expectTracked("login", kind: .screen)
        expectTracked("login", ["action": "tap"])
        expectTracked("sign_up", ["action": "tap"])
    }
}
