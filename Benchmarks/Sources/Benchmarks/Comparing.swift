import Foundation
import Trackproof
import TrackproofArchives
import TrackproofSnapshots

/// A benchmark of the time and the peak memory that a comparison of a recording with a snapshot needs.
///
/// For comparison, it also measures three alternatives: only reading the two files, parsing them with Python's `json`,
/// and the nested loops of the article "Defense Against Analytics Regressions". Each measurement runs in a separate
/// child process, because the peak memory is that of a whole process. The child is this program with the argument
/// `--child`, or Python.
enum ComparingBenchmark {
    static func run() {
        let arguments = CommandLine.arguments
        if let place = arguments.firstIndex(of: "--child"), arguments.count == place + 4 {
            return ComparingChild.run(arguments[place + 1], arguments[place + 2], arguments[place + 3])
        }
        let folder = NSTemporaryDirectory() + "trackproof-benchmark-\(UUID().uuidString)"
        must { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
        defer { must { try FileManager.default.removeItem(atPath: folder) } }
        let (snapshot, recording) = (folder + "/snapshot.json", folder + "/recording.ndjson")

        print("\n## A recording against a snapshot, shuffled, 1 % changed\n")
        print("| events | what | time | against reading both | peak MiB |\n|---:|---|---:|---:|---:|")
        for count in [10_000, 100_000, 1_000_000] {
            let events = WalkEvents(count: count)
            write(snapshot: snapshot, (0..<count).lazy.map { events.event($0) })
            write(recording: recording, events.order.lazy.map { events.event($0, changed: $0 % 100 == 7) })
            report(count, ["read", "compare", "python"] + (count > 10_000 ? [] : ["nested"]), snapshot, recording)
        }

        print("\n## Hostile files\n")
        print("| events | seconds | peak MiB |\n|---|---:|---:|")
        for hostile in HostileFiles.all {
            write(snapshot: snapshot, strict: hostile.isStrict, hostile.expected)
            write(recording: recording, hostile.actual)
            let result = child("compare", snapshot, recording)
            print("| \(hostile.name) | \(String(format: "%.2f | %.0f", result.seconds, result.peak)) |")
        }
    }

    private static func report(_ count: Int, _ modes: [String], _ snapshot: String, _ recording: String) {
        var samples: [String: [(seconds: Double, peak: Double)]] = [:]
        for _ in 0..<(count > 100_000 ? 3 : 5) {
            for mode in modes { samples[mode, default: []].append(child(mode, snapshot, recording)) }
        }
        func median(_ mode: String) -> Double {
            let sorted = (samples[mode] ?? []).map(\.seconds).sorted()
            return sorted[sorted.count / 2]
        }
        for mode in modes {
            let peak = samples[mode]?.map(\.peak).max() ?? 0
            let (seconds, ratio) = (Harness.text(seconds: median(mode)), Harness.ratio(median(mode) / median("read")))
            print("| \(count) | \(titles[mode] ?? mode) | \(seconds) | \(ratio) | \(String(format: "%.0f", peak)) |")
        }
    }

    private static let titles = [
        "read": "reading both files, one after the other", "compare": "Comparison.compareFiles",
        "python": "python3's json parses both", "nested": "nested loops, as published, after reading",
    ]

    private static func child(_ mode: String, _ snapshot: String, _ recording: String) -> (
        seconds: Double, peak: Double
    ) {
        let process = Process()
        let output = Pipe()
        if mode == "python" {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", python, snapshot, recording]
        } else {
            process.executableURL = Bundle.main.executableURL
            process.arguments = ["comparing", "--child", mode, snapshot, recording]
        }
        process.standardOutput = output
        must { try process.run() }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(separator: " ").compactMap {
            Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        precondition(process.terminationStatus == 0 && numbers.count == 2, "the child process failed: \(text)")
        return (numbers[0], numbers[1])
    }

    /// The Python program that parses both files. In each file, every line with an event begins with `{"name"`.
    private static let python = """
        import json, re, sys, time
        start = time.perf_counter()
        for path in sys.argv[1:]:
            for line in open(path, encoding="utf-8"):
                if line.startswith('{"name"'): json.loads(line.rstrip(",\\n"))
        seconds = time.perf_counter() - start
        try: peak = int(re.search(r"VmHWM:[^0-9]*([0-9]+)", open("/proc/self/status").read())[1]) / 1024
        except OSError: peak = 0
        print(seconds, peak)
        """

    // MARK: Files

    private static func write(recording path: String, _ events: some Sequence<Event>) {
        must {
            var writer = try RecordingWriter(path: path, header: Recording.header(app: "benchmark"))
            for event in events { try writer.append(RecordedEvent(event)) }
            try writer.finish()
        }
    }

    private static func write(snapshot path: String, strict: Bool = false, _ events: some Sequence<Event>) {
        let head = "{\"snapshot\":1,\"order\":\"\(strict ? "strict" : "any")\",\"events\":[\n"
        must { try Data(head.utf8).write(to: URL(fileURLWithPath: path)) }
        guard let file = FileHandle(forWritingAtPath: path) else { fatalError("\(path): the file cannot be opened") }
        defer { must { try file.close() } }
        must { _ = try file.seekToEnd() }
        var isFirst = true
        var bytes: [UInt8] = []
        for event in events {
            if !isFirst { bytes += Array(",\n".utf8) }
            isFirst = false
            bytes += Recording([RecordedEvent(event)]).bytes.dropLast()
            if bytes.count > 1 << 20 {
                must { try file.write(contentsOf: bytes) }
                bytes.removeAll(keepingCapacity: true)
            }
        }
        must { try file.write(contentsOf: bytes + Array("\n]}\n".utf8)) }
    }
}

/// The work of a child process. The process prints its time in seconds and its peak memory in MiB.
private enum ComparingChild {
    static func run(_ mode: String, _ snapshot: String, _ recording: String) {
        let seconds = Harness.seconds {
            must {
                let (expected, actual) = (try EventFile(path: snapshot), try EventFile(path: recording))
                switch mode {
                case "read": for file in [expected, actual] { try file.forEach { use($0) } }
                case "compare":
                    let result = try Comparison.compareFiles(recording: actual, snapshot: expected)
                    precondition(!result.comparison.isEmpty, "the comparison found no differences")
                case "nested": try nested(expected, actual)
                default: fatalError("unknown mode \(mode)")
                }
            }
        }
        print(seconds, Harness.peak)
    }

    /// Compares the files with the nested loops of the article "Defense Against Analytics Regressions".
    ///
    /// All values are strings. For each expected event, the loops remove the first equal actual event.
    private static func nested(_ expected: EventFile, _ actual: EventFile) throws {
        func read(_ file: EventFile) throws -> [[String: String]] {
            var events: [[String: String]] = []
            try file.forEach { recorded in
                var event = ["event_name": recorded.event.name]
                for parameter in recorded.event.parameters { event[parameter.name] = parameter.value.description }
                events.append(event)
            }
            return events
        }
        var rest = try read(actual)
        var missing = 0
        for event in try read(expected) {
            if let index = rest.firstIndex(of: event) { rest.remove(at: index) } else { missing += 1 }
        }
        precondition(
            missing == rest.count && missing > 0,
            "expected as many missing as unexpected events, got \(missing) and \(rest.count)")
    }
}

/// Events like those of a real app, with 30 names and seven parameters. The events are the same in each run.
private struct WalkEvents {
    let order: [Int]

    init(count: Int) {
        var random = SplitMix(state: 42)
        order = (0..<count).shuffled(using: &random)
    }

    func event(_ index: Int, changed: Bool = false) -> Event {
        var random = SplitMix(state: UInt64(index))
        let name = Int(random.next() % 30)
        // For two thirds of the names, each event has a unique id.
        let id: Int64 = name % 3 == 0 ? Int64(random.next() % 50) : Int64(index)
        return Event(
            "movie_list_item_\(name)_tapped",
            EventParameters([
                .init("movie_id", .integer(id)), .init("slug", .string("\(id)-a-film-of-some-kind")),
                .init("index", .integer(Int64(random.next() % 40))),
                .init("rating", .number(Double(random.next() % 9) + 0.5)),
                .init("is_favourite", .bool(random.next() % 2 == 0)),
                .init("section_of_the_screen", .string(["popular", "new", "for_you"][Int(random.next() % 3)])),
                .init("source", .string(changed ? "another_screen" : "home_screen")),
            ]))
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A recording and a snapshot whose comparison is slow.
private struct HostileFiles {
    let name: String
    var isStrict = false
    let expected: [Event]
    let actual: [Event]

    static var all: [HostileFiles] {
        let same = Event("tap", ["n": 1])
        let many = 200_000
        func numbered(_ from: Int) -> [Event] { (0..<many).map { Event("tap", ["n": $0 + from, "m": $0 % 7]) } }
        var random = SplitMix(state: 1)
        let coins = (0..<many).map { _ in Event(random.next() % 2 == 0 ? "heads" : "tails") }
        return [
            HostileFiles(name: "200,000 of one name, all changed", expected: numbered(0), actual: numbered(many)),
            HostileFiles(
                name: "200,000 of one name, all changed, few values",
                expected: (0..<many).map { Event("tap", ["a": $0 % 5, "b": $0 % 7, "c": 0]) },
                actual: (0..<many).map { Event("tap", ["a": $0 % 3, "b": $0 % 11, "c": 1]) }),
            HostileFiles(
                name: "200,000 renamed, with equal parameters", expected: Array(repeating: same, count: many),
                actual: Array(repeating: Event("tapped", ["n": 1]), count: many)),
            HostileFiles(
                name: "100,000 equal, strict, half missing", isStrict: true,
                expected: Array(repeating: same, count: 100_000), actual: Array(repeating: same, count: 50_000)),
            HostileFiles(
                name: "200,000 of two names in any order, strict", isStrict: true, expected: coins,
                actual: coins.shuffled(using: &random)),
            HostileFiles(
                name: "two runs of 100,000, strict, swapped", isStrict: true,
                expected: Array(repeating: Event("a"), count: 100_000) + Array(repeating: Event("b"), count: 100_000),
                actual: Array(repeating: Event("b"), count: 100_000) + Array(repeating: Event("a"), count: 100_000)),
            HostileFiles(
                name: "200,000 different, strict, reversed", isStrict: true, expected: numbered(0),
                actual: numbered(0).reversed()),
        ]
    }
}

private func must<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("\(error)") }
}
