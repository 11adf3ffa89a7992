import Trackproof
import TrackproofSnapshots
import TrackproofWire

/// Fuzzes the decoders of vendors' requests.
///
/// A decoder must decode or reject each request, with the same result each time. It must also reply to the request. If
/// a recording of the decoded events is written and read again, it must contain the same events.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let input = Input(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    let found = WireDecoders.decoder(for: input.request)
    if let decoder = input.decoder {
        deliver(input.request, to: decoder)
    } else if let found {
        deliver(found.request, to: found.decoder)
    }
    return 0
}

private func deliver(_ request: WireRequest, to decoder: any WireDecoder.Type) {
    let (result, again) = (outcome(of: request, decoder), outcome(of: request, decoder))
    precondition(result == again, "\(decoder.vendor) decoded \(result), and then \(again)")
    let status = decoder.reply(to: request, result).status
    precondition(100..<600 ~= status, "\(decoder.vendor) answered \(status)")
    switch result {
    case .success(let decoding): check(decoding, request, decoder.vendor)
    case .failure(let rejection): check(rejection)
    }
}

private func outcome(of request: WireRequest, _ decoder: any WireDecoder.Type) -> Result<WireDecoding, WireRejection> {
    do throws(WireRejection) {
        return .success(try decoder.decode(request))
    } catch {
        return .failure(error)
    }
}

private func check(_ decoding: WireDecoding, _ request: WireRequest, _ vendor: String) {
    var events: [RecordedEvent] = []
    var rejected = 0
    for item in decoding.items {
        switch item {
        case .event(let event): events.append(event)
        case .rejected(let rejection):
            check(rejection)
            rejected += rejection.description.utf8.count
        case .ignored(let what): rejected += what.field.utf8.count + what.reason.utf8.count
        }
    }
    let written = Recording(events).bytes
    // The limit is high, because a short item can become a much longer event or reason. In addition, each event gets a
    // copy of the context that all events of the request share. All copies together can take 64 MiB, the limit of
    // ``SharedContext``.
    let sent = request.body.count + request.query.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    precondition(written.count + rejected <= 64 * sent + 65 << 20, "\(vendor) made \(written.count) bytes of \(sent)")
    do {
        let again = try Recording(written).events
        precondition(again == events, "\(vendor) decoded \(events), but the recording contains \(again)")
    } catch {
        fatalError("cannot read the recording of \(vendor): \(error)\n\(String(decoding: written, as: UTF8.self))")
    }
}

private func check(_ rejection: WireRejection) {
    precondition(!rejection.reason.isEmpty, "rejected without a reason: \(rejection.field)")
}
