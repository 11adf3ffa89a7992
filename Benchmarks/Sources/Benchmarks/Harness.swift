import Foundation

/// An implementation to measure. Its `body` does the work `count` times.
struct Contender {
    let name: String
    let count: Int
    let body: () -> Void

    init(_ name: String, count: Int, _ body: @escaping () -> Void) {
        self.name = name
        self.count = count
        self.body = body
    }
}

/// Uses a value, so that the optimizer does not remove the code that computes the value.
@inline(never)
func use<T>(_ value: T) {}

enum Harness {
    /// Measures the contenders, and returns the median seconds per unit of each contender.
    ///
    /// The contenders run in turn (A B C A B C …), so a change in the speed of the machine affects all of them.
    static func measure(_ contenders: [Contender], rounds: Int = 9) -> [Double] {
        var samples = contenders.map { _ in [Double]() }
        for contender in contenders { contender.body() }  // Warm-up.
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                samples[index].append(seconds(contender.body) / Double(contender.count))
            }
        }
        return samples.map { $0.sorted()[$0.count / 2] }
    }

    static func seconds(_ body: () -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// Measures the contenders, and prints a table of their times and of the ratios to the time of `baseline`.
    ///
    /// - Returns: The median seconds per unit of each contender.
    @discardableResult
    static func compare(
        _ title: String, baseline: String, _ contenders: [Contender], rounds: Int = 9
    ) -> [Double] {
        let results = measure(contenders, rounds: rounds)
        let base = zip(contenders, results).first { $0.0.name == baseline }?.1 ?? results[0]
        print("\n\(title)\n")
        print("| contender | per unit | against \(baseline) |\n|---|---:|---:|")
        for (contender, result) in zip(contenders, results) {
            print("| \(contender.name) | \(text(seconds: result)) | \(ratio(result / base)) |")
        }
        return results
    }

    static func text(seconds: Double) -> String {
        switch seconds {
        case ..<1e-6: String(format: "%.0f ns", seconds * 1e9)
        case ..<1e-3: String(format: "%.2f µs", seconds * 1e6)
        case ..<1: String(format: "%.2f ms", seconds * 1e3)
        default: String(format: "%.2f s", seconds)
        }
    }

    static func ratio(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f×" : "%.0f×", value)
    }

    /// The peak of this process' memory, in MiB.
    static var peak: Double {
        #if canImport(Darwin)
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return Double(usage.ru_maxrss) / 1_048_576
        #else
            // On Linux, the peak that `getrusage` returns includes the parent's memory at the time of the fork.
            let status: String
            do {
                status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            } catch {
                fatalError("\(error)")
            }
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
        #endif
    }
}
