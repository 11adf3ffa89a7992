/// The names that both sides of a bridge without a connection use.
package enum TransportNames {
    /// The identifier of the element that answers barriers: see ``ElementBarrier``.
    package static let barrierElement = "trackproof-events"

    /// Returns the identifier of the element whose value is a chunk.
    package static func element(ofChunk number: Int) -> String { "\(barrierElement)-\(number)" }

    /// The title of the button in an event's alert.
    package static let alertButton = "Next event"
}
