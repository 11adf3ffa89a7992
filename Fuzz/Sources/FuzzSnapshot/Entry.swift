import TrackproofSnapshots

/// Fuzzes the reader of snapshots.
///
/// If the bytes are a valid snapshot, this function writes the snapshot, reads it and writes it again. The written
/// bytes must be the same both times.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSnapshot(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let written: [UInt8]
    do {
        written = try Snapshot(UnsafeBufferPointer(start: start, count: count)).bytes
    } catch {
        return 0
    }
    do {
        let again = try Snapshot(written).bytes
        precondition(
            again == written,
            "wrote \(String(decoding: written, as: UTF8.self)), then \(String(decoding: again, as: UTF8.self))")
    } catch {
        fatalError("cannot read the written snapshot: \(error)\n\(String(decoding: written, as: UTF8.self))")
    }
    return 0
}
