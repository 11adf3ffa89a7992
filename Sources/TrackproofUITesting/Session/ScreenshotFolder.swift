import Foundation
import TrackproofPlatform

/// The folder for pictures of the screen at failures. `trackproof run` shows these pictures in its reports.
enum ScreenshotFolder {
    /// Adds a picture. Does nothing if `trackproof run` has not set `TRACKPROOF_SCREENSHOTS`, the path of the folder.
    ///
    /// The name of the picture's file consists of the test's name, with escapes as in a URL, and a unique part.
    ///
    /// - Parameter png: The bytes of a PNG file.
    static func add(_ png: [UInt8], of test: String) throws {
        guard let folder = Platform.environment(EnvironmentVariable.screenshots), !folder.isEmpty else { return }
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-_()"))
        let short = String(String.UnicodeScalarView(test.unicodeScalars.prefix(60)))
        let name = short.addingPercentEncoding(withAllowedCharacters: allowed) ?? "test"
        // A file's name can have at most 255 bytes. The name of the test takes up to 200 bytes of them.
        let unique = UUID().uuidString.prefix(8)
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name.prefix(200)).\(unique).png")
        try Data(png).write(to: file, options: .withoutOverwriting)
    }
}
