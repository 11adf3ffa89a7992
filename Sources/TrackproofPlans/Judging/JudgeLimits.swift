import TrackproofPlatform

/// The work that a judge has done for one event, and the limits of this work.
struct JudgeLimits {
    /// The maximum number of steps for one event. In each step, the judge compares one value with one schema.
    ///
    /// A value needs more than a few steps only if its schema has alternatives inside of alternatives.
    static let steps = 200_000
    /// The maximum number of schemas around a value.
    static let depth = 1_000
    /// The maximum number of schemas around a value for which the stack of each thread is large enough.
    ///
    /// Without optimization, a schema needs up to 10 KB of the stack. On Darwin, most threads have a stack of 512 KB.
    private static let depthOfSmallStack = 40
    /// The size of a stack for ``depth`` schemas, in bytes.
    private static let stackSize = 32 << 20

    /// The number of steps so far.
    private(set) var steps = 0
    /// Whether the judge stopped because a value is inside too many schemas.
    private(set) var isTooDeep = false
    /// The number of schemas around the current comparison.
    private var depth = 0
    private let maximumDepth: Int

    init(maximumDepth: Int = depthOfSmallStack) { self.maximumDepth = maximumDepth }

    /// Whether the judge reached a limit, so that its result is unknown.
    var isExhausted: Bool { steps > Self.steps || isTooDeep }

    /// Adds steps. A step takes about as long as a comparison of one value with one schema.
    mutating func add(_ count: Int) { steps += count }

    /// Begins the comparison with one more schema, unless a limit is reached. After the comparison, call ``leave()``.
    ///
    /// - Returns: `false` if a limit is reached.
    mutating func enter() -> Bool {
        steps += 1
        if depth == maximumDepth { isTooDeep = true }
        if isExhausted { return false }
        depth += 1
        return true
    }

    /// Ends the comparison with a schema.
    mutating func leave() { depth -= 1 }

    /// The texts of a finding about the limit that the judge reached.
    var words: Judge.Words {
        isTooDeep
            ? Judge.Words(expected: "at most \(Self.depth) schemas around a value", found: "more schemas")
            : Judge.Words(
                expected: "an event that can be checked in \(Self.steps) steps", found: "an event that is too complex")
    }

    /// Calls `body` on a thread with a stack for ``depth`` schemas, and waits until `body` returns.
    ///
    /// - Parameter body: A closure that gets the limits of this stack.
    /// - Returns: `false` if the system could not start the thread.
    static func withLargeStack(_ body: (JudgeLimits) -> Void) -> Bool {
        Platform.runThread(stackSize: stackSize) { body(JudgeLimits(maximumDepth: depth)) }
    }
}
