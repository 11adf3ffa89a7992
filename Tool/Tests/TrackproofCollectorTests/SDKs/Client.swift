import Foundation
import Testing
import Trackproof
@_spi(Tooling) import TrackproofJSON

/// A script of `clients` that sends by a real SDK, as a process of its own.
enum Client {
    /// What it did.
    struct Deed: Sendable {
        /// What the SDK put on the wire, in its order, unzipped.
        var requests: [RunningCollector.Arrived] = []
        /// Which of them were zipped.
        var areZipped: [Bool] = []
        /// What the SDK raised, the name of its class.
        var raised: String?
    }

    /// Runs a client to its end.
    static func run(_ name: String, _ mode: String, at url: String, key: String = "key") async throws -> Deed {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "clients/\(name)_client.py")
        let outcome = try await Program.python(script.path, mode, url, key).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        var deed = Deed()
        for line in outcome.output.split(separator: "\n") {
            let said = try #require(try EventValue(json: Array(line.utf8), of: name).object)
            if let raised = said["raised"]?.string {
                deed.raised = raised
                continue
            }
            let body = try #require(said["body"]?.string.flatMap { Data(base64Encoded: $0) })
            deed.requests.append(
                RunningCollector.Arrived(
                    method: try #require(said["method"]?.string), target: try #require(said["target"]?.string),
                    body: Array(body)))
            deed.areZipped.append(said["zipped"]?.bool == true)
        }
        return deed
    }

    /// `VALUES` of shared.py.
    static let values: EventParameters = [
        "order_id": 9_007_199_254_740_993,
        "big": Int64.max,
        "price": 19.99,
        "whole": 20.0,
        "title": "Größe „L“ 日本 👍🏽",
        "coupon": EventValue.null,
        "gift": false,
        "items": EventValue.array([
            .object(["sku": "a-1", "count": 2]), .object(["sku": "b-2", "count": EventValue.null]), .number(3.5),
            .null, .string("x"),
        ]),
        "shipping": ["address": ["city": "Kraków", "floor": -1] as EventParameters] as EventParameters,
    ]

    /// `PLAIN_VALUES` of shared.py, without the null.
    static let plainValues: EventParameters = {
        var plain = values
        plain["coupon"] = nil
        plain["items"] = .array([.object(["sku": "a-1", "count": 2])])
        return plain
    }()
}
