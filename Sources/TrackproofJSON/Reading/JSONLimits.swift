/// What the reader takes at most, so that a file from outside can cost neither the stack nor the memory.
package enum JSONLimits {
    /// Levels of arrays and objects inside each other.
    package static let depth = 128
    /// Bytes of one event, or of a document's settings.
    package static let eventBytes = 16 << 20
}
