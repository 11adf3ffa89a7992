import Testing
import Trackproof
import TrackproofTesting

protocol AnalyticsService {
    func log(_ name: String, parameters: [String: Any])
    func setUser(_ user: String?)
}

extension Analytics: AnalyticsService {
    func log(_ name: String, parameters: [String: Any]) {
        track(name: name, dictionary: parameters)
    }

    func setUser(_ user: String?) {
        identify(user)
    }
}

@Suite(.recordingEvents) @MainActor struct KeepingAProtocolTests {
    @Test func theMockGoes() {
        let service: any AnalyticsService = Analytics.recording()
        service.setUser("user-42")
        service.log("cart_opened", parameters: ["items": 3, "total": 19.99])

        expectTracked(.identify("user-42"))
        expectTracked("cart_opened", ["items": 3, "total": 19.99])
    }
}
