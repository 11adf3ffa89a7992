internal import Foundation
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// A folder in which UI tests leave a picture of the screen at their first failure.
struct Screenshots {
    /// The environment variable that names the folder.
    static let variable = "TRACKPROOF_SCREENSHOTS"

    /// The limits: the number of pictures, the size of one picture, and the total size of all pictures, in bytes.
    private static let limits = (count: 20, bytes: 8 << 20, total: 32 << 20)

    let path: String

    /// Creates the folder. Only this user can read and write it.
    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-screens-\(UUID())").path
        guard mkdir(path, 0o700) == 0 else {
            throw CommandError("\(path): cannot create: \(systemMessage(errno))", .cannotCreate)
        }
    }

    /// Removes the folder.
    func remove() {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            Console.note("\(path): cannot remove: \(error.localizedDescription)")
        }
    }

    /// Returns the pictures in the order of time. Writes a message if it leaves out pictures.
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
            guard let bytes = FileManager.default.contents(atPath: url.path) else { continue }
            // The session names a file with the name of the test, a dot, and a part that no other file has.
            let name = url.deletingPathExtension().deletingPathExtension().lastPathComponent
            if let picture = ReportedScreenshot(test: name.removingPercentEncoding ?? name, png: Array(bytes)) {
                total += bytes.count
                pictures.append(picture)
            }
        }
        if found.count > pictures.count {
            Console.note("the report contains only \(pictures.count) of \(found.count) screenshots")
        }
        return pictures
    }

    private static func values(of url: URL, _ keys: [URLResourceKey]) -> URLResourceValues? {
        do { return try url.resourceValues(forKeys: Set(keys)) } catch { return nil }
    }
}
