let chosen = CommandLine.arguments.dropFirst()
let benchmarks: [(name: String, run: () -> Void)] = [
    ("tracking", TrackingBenchmark.run),
    ("events", EventsBenchmark.run),
    ("comparing", ComparingBenchmark.run),
    ("checking", CheckingBenchmark.run),
    ("patterns", PatternsBenchmark.run),
    ("bridging", BridgingBenchmark.run),
]
for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) { benchmark.run() }
