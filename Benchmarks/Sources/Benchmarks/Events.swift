import Foundation
import Trackproof
import TrackproofArchives
import TrackproofSnapshots

/// A benchmark of Trackproof and Foundation, which read and write the same events as JSON.
enum EventsBenchmark {
    static func run() {
        let recording = Recording(events(50_000))
        let bytes = recording.bytes
        let lines = bytes.split(separator: 0x0A).map { Data($0) }
        let decoded = lines.compactMap { try? JSONDecoder().decode(Event.self, from: $0) }
        let objects = lines.compactMap { try? JSONSerialization.jsonObject(with: $0) }
        precondition(decoded.count == lines.count && objects.count == lines.count, "Foundation must read every line")

        print("\n\(lines.count) events of seven parameters, \(bytes.count / lines.count) bytes per line")
        read(bytes, lines)
        write(recording, decoded, objects, byteCount: bytes.count)
    }

    private static func read(_ bytes: [UInt8], _ lines: [Data]) {
        let path = NSTemporaryDirectory() + "trackproof-benchmark-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch { fatalError("\(error)") }
        compare(
            "## Reading events", baseline: "Recording(bytes)", byteCount: bytes.count,
            [
                Contender("Recording(bytes)", count: 1) { use(must { try Recording(bytes) }) },
                Contender("EventFile.forEach", count: 1) {
                    _ = must { try EventFile(path: path).forEach { use($0) } }
                },
                Contender("JSONDecoder into Event, by line", count: 1) {
                    let decoder = JSONDecoder()
                    use(must { try lines.map { try decoder.decode(Event.self, from: $0) } })
                },
                Contender("JSONSerialization, by line", count: 1) {
                    use(must { try lines.map { try JSONSerialization.jsonObject(with: $0) } })
                },
            ])
    }

    private static func write(_ recording: Recording, _ events: [Event], _ objects: [Any], byteCount: Int) {
        compare(
            "## Writing events", baseline: "recording.bytes", byteCount: byteCount,
            [
                Contender("recording.bytes", count: 1) { use(recording.bytes) },
                Contender("JSONEncoder, by line", count: 1) {
                    let encoder = JSONEncoder()
                    for event in events { use(must { try encoder.encode(event) }) }
                },
                Contender("JSONSerialization, by line", count: 1) {
                    for object in objects { use(must { try JSONSerialization.data(withJSONObject: object) }) }
                },
            ])
    }

    /// Measures contenders that each process `byteCount` bytes. Prints a table of times, and a table of speeds in MB/s.
    private static func compare(_ title: String, baseline: String, byteCount: Int, _ contenders: [Contender]) {
        let results = Harness.compare(title, baseline: baseline, contenders, rounds: 5)
        print("\n| contender | MB/s |\n|---|---:|")
        for (contender, seconds) in zip(contenders, results) {
            print("| \(contender.name) | \(String(format: "%.0f", Double(byteCount) / seconds / 1e6)) |")
        }
    }

    private static func must<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("\(error)") }
    }

    private static func events(_ count: Int) -> [RecordedEvent] {
        guard var time = EventTime("2026-11-21T09:30:00.000Z") else { fatalError("the time is invalid") }
        return (0..<count).map { index in
            time = EventTime(millisecondsSince1970: time.millisecondsSince1970 + 137) ?? time
            let id = 67_563 + index % 9_973
            let event = Event(
                "movie_tapped",
                [
                    "movie_id": id, "slug": "\(id)-daredevil-born-again", "index": index % 50,
                    "rating": Double(index % 100) / 10, "is_favourite": index % 3 == 0, "section": "popular",
                    "source": "home",
                ])
            return RecordedEvent(event, sequence: Int64(index + 1), time: time)
        }
    }
}
