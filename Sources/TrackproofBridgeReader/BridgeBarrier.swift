/// The result of ``BridgeReader/barrier(within:)``.
public enum BridgeBarrier: Sendable, Hashable {
    /// Everything that the writers tracked before the call has arrived.
    case passed
    /// The time limit passed before every writer answered, so events may still be on their way.
    ///
    /// The array contains the known writers that have not answered. The array can be empty: the reader may be waiting
    /// for a writer that has not introduced itself, or for a connection that it has not accepted yet. The reader may
    /// also be busy with earlier input.
    case silent([BridgeWriter])
    /// The transport has no barrier, because it is a file.
    case unsupported
}
