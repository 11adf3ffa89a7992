import Foundation
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofPlatform
import TrackproofReports
import TrackproofConsole

/// A folder in which each UI test that fails saves a screenshot of its first failure.
struct Screenshots {
    /// The limits: the number of screenshots, the size of one screenshot, and the size of all screenshots, in bytes.
    private static let limits = (count: 20, bytes: 8 << 20, total: 32 << 20)

    private let folder: PrivateFolder
    var path: String { folder.path }

    /// Creates the folder. Only this user can read it and write to it.
    init() throws { folder = try PrivateFolder() }

    func remove() { folder.remove() }

    /// Returns the screenshots, the oldest first. Writes a message if it leaves out screenshots.
    func taken() -> [ReportedScreenshot] {
        var found: [(time: Date, url: URL)] = []
        let keys: [URLResourceKey] = [.creationDateKey, .contentModificationDateKey, .isRegularFileKey, .fileSizeKey]
        let files = FileManager.default.enumerator(
            at: URL(fileURLWithPath: path), includingPropertiesForKeys: keys, options: .skipsSubdirectoryDescendants)
        while let url = files?.nextObject() as? URL, found.count < 10_000 {
            guard url.pathExtension == "png", let values = Self.values(of: url, keys), values.isRegularFile == true,
                let size = values.fileSize, size <= Self.limits.bytes
            else { continue }
            found.append((values.contentModificationDate ?? .distantPast, url))
        }
        var pictures: [ReportedScreenshot] = []
        var total = 0
        for (_, url) in found.sorted(by: { ($0.time, $0.url.path) < ($1.time, $1.url.path) }) {
            guard pictures.count < Self.limits.count, total < Self.limits.total else { break }
            guard let bytes = Self.bytes(of: url.path) else { continue }
            // A UI test names the file with the percent-encoded name of the test, a dot, and a text that makes the name
            // unique.
            let name = url.deletingPathExtension().deletingPathExtension().lastPathComponent
            if let picture = ReportedScreenshot(test: name.removingPercentEncoding ?? name, png: bytes) {
                total += bytes.count
                pictures.append(picture)
            }
        }
        if found.count > pictures.count {
            Console.note("the report contains only \(pictures.count) of \(found.count) screenshots")
        }
        return pictures
    }

    private static func bytes(of path: String) -> [UInt8]? {
        do { return try OpenFile(path: path).bytes(limit: limits.bytes) } catch { return nil }
    }

    private static func values(of url: URL, _ keys: [URLResourceKey]) -> URLResourceValues? {
        do { return try url.resourceValues(forKeys: Set(keys)) } catch { return nil }
    }
}
