import DemoModels
import Testing
import Trackproof

@MainActor
@Suite struct ViewModelTests {
    private let app = DemoApp(loginService: LocalLoginService(latency: .zero))
    private let recorder = EventRecorder()

    init() { app.analytics.addProvider(recorder) }

    private func names() -> [String] { recorder.drain().map(\.event.displayName) }

    @Test func loginReportsEachState() async {
        var states: [LoginViewModel.State] = []
        let login = app.login
        login.onChange = { states.append(login.state) }
        await login.signIn(email: LocalLoginService.email, password: "letmein")
        #expect(states == [.signingIn, .failed(.wrongPassword)])
    }

    @Test func aCancelledLoginFailsWithItsReason() async {
        let app = DemoApp(loginService: LocalLoginService(latency: .seconds(3_600)))
        app.analytics.addProvider(recorder)
        let attempt = Task { await app.login.signIn(email: "", password: "") }
        _ = await recorder.waitForEvents(within: .seconds(60)) { $0.event.name == "login_started" }
        attempt.cancel()
        await attempt.value
        #expect(app.login.state == .failed(.cancelled))
        let reasons = recorder.events.compactMap { $0.event.parameters["reason"] }
        #expect(reasons == [.string("cancelled")])
    }

    @Test func aSecondAttemptDuringTheFirstIsIgnored() async {
        let gate = GatedLoginService()
        let app = DemoApp(loginService: gate)
        app.analytics.addProvider(recorder)
        let first = Task { await app.login.signIn(email: "", password: "") }
        await gate.waitUntilAsked()
        await app.login.signIn(email: "", password: "")
        await gate.open()
        await first.value
        #expect(names() == ["login_started", "login_failed", "authorization"])
    }

    @Test func signUpReportsEachStateAndTheReasonOfAFailure() async {
        let app = DemoApp(signUpService: SignUpService(latency: .zero))
        app.analytics.addProvider(recorder)
        var states: [SignUpViewModel.State] = []
        let signUp = app.signUp
        signUp.onChange = { states.append(signUp.state) }
        await signUp.signUp(name: "Matt", email: LocalLoginService.email, password: "long-enough")
        await signUp.signUp(name: "Karen", email: "karen@example.com", password: "short")
        #expect(states == [.signingUp, .failed(.emailTaken), .signingUp, .failed(.weakPassword)])
        let reasons = recorder.events.compactMap { $0.event.parameters["reason"] }
        #expect(reasons == [.string("email_taken"), .string("weak_password")])
    }

    @Test func signUpSignsIn() async throws {
        let app = DemoApp(signUpService: SignUpService(latency: .zero))
        app.analytics.addProvider(recorder)
        await app.signUp.signUp(name: "Karen", email: "karen@example.com", password: "12345678")
        guard case .signedUp(let account) = app.signUp.state else {
            Issue.record("\(app.signUp.state)")
            return
        }
        #expect(account.name == "Karen")
        #expect(names() == ["sign_up_started", "sign_up_succeeded", "authorization", "identify"])
    }

    @Test func eachAppearanceOfTheGridIsTrackedOnce() {
        app.movies.appear()
        app.movies.appear()
        app.movies.disappear()
        app.movies.appear()
        #expect(names() == ["movies", "movies"])
    }

    @Test func nothingIsBoughtWithoutASelection() {
        app.movies.tapMovie(at: 8)
        #expect(app.movies.buySelection() == nil)
        #expect(names() == [])
    }

    @Test func aFavouriteIsAddedOnce() throws {
        app.pointsOfInterest.appear()
        let details = try #require(app.pointsOfInterest.tapPoint(at: 0))
        details.addToFavourites()
        details.addToFavourites()
        #expect(details.isFavourite)
        #expect(app.favourites.points == [details.point])
        #expect(names() == ["open_screen", "point_tapped", "favourite_added"])
    }

    @Test func aPointThatIsNotShownHasNoDetails() {
        #expect(app.pointsOfInterest.tapPoint(at: 0) == nil)
        #expect(names() == [])
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
