public import Trackproof

/// The model of a sheet that offers a subscription.
///
/// This class is in a dynamic framework, as code often is that several apps share.
public final class OfferModel: Sendable {
    private let analytics: Analytics

    /// Creates the model.
    public init(analytics: Analytics) { self.analytics = analytics }

    /// Tracks that the sheet is shown.
    public func appear(price: Double) {
        analytics.screen("offer", ["price": price])
    }

    /// Tracks that the person has accepted the offer.
    public func accept() {
        analytics.track(name: "offer_accepted")
    }
}
