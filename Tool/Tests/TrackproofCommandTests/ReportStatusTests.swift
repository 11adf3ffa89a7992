import TestSupport
import Testing

/// Tests that a command exits with 0 if and only if each of its reports says that the run passed.
@Suite("The exit status and the reports agree", .timeLimit(.minutes(15)))
struct ReportStatusTests {
    /// The recordings, snapshots and plans of the calls.
    private static let files = [
        "ok.nd": "{\"name\":\"one\"}\n{\"name\":\"two\"}\n",
        "other.nd": "{\"name\":\"one\"}\n{\"name\":\"three\"}\n",
        "wire.nd": "{\"name\":\"one\",\"source\":\"wire:segment\"}\n",
        "header.nd": "{\"recording\":1}\n",
        "cut.nd": "{\"name\":\"one\"}\n{\"name\":\"two\"}\n{\"name\":\"thr",
        "s.json": #"{"snapshot":1,"events":[{"name":"one"},{"name":"two"}]}"#,
        "ignoring.json": #"{"snapshot":1,"ignore":["*"],"events":[]}"#,
        "empty.json": #"{"snapshot":1,"events":[]}"#,
        "misfit.json": #"{"snapshot":1,"events":[{"name":"two"}],"volatile":{"one":{"x":"uuid"}}}"#,
        "plan.yaml": "plan: 1\nevents: {one: {description: x.}, two: {description: x.}}\n",
        "lenient.yaml": """
        plan: 1
        check: {unplanned-event: ignore, unreadable: ignore}
        events: {two: {description: x.}}

        """,
        // An app that is not written in Swift: it sends the lines of a file over the bridge.
        "app": #"""
        n=0; out="${TRACKPROOF_BRIDGE#file:}"
        echo '{"hello":1,"writer":"w"}' >>"$out"
        while read -r line; do
            n=$((n + 1)); echo "${line%?},\"seq\":$n,\"writer\":\"w\"}" >>"$out"
        done <"$1"
        echo "{\"bye\":$n,\"writer\":\"w\"}" >>"$out"; exit "${2:-0}"

        """#,
    ]

    /// The result of a call: its status, whether its JSON report says that the run passed, and the number of failures
    /// in its JUnit report. `passed` and `failures` are `nil` if the call wrote no reports.
    private struct Result {
        let call: String
        let report: String
        let status: Int
        let passed: Bool?
        let failures: Int?
    }

    /// Makes the calls, each in a folder with fresh files.
    private func results(of calls: [String], in place: Workplace) async throws -> [Result] {
        for (name, text) in Self.files { try place.write(text, to: "fresh/\(name)") }
        try place.write("", to: "fresh/empty.nd")
        let outcome = try await place.shell(
            """
            n=0
            while read -r call; do
                n=$((n + 1)); rm -rf work; cp -R fresh work
                REPORT="--report json=../$n.json --report junit=../$n.xml"
                (cd work && eval "trackproof $call" >/dev/null 2>&1 </dev/null)
                status=$?
                passed=$(head -c 30 $n.json 2>/dev/null | sed 's/.*"passed":\\([a-z]*\\).*/\\1/')
                echo "$status ${passed:-none} $(grep -c '<failure' $n.xml 2>/dev/null || true)"
            done
            """, input: calls.map { ($0.contains("$REPORT") ? $0 : $0 + " $REPORT") + "\n" }.joined())
        let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
        try #require(lines.count == calls.count, "\(outcome.errors)")
        return try zip(calls, lines).enumerated().map { index, result in
            let (call, words) = result
            return Result(
                call: call, report: "\(index + 1).json", status: try #require(Int(words[0])),
                passed: words[1] == "none" ? nil : words[1] == "true", failures: words.count > 2 ? Int(words[2]) : nil)
        }
    }

    /// Checks the results, and that reports of several runs pass if and only if the report of each run passes.
    ///
    /// All calls would take minutes, so the method checks the first call, which passes, and others at equal distances:
    /// the same in each run of `make test`, and random ones in the deep run.
    private func check(_ calls: [String]) async throws {
        let step = max(1, calls.count / rounds(5, deep: 60))
        let start = rounds(1 + step / 2, deep: Int.random(in: 1...step))
        let others = stride(from: start, to: calls.count, by: step)
        let calls = calls.prefix(1) + others.map { calls[$0] }
        let place = try Workplace()
        let results = try await results(of: Array(calls), in: place)
        for result in results {
            if let passed = result.passed {
                #expect(passed == (result.status == 0), "\(result)")
                #expect(result.failures == 0 ? passed : !passed, "\(result)")
            } else {
                #expect(result.status >= 64, "\(result)")
            }
        }
        let reports = results.filter { $0.passed != nil }
        #expect(reports.contains { $0.status == 0 } && reports.contains { $0.status != 0 })
        var random = SystemRandomNumberGenerator()
        let merges = (0..<rounds(4, deep: 20)).map { index in
            // Half of the merges have only reports that passed, or only one that did not.
            let passed = reports.filter { $0.status == 0 }.shuffled(using: &random).prefix(2)
            let some = reports.shuffled(using: &random).prefix(index % 3 + 1)
            return (index.isMultiple(of: 2) ? some : passed + some.prefix(index % 4 == 1 ? 1 : 0)).shuffled()
        }
        let merged = try await place.shell(
            "while read -r files; do trackproof report --from $files >/dev/null 2>>errors; echo $?; done",
            input: merges.map { $0.map(\.report).joined(separator: " ") + "\n" }.joined())
        let statuses = merged.output.split(separator: "\n").compactMap { Int($0) }
        try #require(statuses.count == merges.count)
        for (merge, status) in zip(merges, statuses) {
            // A report that is named twice, or that has the runs of another report, is no error.
            #expect(status == (merge.allSatisfy { $0.status == 0 } ? 0 : 1), "\(merge.map(\.call))")
        }
    }

    private static let recordings = ["ok", "other", "wire", "header", "empty", "cut"].map { $0 + ".nd" }
    private static let sources = ["", " --source wire:segment"]

    @Test(arguments: ["", " --plan plan.yaml", " --plan lenient.yaml"])
    func verify(plan: String) async throws {
        var calls: [String] = []
        for recording in Self.recordings {
            for snapshot in ["s.json", "ignoring.json", "empty.json", "ok.nd", "header.nd", "none.json"] {
                calls += Self.sources.map { "verify \(recording) --snapshot \(snapshot)\(plan)\($0)" }
            }
        }
        try await check(calls)
    }

    @Test(arguments: ["never", "missing", "all", "failed"])
    func run(mode: String) async throws {
        var calls: [String] = []
        for app in ["ok.nd", "other.nd", "wire.nd", "empty.nd", "ok.nd 3"] {
            for snapshot in ["", "s.json", "ignoring.json", "empty.json", "misfit.json", "none.json"] {
                for plan in ["", " --plan plan.yaml", " --plan lenient.yaml"] {
                    let option = snapshot.isEmpty ? "" : " --record \(mode) --snapshot \(snapshot)"
                    calls.append("run --bridge file\(option)\(plan) $REPORT -- sh app \(app)")
                }
            }
        }
        calls += ["s.json", "none.json"].map {
            "run --bridge file --record \(mode) --snapshot \($0) --source wire:segment $REPORT -- sh app wire.nd"
        }
        try await check(calls)
    }

    @Test func plans() async throws {
        var calls: [String] = []
        for recording in Self.recordings + ["ok.nd cut.nd", "none.nd"] {
            for plan in ["plan.yaml", "lenient.yaml"] {
                let options = [
                    "", " --strict", " --fail-on info", " --source wire:segment", " --max-share unreadable=100%",
                ]
                calls += (options + [" --max-share unreadable=100% --strict", " --update-baseline --baseline new"])
                    .map { "plan check \(recording) --plan \(plan)\($0)" }
                calls += ["", " --minimum 60", " --source wire:segment"]
                    .map { "plan coverage \(recording) --plan \(plan)\($0)" }
            }
        }
        try await check(calls)
    }
}
