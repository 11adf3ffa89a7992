let chosen = CommandLine.arguments.dropFirst()
let benchmarks: [(name: String, run: () -> Void)] = [
    ("tracking", TrackingBenchmark.run)
]
for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) { benchmark.run() }
