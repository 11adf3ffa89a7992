import Foundation
import Testing
import Trackproof
import TrackproofPlatform
import TrackproofTesting

enum PaymentMethod: String, Codable, EventValueConvertible {
    case card, applePay = "apple_pay"
}

extension Event {
    static func paid(by method: PaymentMethod, coupon: String?) -> Event {
        Event("paid", ["method": method, "coupon": coupon, "tags": ["shop", "cart"]])
    }
}

struct OrderPlaced: AnalyticsEvent {
    var orderID: UUID
    var price: Double
    var method: PaymentMethod
    var coupon: String?
}

enum LoginEvent: AnalyticsEvent {
    case loginStarted
    case loginSucceeded
    case loginFailed(reason: String)
}

struct ScreenShown: AnalyticsEvent {
    static let eventName = "screen_shown"
    var eventKind: EventKind { .screen }
    var screen: String
}

/// A stand-in for a vendor's SDK.
nonisolated enum VendorSDK {
    @TaskLocal static var log: @Sendable (String, [String: Any]) -> Void = { _, _ in }
}

let vendor = ClosureProvider("vendor") { event in
    VendorSDK.log(event.name, event.parameters.dictionary)
}

@Suite(.recordingEvents(exhaustively: false)) @MainActor struct ModellingEventsTests {
    let analytics = Analytics.recording()

    @Test func factories() {
        analytics.track(.paid(by: .applePay, coupon: nil))
        expectTracked("paid", ["method": .equal(PaymentMethod.applePay), "tags": ["shop", "cart"]])
    }

    @Test func structsAndEnums() {
        let orderID = UUID()
        analytics.track(OrderPlaced(orderID: orderID, price: 19.99, method: .card))
        analytics.track(LoginEvent.loginFailed(reason: "wrong_password"))

        expectTracked("order_placed", ["order_id": orderID, "price": 19.99, "method": "card"])
        expectTracked(LoginEvent.loginFailed(reason: "wrong_password"))
    }

    @Test func facade() {
        analytics.setDefaultParameters(["app_version": "4.2"])
        analytics.addFilter { $0.name != "heartbeat" }
        analytics.addTransformation { event in
            var event = event
            event.parameters["email"] = nil
            event.parameters["debug"] = .bool(true)
            return event
        }
        analytics.track(name: "heartbeat")
        analytics.track(name: "signed_up", ["email": "a@example.com"])
        expectTracked("signed_up", ["app_version": "4.2", "debug": true])
        expectNothingElse()
    }

    @Test func perProvider() {
        let event = Event("order_placed", ["price": 19.99])
            .named("purchase", for: "firebase")
            .skipping("vendor")
        analytics.track(event)
        expectTracked("order_placed", ["price": 19.99])
        #expect(event.delivery.name("order_placed", for: "firebase") == "purchase")
        #expect(event.delivery.name("order_placed", for: "vendor") == nil)
    }

    @Test func providers() {
        let seen = Lock<[String]>([])
        VendorSDK.$log.withValue({ name, _ in seen.withLock { $0.append(name) } }) {
            let analytics = Analytics.recording(vendor.recorded())
            analytics.track(name: "menu_opened")
        }
        #expect(seen.withLock { $0 } == ["menu_opened"])
        expectTracked("menu_opened")
        expectDelivered(to: "vendor")
    }

    @Test func queued() {
        let analytics = Analytics(providers: [vendor.queued(), ConsoleProvider()])
        analytics.flush()
    }
}
