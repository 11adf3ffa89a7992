import Foundation
import TrackproofPlatform

#if canImport(CoreFoundation)
    import CoreFoundation

    /// Counts the calls that run the main run loop.
    ///
    /// While a test waits on the main thread, it runs the main run loop. Closures that anybody has put on the main queue
    /// then run inside of the test's call stack, and find the test's task-local values.
    enum MainRunLoop {
        private static let count: Lock<Int> = {
            let count = Lock(0)
            let activities = CFRunLoopActivity.entry.rawValue | CFRunLoopActivity.exit.rawValue
            let observer = CFRunLoopObserverCreateWithHandler(nil, activities, true, 0) { _, activity in
                count.withLock { $0 += activity == .entry ? 1 : -1 }
            }
            #if !os(Linux)
                CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
            #else
                CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
            #endif
            return count
        }()

        /// The number of calls that run the main run loop now, each inside of the one before.
        ///
        /// Does not count the calls that began before the first use of this property.
        static var depth: Int { count.withLock { $0 } }

        /// Whether the current code runs in a call of the main run loop that began when the depth was `depth` or more.
        static func isRunning(since depth: Int) -> Bool { Thread.isMainThread && self.depth > depth }
    }
#else
    enum MainRunLoop {
        static var depth: Int { 0 }
        static func isRunning(since depth: Int) -> Bool { false }
    }
#endif
