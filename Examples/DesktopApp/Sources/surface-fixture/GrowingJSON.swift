internal import Foundation

/// The transport of two published techniques, for the benchmark. At each event, it decodes all tracked events, appends
/// the new one and encodes them again.
struct GrowingJSON {
    private struct Record: Codable {
        var type: String
        var identifier: String
        var data: [String: String]
    }

    private(set) var text = "[]"

    mutating func append(_ name: String, _ data: [String: String]) {
        do {
            var records = try JSONDecoder().decode([Record].self, from: Data(text.utf8))
            records.append(Record(type: "event", identifier: name, data: data))
            text = String(decoding: try JSONEncoder().encode(records), as: UTF8.self)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
