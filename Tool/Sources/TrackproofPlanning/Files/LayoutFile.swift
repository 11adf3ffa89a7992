@_spi(Tooling) package import TrackproofArchives
@_spi(Tooling) internal import TrackproofPlans

/// A file with a layout of the user's own, as YAML or JSON.
package struct LayoutFile: Sendable {
    /// The layout.
    package let layout: ArchiveLayout
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: ``/TrackproofPlans/PlanErrors`` with the places of mistakes.
    package init(path: String) throws {
        bytes = try PlanFile.bytes(path: path)
        layout = try ArchiveLayout(PlanFiles.parse(bytes, file: path))
    }
}
