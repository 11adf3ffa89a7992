/// A limit on the number of functions that run at the same time. Further functions wait, in the order of the calls.
public actor Turns {
    /// The number of functions that can begin now. If it is negative, functions wait.
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a limit.
    public init(_ limit: Int) { free = limit }

    /// Runs a function when fewer functions than the limit run.
    public func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        free -= 1
        if free < 0 { await withCheckedContinuation { waiting.append($0) } }
        defer {
            free += 1
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}
