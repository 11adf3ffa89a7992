import TrackproofSnapshots

/// Fuzzes the reader of recordings.
///
/// If the bytes are a valid recording, this function writes the recording and reads it again. The two recordings must
/// be equal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let recording: Recording
    do {
        recording = try Recording(UnsafeBufferPointer(start: start, count: count))
    } catch {
        return 0
    }
    do {
        let again = try Recording(recording.bytes)
        precondition(again == recording, "read \(recording), then wrote it and read \(again)")
    } catch {
        fatalError("cannot read the written recording: \(error)\n\(String(decoding: recording.bytes, as: UTF8.self))")
    }
    return 0
}
