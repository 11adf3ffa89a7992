import Foundation
import _TrackproofTestSupport
import Testing

/// A task, queue or thread in which the code of a test can run.
struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether code that runs here is part of the test's task, so the library can find out which test runs the code.
    let isInTask: Bool
    /// Runs a closure in this place, and returns after the closure has ended.
    let run: @Sendable (@escaping @Sendable () -> Void) async -> Void

    var testDescription: String { name }

    static let all = inTask + elsewhere

    static let inTask = [
        Place(name: "the test's own task", isInTask: true) { $0() },
        Place(name: "a child task", isInTask: true) { work in
            await withTaskGroup { group in group.addTask { work() } }
        },
        Place(name: "a task", isInTask: true) { work in await Task { work() }.value },
        Place(name: "the main actor", isInTask: true) { work in await Task { @MainActor in work() }.value },
    ]

    static let elsewhere = [
        Place(name: "a detached task", isInTask: false) { work in await Task.detached { work() }.value },
        Place(name: "a dispatch queue", isInTask: false) { work in
            await withCheckedContinuation { done in
                DispatchQueue(label: "place").async {
                    work()
                    done.resume()
                }
            }
        },
        Place(name: "the main queue", isInTask: false) { work in
            await withCheckedContinuation { done in
                DispatchQueue.main.async {
                    work()
                    done.resume()
                }
            }
        },
        Place(name: "a notification from a queue", isInTask: false) { work in
            await withCheckedContinuation { done in
                let name = Notification.Name(UUID().uuidString)
                let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in work()
                }
                // The compiler cannot check that another thread may use the token, because it does not know the token's
                // type.
                nonisolated(unsafe) let observer = token
                DispatchQueue.global().async {
                    NotificationCenter.default.post(name: name, object: nil)
                    NotificationCenter.default.removeObserver(observer)
                    done.resume()
                }
            }
        },
        Place(name: "a thread", isInTask: false) { work in await onThread(work) },
    ]
}
