/// A screenshot of the moment when a test failed.
package struct ReportedScreenshot: Sendable, Hashable {
    /// The name of the test.
    package var test: String
    /// The bytes of the PNG file.
    package var png: [UInt8]

    /// Creates a screenshot, or returns `nil` if the bytes do not begin like a PNG file.
    package init?(test: String, png: [UInt8]) {
        // https://www.w3.org/TR/png-3/#5PNG-file-signature
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        (self.test, self.png) = (test, png)
    }
}
