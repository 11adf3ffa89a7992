import Foundation

// The functions of the target StubUnwind. Its module is not imported, so what imports the stub does not need it either.
@_silgen_name("stub_catch")
private func stub_catch(
    _ body: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ context: UnsafeMutableRawPointer
) -> Int32
@_silgen_name("stub_throw")
private func stub_throw()

/// A failure of a test.
public struct StubFailure: Error, Equatable, Sendable {
    /// The whole text of the failure.
    public let message: String
    public let line: UInt
    /// The text that Xcode's list of issues shows.
    public let title: String

    public init(message: String, line: UInt, title: String? = nil) {
        self.message = message
        self.line = line
        self.title = title ?? message
    }

    init(_ issue: XCTIssue) {
        self.init(
            message: issue.detailedDescription ?? issue.compactDescription,
            line: UInt(issue.sourceCodeContext.location?.lineNumber ?? 0), title: issue.compactDescription)
    }
}

/// The thread on which all tests run, as Apple's XCTest runs them on the main thread.
///
/// It is not the main thread: a test of Swift Testing that runs a stub's test may be on the main thread and in a task.
enum StubThread {
    private static let condition = NSCondition()
    /// The closures to run, which `condition` guards.
    nonisolated(unsafe) private static var work: [() -> Void] = []
    nonisolated(unsafe) private static let thread = {
        let thread = Thread {
            while true { takeWork()() }
        }
        thread.stackSize = 8 << 20
        thread.start()
        return thread
    }()

    private static func takeWork() -> () -> Void {
        condition.lock()
        defer { condition.unlock() }
        while work.isEmpty { condition.wait() }
        return work.removeFirst()
    }

    static var isCurrent: Bool { Thread.current === thread }

    /// Runs a closure on the thread, and waits for its end.
    static func run(_ body: @escaping () -> Void) {
        if isCurrent { return body() }
        let done = DispatchSemaphore(value: 0)
        condition.lock()
        work.append {
            body()
            done.signal()
        }
        condition.signal()
        condition.unlock()
        done.wait()
    }
}

/// The running tests, the innermost last. Only tests on ``StubThread`` run.
nonisolated(unsafe) var stubRunning: [XCTestCase] = []

extension XCTestCase {
    /// Runs the body of the test, and then its teardown blocks, the last one first.
    ///
    /// The body is a part of the test, and so is each teardown block. If the test must not continue after a failure, a
    /// failure ends only the part in which it occurs. The next part still runs.
    func stubInvoke() {
        stubRun { [self] in
            do { try stubBody() } catch { XCTFail("threw error \"\(error)\"") }
        }
        while let block = stubTeardownBlocks.popLast() {
            // The type of the block isolates it to the main actor. The cast removes the isolation, so that a different
            // thread can run the block.
            let block = unsafeBitCast(block, to: (@Sendable () throws -> Void).self)
            stubRun {
                do { try block() } catch { XCTFail("threw error \"\(error)\"") }
            }
        }
    }

    /// Runs the test's body or a teardown block.
    public func stubRun(_ part: @escaping () -> Void) {
        StubThread.run { [self] in
            stubRunning.append(self)
            let count = stubRunning.count
            _ = stub_catch(
                { context in
                    guard let context else { return }
                    Unmanaged<StubPart>.fromOpaque(context).takeRetainedValue().body()
                }, Unmanaged.passRetained(StubPart(body: part)).toOpaque())
            stubRunning.removeSubrange((count - 1)...)
        }
    }

    /// Interrupts the part that runs, if the test must not continue after a failure.
    ///
    /// Apple's XCTest raises an Objective-C exception on the test's thread.
    func stubInterrupt() {
        if !continueAfterFailure, StubThread.isCurrent, stubRunning.last === self { stub_throw() }
    }

    func stubAdd(_ block: @escaping @MainActor @Sendable () throws -> Void) { stubTeardownBlocks.append(block) }
}

private final class StubPart {
    let body: () -> Void

    init(body: @escaping () -> Void) { self.body = body }
}
