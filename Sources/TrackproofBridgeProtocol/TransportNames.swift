/// The names of elements and buttons in the app, by which a test finds the events that the app shows.
package enum TransportNames {
    /// The identifier of the element whose value is an ``ElementBarrier``.
    package static let barrierElement = "trackproof-events"

    /// Returns the identifier of the element whose value is a chunk.
    package static func element(ofChunk number: Int) -> String { "\(barrierElement)-\(number)" }

    /// The title of the button in an event's alert.
    package static let alertButton = "Next event"
}
