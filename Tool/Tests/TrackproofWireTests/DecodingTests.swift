import TestSupport
import Testing
import Trackproof
import TrackproofCollectorClient
import TrackproofSnapshots
import TrackproofWire

/// Tests of what the decoders make of requests, and of their replies.
///
/// The transcripts in the folder `Golden` contain the requests: the method and the path, a line `?NAME=VALUE` for each
/// pair of the query, a line `> NAME: VALUE` for each header, and the body. A body `hex …` contains bytes.
@Suite struct DecodingTests {
    @Test(arguments: WireDecoders.all.map { $0.vendor })
    func requestsDecodeAsAccepted(vendor: String) throws {
        let decoder = try #require(WireDecoders.all.first { $0.vendor == vendor })
        try expectTranscript(vendor) { _, lines in
            let request = try Self.request(lines)
            let owner = WireDecoders.decoder(for: request)?.decoder.vendor
            let note = owner == vendor ? "" : "(a request for \(owner ?? "no decoder"))\n"
            return note + Self.description(of: request, decodedBy: decoder)
        }
    }

    /// Tests that an app finds the address of each vendor that the collector decodes.
    @Test func eachVendorHasAnAddress() {
        #expect(WireDecoders.all.map { $0.vendor }.sorted() == CollectorURL.vendors.sorted())
    }

    /// Tests requests that the scripts in `Captured` recorded. The apps tracked `Captured.values`.
    ///
    /// The events must stay equal if they are written to a recording and read again.
    @Test(arguments: Captured.names)
    func requestsOfRealSDKsDecodeAsAccepted(name: String) throws {
        let requests = try Captured.requests(name).map { request in
            let (decoder, own) = try #require(WireDecoders.decoder(for: request))
            let events = try decoder.events(own)
            #expect(try Recording(Recording(events).bytes).events == events)
            return "\(request.method) \(request.path)\n" + Self.description(of: own, decodedBy: decoder)
        }
        try expectGolden("captured-\(name)", requests.joined(separator: "\n\n"))
    }

    /// Tests which decoder gets a request, with the decoder's path, and that at most one decoder recognizes it.
    @Test func requestsGoToTheirDecoders() throws {
        try expectTranscript("routing") { _, lines in
            let request = try Self.request(lines)
            #expect(WireDecoders.all.count { $0.recognizes(request) } <= 1, "\(lines)")
            guard let (decoder, own) = WireDecoders.decoder(for: request) else { return "no decoder" }
            return "\(decoder.vendor) \(own.path)"
        }
    }

    private static func request(_ lines: [String]) throws -> WireRequest {
        let words = lines[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        var request = TrackproofWireTests.request(String(words[1]), method: String(words[0]))
        for line in lines.dropFirst() {
            if line.utf8.first == UInt8(ascii: "?") {
                let pair = line.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                request.query.append((String(pair[0]), String(pair[1])))
            } else if line.hasPrefix("> ") {
                let colon = try #require(line.firstRange(of: ": "))
                let name = line[..<colon.lowerBound].dropFirst(2)
                request.headers.append((String(name), String(line[colon.upperBound...])))
            } else if line.hasPrefix("hex ") {
                request.body = try Captured.bytes(hex: String(line.dropFirst(4)))
            } else {
                request.body = Array(line.utf8)
            }
        }
        request.received = try #require(EventTime("2026-11-21T10:00:00.000Z"))
        return request
    }

    /// Returns a line for each item of a request, and a line for the reply.
    private static func description(of request: WireRequest, decodedBy decoder: any WireDecoder.Type) -> String {
        var lines: [String] = []
        let reply: WireReply
        do throws(WireRejection) {
            let decoding = try decoder.decode(request)
            lines = decoding.items.map { item in
                switch item {
                case .event(let event):
                    String(decoding: Recording([event]).bytes.split(separator: 0x0A).last ?? [], as: UTF8.self)
                case .rejected(let rejection): "rejected \(rejection)"
                case .ignored(let entry): "ignored \(entry.field.isEmpty ? "" : entry.field + ": ")\(entry.reason)"
                }
            }
            reply = decoder.reply(to: request, .success(decoding))
        } catch {
            lines = ["refused \(error)"]
            reply = decoder.reply(to: request, .failure(error))
        }
        let isText = String(validating: reply.body, as: UTF8.self)?.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        let body = isText == true ? String(decoding: reply.body, as: UTF8.self) : "\(reply.body.count) bytes"
        // The reply of Amplitude has the time of the reply.
        let steady = body.replacing(/"server_upload_time":\d+/, with: "\"server_upload_time\":0")
        let words = ["reply \(reply.status)", reply.contentType ?? "", steady].filter { !$0.isEmpty }
        return (lines + [words.joined(separator: " ")]).joined(separator: "\n")
    }
}
