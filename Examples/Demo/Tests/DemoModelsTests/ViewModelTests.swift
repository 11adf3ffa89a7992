import DemoModels
import Testing
import Trackproof
import TrackproofTesting

// Each event has the parameter `session_id`, whose value differs in each run.
@MainActor
@Suite(.recordingEvents(ignoring: ["session_id"])) struct ViewModelTests {
    private let app = DemoApp(
        loginService: LocalLoginService(latency: .zero), signUpService: SignUpService(latency: .zero))

    init() { app.analytics.addTestRecorder() }

    @Test func loginReportsEachState() async {
        var states: [LoginViewModel.State] = []
        let login = app.login
        login.onChange = { states.append(login.state) }
        await expectEvents(
            .event("login_started", ["method": "email", "attempt": 1]),
            .event("login_failed", ["reason": "wrong_password", "attempt": 1]),
            .event("authorization", ["success": false])
        ) {
            await login.signIn(email: LocalLoginService.email, password: "letmein")
        }
        #expect(states == [.signingIn, .failed(.wrongPassword)])
    }

    @Test func aCancelledLoginFailsWithItsReason() async {
        let app = DemoApp(loginService: LocalLoginService(latency: .seconds(3_600)))
        app.analytics.addTestRecorder()
        let attempt = Task { await app.login.signIn(email: "", password: "") }
        await expectTracked("login_started", ["method": "email", "attempt": 1], within: .seconds(60))
        attempt.cancel()
        await attempt.value
        #expect(app.login.state == .failed(.cancelled))
        expectTracked("login_failed", ["reason": "cancelled", "attempt": 1])
        expectTracked("authorization", ["success": false])
    }

    @Test func aSecondAttemptDuringTheFirstIsIgnored() async {
        let gate = GatedLoginService()
        let app = DemoApp(loginService: gate)
        app.analytics.addTestRecorder()
        await expectEvents(
            .event("login_started", ["method": "email", "attempt": 1]),
            .event("login_failed", ["reason": "wrong_password", "attempt": 1]),
            .event("authorization", ["success": false])
        ) {
            let first = Task { await app.login.signIn(email: "", password: "") }
            await gate.waitUntilAsked()
            await app.login.signIn(email: "", password: "")
            await gate.open()
            await first.value
        }
    }

    @Test func signUpReportsEachStateAndTheReasonOfAFailure() async {
        var states: [SignUpViewModel.State] = []
        let signUp = app.signUp
        signUp.onChange = { states.append(signUp.state) }
        await expectEvents(
            .event("sign_up_started", ["method": "email"]), .event("sign_up_failed", ["reason": "email_taken"]),
            .event("sign_up_started", ["method": "email"]), .event("sign_up_failed", ["reason": "weak_password"])
        ) {
            await signUp.signUp(name: "Matt", email: LocalLoginService.email, password: "long-enough")
            await signUp.signUp(name: "Karen", email: "karen@example.com", password: "short")
        }
        #expect(states == [.signingUp, .failed(.emailTaken), .signingUp, .failed(.weakPassword)])
    }

    @Test func signUpSignsIn() async throws {
        await expectEvents(
            .event("sign_up_started", ["method": "email"]), .event("sign_up_succeeded", ["method": "email"]),
            .event("authorization", ["success": true]),
            .identify("user-43", ["plan": "free", "member_since": "2025-06-01T00:00:00.000Z"])
        ) {
            await app.signUp.signUp(name: "Karen", email: "karen@example.com", password: "12345678")
        }
        guard case .signedUp(let account) = app.signUp.state else {
            Issue.record("\(app.signUp.state)")
            return
        }
        #expect(account.name == "Karen")
    }

    @Test func eachAppearanceOfTheGridIsTrackedOnce() {
        app.movies.appear()
        app.movies.appear()
        app.movies.disappear()
        app.movies.appear()
        expectTracked("movies", ["layout": "grid", "count": 8], kind: .screen, times: 2)
    }

    @Test func nothingIsBoughtWithoutASelection() {
        expectEvents {
            app.movies.tapMovie(at: 8)
            #expect(app.movies.buySelection() == nil)
        }
    }

    @Test func aFavouriteIsAddedOnce() throws {
        app.pointsOfInterest.appear()
        expectTracked("open_screen", ["name": "poiList"])
        let details = try #require(app.pointsOfInterest.tapPoint(at: 0))
        expectTracked("point_tapped", ["point_id": 301, "category": "museum", "kilometres": 0.4])
        details.addToFavourites()
        details.addToFavourites()
        #expect(details.isFavourite)
        #expect(app.favourites.points == [details.point])
        expectTracked("favourite_added", ["point_id": 301, "total": 1])
    }

    @Test func aPointThatIsNotShownHasNoDetails() {
        expectEvents { #expect(app.pointsOfInterest.tapPoint(at: 0) == nil) }
    }
}

/// A login service that answers the first sign-in only after a call of `open()`, and refuses every sign-in.
private actor GatedLoginService: LoginService {
    private var wasAsked = false
    private var pending: CheckedContinuation<Void, Never>?
    private var asked: CheckedContinuation<Void, Never>?

    func signIn(email: String, password: String) async throws(LoginFailure) -> Account {
        if wasAsked { throw .wrongPassword }
        wasAsked = true
        await withCheckedContinuation { continuation in
            pending = continuation
            asked?.resume()
            asked = nil
        }
        throw .wrongPassword
    }

    func waitUntilAsked() async {
        if wasAsked { return }
        await withCheckedContinuation { asked = $0 }
    }

    func open() {
        pending?.resume()
        pending = nil
    }
}
