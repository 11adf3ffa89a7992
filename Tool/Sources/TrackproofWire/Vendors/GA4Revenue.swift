import Trackproof

extension GA4Validation {
    /// Returns why Google Analytics computes no revenue from an event with these parameters.
    ///
    /// Sources: support.google.com/analytics/answer/13800978, and `currency` of `purchase` in the reference of events.
    static func losses(
        ofRevenue parameters: EventParameters, _ name: String?
    ) -> [(code: Code, reason: String)] {
        let items = parameters["items"]?.array?.compactMap(\.object) ?? []
        var losses: [(Code, String)] = []
        let currencies = ([parameters] + items).compactMap { $0["currency"] }
        if currencies.contains(where: { ($0.string ?? "").wholeMatch(of: #/[A-Za-z]{3}/#) == nil }) {
            losses.append((.valueInvalid, "a currency is not a code of 3 letters"))
        }
        let hasCurrency = parameters["currency"] != nil || items.first?["currency"] != nil
        guard hasCurrency || !items.isEmpty || name == "purchase" || name == "refund" else { return losses }
        if parameters["value"]?.string != nil { losses.append((.valueInvalid, "the value is a text")) }
        if parameters["value"] != nil, !hasCurrency { losses.append((.valueRequired, "the value has no currency")) }
        if items.contains(where: { $0["price"]?.string != nil }) {
            losses.append((.valueInvalid, "the price of an item is a text"))
        }
        return losses
    }
}
