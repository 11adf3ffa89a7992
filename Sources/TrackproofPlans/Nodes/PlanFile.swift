import TrackproofFiles

/// Functions that read the file of a tracking plan.
public enum PlanFile {
    /// Returns the contents of a regular file.
    ///
    /// If the file is larger than ``PlanNode/sizeLimit``, this method reads only a little more than the limit allows.
    /// The initializers of ``PlanNode`` then reject the bytes as too large.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist, is not a regular file or cannot be
    ///   read.
    public static func bytes(path: String) throws -> [UInt8] {
        try OpenFile(path: path).bytes(limit: PlanNode.sizeLimit)
    }

    /// Reads a plan from a JSON file.
    ///
    /// - Throws: ``PlanErrors`` if the plan has errors; ``/TrackproofJSON/FileAccessError`` if the file cannot be read.
    public static func plan(path: String) throws -> TrackingPlan {
        try TrackingPlan(json: bytes(path: path), file: path)
    }
}
