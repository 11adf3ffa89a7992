/// The limits of the reader, so that a file from outside can exhaust neither the stack nor the memory.
package enum JSONLimits {
    /// The maximum depth of nested arrays and objects.
    package static let depth = 128
    /// The maximum size of one event, or of a document's members before or after its events, in bytes.
    package static let eventBytes = 16 << 20
}
