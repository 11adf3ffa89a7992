import Foundation
import Glibc

/// A launcher of child processes. When the test process ends, even by SIGKILL, the kernel ends its children.
///
/// With `setpriv --pdeathsig`, the kernel sends a signal to a child when the *thread* that started the child ends. So a
/// single thread starts all children, and this thread never ends.
final class Spawner: Sendable {
    static let shared = Spawner()

    /// The lock for the descriptors of the test process.
    ///
    /// A thread holds this lock while it starts a child, or while it creates a descriptor that children must not
    /// inherit.
    static let descriptors = Monitor(())

    private let jobs = Monitor<[@Sendable () -> Void]>([])

    private init() {
        let jobs = jobs
        Thread.detachNewThread {
            while true {
                let job = jobs.wait(until: nil) { $0.isEmpty ? nil : $0.removeFirst() }
                job?()
            }
        }
    }

    /// The parameters of a new process.
    struct Request: Sendable {
        let command: [String]
        let environment: [String: String]
        /// The name of the signal that the kernel sends to the new process when the test process dies.
        let deathSignal: String
        /// The descriptor for both the standard output and the standard error of the process.
        let output: Int32
        /// The descriptor that becomes descriptor 3 of the new process, or `nil`.
        ///
        /// The new process writes to descriptor 3 when it is ready.
        let report: Int32?
    }

    /// Starts a process as the leader of a new process group, and returns its id.
    func spawn(_ request: Request) throws(DriverError) -> pid_t {
        let outcome = Monitor<(code: Int32, process: pid_t)?>(nil)
        jobs.change { jobs in
            jobs.append {
                let result = Self.descriptors.change { _ in Self.start(request) }
                outcome.change { $0 = result }
            }
        }
        let (code, process) = outcome.wait(until: nil) { $0 } ?? (EAGAIN, 0)
        guard code == 0 else {
            throw .failed("setpriv (package util-linux) could not be started: \(String(cString: strerror(code)))")
        }
        return process
    }

    private static func start(_ request: Request) -> (Int32, pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, request.output, 1)
        posix_spawn_file_actions_adddup2(&actions, request.output, 2)
        if let report = request.report { posix_spawn_file_actions_adddup2(&actions, report, 3) }
        // The child closes all other descriptors, which it inherited from the test process.
        for descriptor in openDescriptors() where descriptor > (request.report == nil ? 2 : 3) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        // Resets the signals, so the child does not inherit the blocked and ignored signals of the test process.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        let command = ["setpriv", "--pdeathsig", request.deathSignal, "--"] + request.command
        let environment = request.environment.map { "\($0.key)=\($0.value)" }
        var process: pid_t = 0
        let code = withCStrings(command) { arguments in
            withCStrings(environment) { environment in
                posix_spawnp(&process, "setpriv", &actions, &attributes, arguments, environment)
            }
        }
        return (code, process)
    }

    private static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var descriptors: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
