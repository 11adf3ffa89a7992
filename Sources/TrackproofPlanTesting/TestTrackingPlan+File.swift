public import Foundation
public import TrackproofAssertions
import TrackproofPlans
import TrackproofPlatform

extension TestTrackingPlan {
    /// Returns the plan that a file contains.
    ///
    /// The file is in JSON, as `trackproof plan compile` writes it.
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
    ) -> TestTrackingPlan {
        let file = PlanLocation(path: path, bundleFolder: bundle?.resourceURL?.path, sourceFile: "\(filePath)")
        let context = CheckContext(platform: platform)
        return TestTrackingPlan {
            let checker = try PlanChecker.shared(for: try file.found())
            return { event in
                checker.findings(for: event, context).filter { $0.severity == .error }.map(PlanViolation.init)
            }
        }
    }
}

extension PlanViolation {
    fileprivate init(_ finding: PlanFinding) {
        let owner = finding.owner.map { "owner: \($0.safeForDisplay)" }
        let place = finding.planPlace.map { "plan: \($0.description.safeForDisplay)" }
        self.init(
            "\(finding)", details: [owner, place].compactMap(\.self), isUnplanned: finding.id == .unplannedEvent,
            nearest: finding.nearest)
    }
}

extension PlanChecker {
    /// The checkers of all plans that tests have used so far, by the path of the plan's file.
    ///
    /// Tests with the same plan share a checker, so that the process reads the plan only once.
    private static let checkers = Lock<[String: PlanChecker]>([:])

    /// Returns the checker of the plan in a file. Reads the file only if no earlier call has read it.
    ///
    /// - Throws: An error with the reason if the file cannot be read or is not a plan.
    fileprivate static func shared(for path: String) throws -> PlanChecker {
        if let checker = checkers.withLock({ $0[path] }) { return checker }
        let checker = PlanChecker(try PlanFile.plan(path: path))
        return checkers.withLock { checkers in
            if let earlier = checkers[path] { return earlier }
            checkers[path] = checker
            return checker
        }
    }
}

/// Where a test looks for the file of its tracking plan.
struct PlanLocation: Sendable {
    /// The path of the plan's file. The path can be relative.
    let path: String
    let bundleFolder: String?
    let sourceFile: String

    /// Returns the path of the file.
    ///
    /// - Throws: An error with the reason if the file does not exist.
    func found() throws -> String {
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
        throw MissingPlan(location: self)
    }
}

/// The error for a plan whose file was not found.
struct MissingPlan: Error, CustomStringConvertible {
    let location: PlanLocation

    var description: String {
        """
        cannot find \(location.path) in the folder of \(location.sourceFile) or in a folder that contains this folder. \
        Write the plan's file with `trackproof plan compile`; on a device, copy the file into the test's bundle and pass \
        the bundle as `bundle:`
        """
    }
}
