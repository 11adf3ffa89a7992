internal import Trackproof
internal import TrackproofWire

/// A part of a request, with what became of it.
enum ReceivedItem: Sendable {
    /// An event; its sequence is its place in the session, from 1.
    case event(RecordedEvent)
    /// An event that had arrived before, with the same id and the same content.
    case retry(RecordedEvent)
    /// What could not be understood, or what the vendor would not take.
    case rejected(WireRejection)
}

/// A decoded request.
struct ReceivedRequest: Sendable {
    let stored: StoredRequest
    let items: [ReceivedItem]

    var events: [RecordedEvent] {
        items.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    var retries: [RecordedEvent] {
        items.compactMap { if case .retry(let event) = $0 { event } else { nil } }
    }

    var rejections: [WireRejection] {
        items.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
