public import Foundation
import TrackproofPlatform
import TrackproofPlans

/// The tracking plan with which Trackproof compares the events of a test.
///
/// ```swift
/// @Suite(.recordingEvents(plan: .file("Tracking/plan.json"))) struct LoginTests { … }
/// ```
///
/// The plan's file is in JSON, as `trackproof plan compile` writes it. An event that violates the plan fails the test
/// in which the event was tracked, whether or not an assertion has checked the event.
public struct EventPlan: Sendable {
    /// The path of the plan's file. The path can be relative.
    private let path: String
    private let bundleFolder: String?
    private let sourceFile: String
    private let platform: String?

    /// Returns the plan that a file contains.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Trackproof looks for a relative path in the folder of the test's source file,
    ///     then in the folders that contain that folder. If Trackproof finds no file there, it looks for a file with
    ///     the same name in the bundle.
    ///   - bundle: The bundle with the file, for tests on a device.
    ///   - platform: The platform of the app, as the plan names it. An event violates the plan if the plan contains the
    ///     event only for other platforms. If `platform` is `nil`, Trackproof does not check the platforms of events.
    ///   - filePath: The path of the test's source file. Defaults to the file of the call.
    public static func file(
        _ path: String, bundle: Bundle? = nil, platform: String? = nil, filePath: StaticString = #filePath
    ) -> EventPlan {
        EventPlan(
            path: path, bundleFolder: bundle?.resourceURL?.path, sourceFile: "\(filePath)", platform: platform)
    }

    /// The checkers of all plans that tests have used so far, by the path of the plan's file.
    ///
    /// Tests with the same plan share a checker, so that the process reads the plan only once.
    private static let checkers = Lock<[String: PlanChecker]>([:])

    /// Returns the checker of the plan. Reads the plan's file only if no earlier call has read it.
    ///
    /// - Throws: An error with the reason if the file does not exist or is not a plan.
    func checker() throws -> PlanChecker {
        let file = try found()
        if let checker = Self.checkers.withLock({ $0[file] }) { return checker }
        let checker = PlanChecker(try PlanFile.plan(path: file))
        return Self.checkers.withLock { checkers in
            if let earlier = checkers[file] { return earlier }
            checkers[file] = checker
            return checker
        }
    }

    var context: CheckContext { CheckContext(platform: platform) }

    private func found() throws -> String {
        if path.hasPrefix("/") { return path }
        var folder = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
        while true {
            let candidate = folder.appendingPathComponent(path).path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            if folder.pathComponents.count <= 1 { break }
            folder.deleteLastPathComponent()
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        if let bundleFolder, FileManager.default.fileExists(atPath: "\(bundleFolder)/\(name)") {
            return "\(bundleFolder)/\(name)"
        }
        throw EventPlanError(path: path, sourceFile: sourceFile)
    }
}

/// The error for a plan whose file was not found.
struct EventPlanError: Error, CustomStringConvertible {
    let path: String
    let sourceFile: String

    var description: String {
        """
        cannot find \(path) in the folder of \(sourceFile) or in a folder that contains this folder. Write the plan's file \
        with `trackproof plan compile`; on a device, copy the file into the test's bundle and pass the bundle as `bundle:`
        """
    }
}
