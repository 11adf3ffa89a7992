/// Runs `body` until it returns, or until another function returns. Cancels the one that has not returned.
///
/// - Returns: The value that `body` returns, or `nil` if `end` returns first.
func run<Value: Sendable>(
    until end: @escaping @Sendable () async -> Void, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            await end()
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}

/// Runs `body` until it returns, or until a deadline.
///
/// - Returns: The value that `body` returns, or `nil` if the deadline passes first or the task is cancelled.
func run<Value: Sendable>(
    until deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    // The sleep throws an error only if the task is cancelled.
    try await run(until: { do { try await Task.sleep(until: deadline) } catch {} }, body)
}
