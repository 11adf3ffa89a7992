@_spi(Tooling) public import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

@_spi(Tooling) extension OpenFile {
    /// Reads the next bytes. Waits until there is at least one byte.
    ///
    /// - Returns: The number of bytes, or 0 at the end of the file.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails, or if no process writes to the pipe.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileAccessError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        while true {
            let count = Platform.readBytes(descriptor, base, buffer.count)
            if count < 0, errno == EAGAIN {
                // Another process with the same standard input has made it non-blocking.
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, -1)
                continue
            }
            guard count >= 0 else { throw FileAccessError(path, .read) }
            if takeIsAwaitingWriter(), count == 0 {
                throw FileAccessError(path, .read, code: EPIPE, message: "no process is writing to this pipe")
            }
            return count
        }
    }

    /// Reads the bytes at an offset. Several threads can call this method at the same time.
    ///
    /// - Returns: The number of bytes, or 0 if the file ends at the offset or before it.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(FileAccessError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = Platform.readBytes(descriptor, base, buffer.count, at: offset)
        guard count >= 0 else { throw FileAccessError(path, .read) }
        return count
    }

    /// Returns the bytes from the current position to the end of the file.
    ///
    /// - Parameter limit: The maximum number of bytes that the caller accepts. If there are more bytes, the result has
    ///   at least one byte more than the limit, and the rest is not read.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails.
    public func bytes(limit: Int) throws(FileAccessError) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while bytes.count <= limit {
            let count = try read(into: buffer)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// The status of the file now, which another process may have changed since the file was opened.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the system reports no status.
    public func currentStatus() throws(FileAccessError) -> FileStatus {
        guard let status = FileStatus(of: descriptor) else { throw FileAccessError(path, .read) }
        return status
    }
}
