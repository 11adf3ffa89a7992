import Foundation
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// A benchmark of the time and the peak memory that a check of a recording against a tracking plan needs.
///
/// For comparison, it also measures alternatives. One alternative only reads the recording. Others read it with
/// Python's `orjson` and check it with `jsonschema` or `fastjsonschema`. Python gets the plan as JSON Schema. Each
/// measurement runs in a separate child process, because the peak memory is that of a whole process. The environment
/// variable `CHECKING_PYTHON` names a Python with these packages.
enum CheckingBenchmark {
    static func run() {
        let arguments = CommandLine.arguments
        if let place = arguments.firstIndex(of: "--check-child"), arguments.count == place + 3 {
            return CheckingChild.run(arguments[place + 1], arguments[place + 2])
        }
        if arguments.contains("--checker-alone") { return checkerAlone() }
        let folder = NSTemporaryDirectory() + "trackproof-benchmark-\(UUID().uuidString)"
        must { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
        defer { must { try FileManager.default.removeItem(atPath: folder) } }
        let schemas = folder + "/schemas.json"
        must { try Data(CheckedEvents.schemas.utf8).write(to: URL(fileURLWithPath: schemas)) }

        print("\n## A recording against a plan of 100 events, 1 % of the events violate it\n")
        print("| events | what | time | against reading | peak MiB |\n|---:|---|---:|---:|---:|")
        for (count, modes) in [
            (10_000, ["read", "check", "archive", "archive-2", "orjson", "fastjsonschema", "jsonschema"]),
            (1_000_000, ["read", "check", "archive", "archive-2", "orjson", "fastjsonschema"]),
        ] {
            let recording = folder + "/\(count).ndjson"
            CheckedEvents.write(count, to: recording)
            var samples: [String: [(seconds: Double, peak: Double)]] = [:]
            for _ in 0..<3 {
                for mode in modes {
                    if let result = child(mode, recording, schemas) { samples[mode, default: []].append(result) }
                }
            }
            func median(_ mode: String) -> Double {
                let sorted = (samples[mode] ?? []).map(\.seconds).sorted()
                return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
            }
            for mode in modes {
                let peak = samples[mode]?.map(\.peak).max() ?? .nan
                let ratio = Harness.ratio(median(mode) / median("read"))
                let time = Harness.text(seconds: median(mode))
                print("| \(count) | \(titles[mode] ?? mode) | \(time) | \(ratio) | \(String(format: "%.0f", peak)) |")
            }
        }
        checkerAlone()
    }

    /// Measures the checker with events that fit the plan.
    ///
    /// There are only a few events, so they stay in the processor's cache, like events that were just read.
    private static func checkerAlone() {
        let checker = PlanChecker(CheckedEvents.plan)
        let context = CheckContext(today: "2026-11-23")
        let events = (0..<1_000).map { RecordedEvent(CheckedEvents.event($0, isWrong: false)) }
        let rounds = 1_000
        let samples = (0..<5).map { _ in
            Harness.seconds {
                for _ in 0..<rounds {
                    for event in events { precondition(checker.findings(for: event, context).isEmpty) }
                }
            } / Double(rounds * events.count)
        }.sorted()
        let median = samples[samples.count / 2]
        print("\nThe checker alone, on one core: \(Harness.text(seconds: median)) for an event that fits,")
        print("\(String(format: "%.1f", 1 / median / 1_000_000)) million events in a second.")
    }

    private static let titles = [
        "read": "reading with `EventFile.forEach`", "check": "reading and checking, with a tally of the findings",
        "archive": "`plan check`, on one core", "archive-2": "`plan check`, on two cores",
        "orjson": "python3 reads with orjson",
        "fastjsonschema": "python3 reads with orjson and checks with fastjsonschema",
        "jsonschema": "python3 reads with orjson and checks with jsonschema",
    ]

    /// Runs a child process. Returns `nil` if it fails, for example because Python lacks a package.
    private static func child(_ mode: String, _ recording: String, _ schemas: String) -> (
        seconds: Double, peak: Double
    )? {
        let process = Process()
        let output = Pipe()
        if ["read", "check", "archive", "archive-2"].contains(mode) {
            process.executableURL = Bundle.main.executableURL
            process.arguments = ["checking", "--check-child", mode, recording]
        } else {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let python = ProcessInfo.processInfo.environment["CHECKING_PYTHON"] ?? "python3"
            process.arguments = [python, "-c", Self.python, mode, recording, schemas]
        }
        process.standardOutput = output
        must { try process.run() }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == 2 else { return nil }
        return (numbers[0], numbers[1])
    }

    /// The Python program that reads a recording and checks its events.
    private static let python = """
        import re, sys, time
        import orjson
        mode, recording, schemas = sys.argv[1:]
        schemas = orjson.loads(open(schemas, "rb").read())
        if mode == "fastjsonschema":
            import fastjsonschema
            checks = {name: fastjsonschema.compile(schema) for name, schema in schemas.items()}
        elif mode == "jsonschema":
            from jsonschema import Draft202012Validator, FormatChecker
            checks = {name: Draft202012Validator(s, format_checker=FormatChecker()).validate for name, s in schemas.items()}
        start = time.perf_counter()
        wrong = 0
        for line in open(recording, "rb"):
            event = orjson.loads(line)
            if mode == "orjson" or "name" not in event: continue
            try: checks[event["name"]](event["parameters"])
            except Exception: wrong += 1
        seconds = time.perf_counter() - start
        assert mode == "orjson" or wrong > 0
        try: peak = int(re.search(r"VmHWM:[^0-9]*([0-9]+)", open("/proc/self/status").read())[1]) / 1024
        except OSError: peak = 0
        print(seconds, peak)
        """
}

/// The work of a child process. The process prints its time in seconds and its peak memory in MiB.
private enum CheckingChild {
    static func run(_ mode: String, _ recording: String) {
        let checker = PlanChecker(CheckedEvents.plan)
        let context = CheckContext(today: "2026-11-23")
        let seconds = Harness.seconds {
            must {
                if mode.hasPrefix("archive") { return try archive(recording, jobs: mode == "archive" ? 1 : 2) }
                let file = try EventFile(path: recording)
                guard mode == "check" else {
                    try file.forEach { use($0) }
                    return
                }
                var tally = CheckTally()
                var number = 0
                try file.forEachReadingAhead { event in
                    number += 1
                    _ = tally.check(event, checkedBy: checker, context, at: EventPlace(recording, number: number))
                }
                precondition(!tally.groups.isEmpty, "the check found nothing")
            }
        }
        print(seconds, Harness.peak)
    }

    /// Checks a recording as `trackproof plan check` does.
    private static func archive(_ recording: String, jobs: Int) throws {
        let origin = PartialResult.Origin(tool: "", plan: "", source: .app, settings: "")
        let size = try ArchiveFile(path: recording).size ?? 0
        // The file is divided into about eight parts, as `plan check` divides the files of an archive.
        let splits = ParallelCheck.splits(of: recording, size: size, splitSize: max(1 << 16, size / 8))
        let parts = splits.map { PartialResult.Part.split($0, size: size) }
        var merger = PartialMerger()
        let check = ParallelCheck(origin, jobs: jobs) {
            SplitCheck(PlanChecker(CheckedEvents.plan), ArchiveSettings(today: "2026-11-23")) { $0 }
        }
        _ = try check.run(parts, shouldStop: { false }, onRead: { _ in }, onResult: { try merger.add($0) })
        let result = try merger.result()
        precondition(!result.check.groups.isEmpty, "the check found nothing")
    }
}

/// A plan of 100 events with seven parameters each, and recorded events. 1 % of the recorded events violate the plan.
private enum CheckedEvents {
    static let plan: TrackingPlan = must { try TrackingPlan(json: Array(json.utf8), file: "plan.json") }

    private static var json: String {
        let events = (0..<100).map { number in
            """
            "purchase_\(number)": {"parameters": {
            "movie_id": {"type": "integer", "minimum": 1, "required": true},
            "slug": {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 64},
            "price": {"type": "number", "minimum": 0, "required": true},
            "method": {"type": "string", "enum": ["card", "apple_pay", "paypal"], "required": true},
            "session_id": {"type": "string", "format": "uuid", "required": true},
            "is_new": {"type": "boolean"}, "position": {"type": "integer", "maximum": 1000}}}
            """
        }
        return #"{"plan": 1, "events": {\#(events.joined(separator: ",\n"))}}"#
    }

    /// The schemas of all events by name, as JSON.
    static var schemas: String {
        EventValue.object(
            EventParameters(plan.events.map { EventParameter($0.name, .object(plan.jsonSchema(of: $0))) })
        ).json
    }

    static func event(_ index: Int, isWrong: Bool) -> Event {
        Event(
            "purchase_\(index % 97)",
            [
                "movie_id": index + 1, "slug": "\(index)-daredevil", "price": Double(index % 1_000) / 8 + 0.01,
                "method": isWrong ? "cheque" : "apple_pay",
                "session_id": "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11", "is_new": index % 2 == 0,
                "position": index % 1_000,
            ])
    }

    static func write(_ count: Int, to path: String) {
        must {
            var writer = try RecordingWriter(path: path, header: Recording.header(app: "benchmark"))
            for index in 0..<count {
                try writer.append(RecordedEvent(event(index, isWrong: index % 100 == 7), sequence: Int64(index + 1)))
            }
            try writer.finish()
        }
    }
}

private func must<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("\(error)") }
}
