/// The limits of the reader, so that a file from outside can exhaust neither the stack nor the memory.
public enum JSONLimits {
    /// The maximum depth of nested arrays and objects.
    package static let depth = 128
    /// The maximum size of one event, or of a document's members before or after its events, in bytes.
    public static let eventBytes = 16 << 20
}
