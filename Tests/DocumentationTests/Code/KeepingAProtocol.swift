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

nonisolated final class AnalyticsMock: AnalyticsService, @unchecked Sendable {
    // Unchecked: only one test uses the mock, on one thread.
    private(set) var names: [String] = []

    nonisolated func log(_ name: String, parameters: [String: Any]) { names.append(name) }
    func setUser(_ user: String?) {}
}

@Suite(.recordingEvents(exhaustively: false)) @MainActor struct CartTests {
    @Test func openingTheCart() {
        let mock = AnalyticsMock()
        let service: any AnalyticsService = Analytics.recording(
            ClosureProvider("mock") { mock.log($0.name, parameters: $0.parameters.dictionary) })
        service.log("cart_opened", parameters: ["items": 3, "total": 19.99])
        #expect(mock.names == ["cart_opened"])
    }
}
