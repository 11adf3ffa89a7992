import Foundation
import Trackproof

/// A mistake in the code under test. The mutations that begin with `control` change the code without a mistake.
enum Mutation: String, CaseIterable, Sendable {
    case none = "control: nothing"
    case parameterOrder = "control: parameters in another order"
    case otherID = "control: another id and time"

    case callDeleted = "a call deleted"
    case allDeleted = "all calls deleted"
    case firesTwice = "fires twice"
    case spurious = "a spurious event"
    case renamed = "renamed"
    case nameCasing = "the name's casing changed"
    case kindChanged = "the kind changed"
    case swapped = "the order swapped"

    case parameterRenamed = "a parameter renamed"
    case parameterCasing = "a parameter's casing changed"
    case numberToString = "a number became a string"
    case stringToNumber = "a string became a number"
    case integerToNumber = "an integer became a number"
    case valueChanged = "a value changed"
    case idMalformed = "an id malformed"
    case parameterMissing = "a parameter missing"
    case parameterNull = "a parameter null"
    case parameterAdded = "a parameter added"

    case late = "tracked late, within the limit"
    case tooLate = "tracked after the test's end"

    case identityMissing = "identify deleted"
    case userMissing = "identify without the user"
    case otherUser = "identify with another user"

    case providerDropsParameter = "the provider drops a parameter"
    case providerRenames = "the provider renames"
    case providerAddsParameter = "the provider adds a parameter"
    case providerLoses = "the provider loses an event"

    /// Returns the events that the shop tracks for a purchase.
    func purchases(_ purchase: Event) -> [Event] {
        var event = purchase
        switch self {
        case .callDeleted: return []
        case .firesTwice: return [event, event]
        case .spurious: return [event, Event("purchase_failed")]
        case .renamed: event.name = "purchased"
        case .nameCasing: event.name = "Purchase"
        case .parameterOrder: event.parameters = EventParameters(event.parameters.reversed())
        case .otherID: event.parameters["order_id"] = .string(UUID().uuidString)
        case .parameterRenamed: event.rename("price", to: "amount")
        case .parameterCasing: event.rename("currency", to: "Currency")
        case .numberToString: event.parameters["price"] = .string("19.99")
        case .stringToNumber: event.parameters["sku"] = .integer(42)
        case .integerToNumber: event.parameters["quantity"] = .number(2)
        case .valueChanged: event.parameters["currency"] = .string("USD")
        case .idMalformed: event.parameters["order_id"] = .string("order 5")
        case .parameterMissing: event.parameters["currency"] = nil
        case .parameterNull: event.parameters["currency"] = .null
        case .parameterAdded: event.parameters["debug"] = .bool(true)
        default: break
        }
        return [event]
    }

    /// Returns the events that the shop tracks to identify a user.
    func identifications(_ user: String, _ traits: EventParameters) -> [Event] {
        switch self {
        case .identityMissing: []
        case .userMissing: [.identify(nil, traits)]
        case .otherUser: [.identify("u-43", traits)]
        default: [.identify(user, traits)]
        }
    }

    /// Returns the event that the provider receives from its adapter, or `nil` if the adapter loses the event.
    func delivered(_ event: Event) -> Event? {
        guard event.name == "purchase" else { return event }
        var event = event
        switch self {
        case .providerDropsParameter: event.parameters["currency"] = nil
        case .providerRenames: event.name = "ecommerce_purchase"
        case .providerAddsParameter: event.parameters["build"] = .integer(7)
        case .providerLoses: return nil
        default: break
        }
        return event
    }
}

extension Event {
    fileprivate mutating func rename(_ name: String, to newName: String) {
        parameters = EventParameters(
            parameters.map { $0.name == name ? EventParameter(newName, $0.value) : $0 })
    }
}
