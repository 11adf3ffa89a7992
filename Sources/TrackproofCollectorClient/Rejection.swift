public import Trackproof

/// An item of a request that the collector rejected.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// The vendor of the request, or `nil` if the vendor is unknown.
    public let vendor: String?
    /// The reason, after the field that is wrong, such as `batch[0].event: expected a string`.
    public let reason: String

    /// Creates a rejection from an element of the control API's list of rejected items.
    public init?(_ item: EventValue) {
        guard let item = item.object else { return nil }
        let field = item["field"]?.string ?? ""
        vendor = item["vendor"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        reason = (field.isEmpty ? "" : "\(field): ") + (item["reason"]?.string ?? "")
    }

    /// The source of the request and the reason, such as `wire:segment: batch[0].event: expected a string`.
    public var description: String { (vendor.map { "\(EventSource.wire($0)): " } ?? "") + reason }
}
