import Trackproof
import TrackproofPlans
import TrackproofVendors

extension EventValue {
    /// The products that an app sent with an event, from the column `items` of the export of Google Analytics 4.
    ///
    /// The export contains no list for an event without products, but an empty one. It contains each member of a
    /// product that Google knows. Further members are in the list `item_params`.
    ///
    /// - Returns: `nil` if there are no products, or if the value is not a list.
    var ga4Items: EventValue? {
        guard case .array(let items) = self, !items.isEmpty else { return nil }
        return .array(items.map { item in item.object.map { .object($0.ga4Item) } ?? item })
    }
}

extension EventParameters {
    fileprivate var ga4Item: EventParameters {
        var item = EventParameters()
        for member in self where member.name != "item_params" && !GA4Item.computed.contains(member.name) {
            if member.value == .null || member.value == .string(GA4Item.absent) { continue }
            item[GA4Item.names[member.name] ?? member.name] = member.value.numberAsText
        }
        guard case .array(let more)? = self["item_params"] else { return item }
        for case .object(let member) in more {
            guard let name = member["key"]?.string, item[name] == nil else { continue }
            item[name] = (member["value"] ?? .null).listed(true)
        }
        return item
    }
}
