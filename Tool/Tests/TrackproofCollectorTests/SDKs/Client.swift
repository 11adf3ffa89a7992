import Foundation
import Testing
import Trackproof
import TrackproofJSON

/// The scripts in the folder `clients`. Each script runs in its own process and sends events with a real SDK.
enum Client {
    /// The output of a client script: the requests that the SDK sent, and the exception that the SDK raised.
    struct Output: Sendable {
        /// The requests of the SDK, in their order and uncompressed.
        var requests: [RunningCollector.Arrived] = []
        /// Whether each request was compressed with gzip.
        var areZipped: [Bool] = []
        /// The class name of the exception that the SDK raised, or `nil` if there was no exception.
        var raised: String?
    }

    /// Runs the client script `NAME_client.py`, waits for its end, and returns its output.
    static func run(_ name: String, _ mode: String, at url: String, key: String = "key") async throws -> Output {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "clients/\(name)_client.py")
        let outcome = try await Program.python(script.path, mode, url, key).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        var result = Output()
        for line in outcome.output.split(separator: "\n") {
            let members = try #require(try EventValue(json: Array(line.utf8), of: name).object)
            if let raised = members["raised"]?.string {
                result.raised = raised
                continue
            }
            let body = try #require(members["body"]?.string.flatMap { Data(base64Encoded: $0) })
            result.requests.append(
                RunningCollector.Arrived(
                    method: try #require(members["method"]?.string), target: try #require(members["target"]?.string),
                    body: Array(body)))
            result.areZipped.append(members["zipped"]?.bool == true)
        }
        return result
    }

    /// The values that the clients send in one event, the same as `VALUES` in `shared.py`.
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

    /// The values for SDKs that cannot send all of ``values``. `PLAIN_VALUES` in `shared.py` has the same values.
    static let plainValues: EventParameters = {
        var plain = values
        plain["coupon"] = nil
        plain["items"] = .array([.object(["sku": "a-1", "count": 2])])
        return plain
    }()
}
