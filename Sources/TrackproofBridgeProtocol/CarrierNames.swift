/// What the two sides of the bridges without a connection call things.
package enum CarrierNames {
    /// The element that answers barriers: see ``ElementBarrier``.
    package static let barrierElement = "trackproof-events"

    /// The element whose value is a chunk.
    package static func element(ofChunk number: Int) -> String { "\(barrierElement)-\(number)" }

    /// The button of an event's alert.
    package static let alertButton = "Next event"
}
