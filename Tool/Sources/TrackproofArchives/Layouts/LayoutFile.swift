import TrackproofPlanning
import TrackproofPlans

/// A YAML or JSON file in which a user describes the layout of an archive.
package struct LayoutFile: Sendable {
    /// The layout that the file describes.
    package let layout: ArchiveLayout
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: ``/TrackproofPlans/PlanErrors`` if the file does not describe a layout.
    package init(path: String) throws {
        bytes = try PlanFile.bytes(path: path)
        layout = try ArchiveLayout(PlanFiles.parse(bytes, file: path))
    }
}
