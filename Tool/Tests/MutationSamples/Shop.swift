import Trackproof

struct Shop {
    let analytics: Analytics

    func buy() { analytics.track(name: "purchase", ["price": 19.99, "method": "card"]) }
}
