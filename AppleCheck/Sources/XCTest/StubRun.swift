import Glibc

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

    /// Adds the failure to the test that runs.
    ///
    /// If the test must not continue after a failure, Apple's XCTest raises an Objective-C exception on the test's
    /// thread. The code that failed does not continue, and its `defer` blocks do not run. The stub ends the thread
    /// instead, which has the same effect.
    func record() {
        guard let (test, thread) = stubRunning else { return }
        test.stubFailures.append(self)
        if !test.continueAfterFailure, pthread_equal(pthread_self(), thread) != 0 { pthread_exit(nil) }
    }
}

/// The running test, and the thread that runs its body or one of its teardown blocks. Only one test runs at a time.
nonisolated(unsafe) private var stubRunning: (test: XCTestCase, thread: pthread_t)?

extension XCTestCase {
    /// Runs the body of the test, and then its teardown blocks, the last one first.
    ///
    /// The body is a part of the test, and so is each teardown block. If the test must not continue after a failure, a
    /// failure ends only the part in which it occurs. The next part still runs.
    func stubInvoke() {
        if stubRunning?.test === self { return stubRunParts() }
        stubRun(stubRunParts)
    }

    /// Runs the test's body or a teardown block on a new thread, and waits for its end.
    ///
    /// A failure can end the thread, so the stub never runs the body or a teardown block on the caller's thread.
    public func stubRun(_ part: @escaping () -> Void) {
        let caller = stubRunning
        let box = Unmanaged.passRetained(StubPart(test: self, body: part))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let part = Unmanaged<StubPart>.fromOpaque(pointer).takeRetainedValue()
                stubRunning = (part.test, pthread_self())
                part.body()
                return nil
            }, box.toOpaque())
        precondition(code == 0, "cannot create a thread: error \(code)")
        pthread_join(thread, nil)
        stubRunning = caller
    }

    private func stubRunParts() {
        stubRun { [self] in
            do { try stubBody() } catch { XCTFail("\(error)") }
        }
        while let block = stubTeardownBlocks.popLast() {
            // The type of the block isolates it to the main actor. The cast removes the isolation, so that a different
            // thread can run the block.
            let block = unsafeBitCast(block, to: (@Sendable () throws -> Void).self)
            stubRun {
                do { try block() } catch { XCTFail("\(error)") }
            }
        }
    }

    func stubAdd(_ block: @escaping @MainActor @Sendable () throws -> Void) { stubTeardownBlocks.append(block) }
}

private final class StubPart {
    let test: XCTestCase
    let body: () -> Void

    init(test: XCTestCase, body: @escaping () -> Void) {
        self.test = test
        self.body = body
    }
}
