internal import Subprocess

#if canImport(System)
    internal import System
#else
    internal import SystemPackage
#endif

extension Executable {
    init(path: String) {
        self = .path(FilePath(path))
    }
}
