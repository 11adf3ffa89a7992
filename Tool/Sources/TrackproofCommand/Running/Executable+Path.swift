import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

extension Executable {
    init(path: String) {
        self = .path(FilePath(path))
    }
}
