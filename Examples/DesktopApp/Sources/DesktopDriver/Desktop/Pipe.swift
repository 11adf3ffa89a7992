import Glibc

/// A pipe. A child process inherits an end of the pipe only if the ``Spawner`` passes that end.
struct Pipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws(DriverError) {
        var ends: [Int32] = [0, 0]
        let code = Spawner.descriptors.change { _ -> Int32 in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw .failed("a pipe could not be created: \(String(cString: strerror(code)))") }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }
}
