internal import Foundation
internal import TrackproofPlatform

/// The folder for pictures of failures. `trackproof run` sets its path, and shows the pictures in its reports.
enum ScreenshotFolder {
    private static let variable = "TRACKPROOF_SCREENSHOTS"

    /// Adds a picture. Does nothing if the environment does not name the folder.
    ///
    /// The file's name consists of the test's name, with escapes as in a URL, and a unique part.
    ///
    /// - Parameter png: The bytes of a PNG file.
    static func add(_ png: [UInt8], of test: String) throws {
        guard let folder = Platform.environment(variable), !folder.isEmpty else { return }
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-_()"))
        let short = String(String.UnicodeScalarView(test.unicodeScalars.prefix(60)))
        let name = short.addingPercentEncoding(withAllowedCharacters: allowed) ?? "test"
        // A file's name can have at most 255 bytes. The escapes of one scalar have at most 12 bytes.
        let unique = UUID().uuidString.prefix(8)
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name.prefix(200)).\(unique).png")
        try Data(png).write(to: file, options: .withoutOverwriting)
    }
}
