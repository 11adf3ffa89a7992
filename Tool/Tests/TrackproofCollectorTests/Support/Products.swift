import Foundation
import Testing

/// Where the build put the command, and `setup-sdks.sh` the environment of Python with the SDKs.
enum Products {
    private static let folder: String = {
        #if os(macOS)
            Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent().path
        #else
            Bundle.main.bundleURL.path
        #endif
    }()

    static let command = folder + "/trackproof"

    /// - Throws: where `setup-sdks.sh` did not make it.
    static func python() throws -> String {
        // The scratch folder holds a folder for the platform, and that one for the configuration.
        let sdks = folder + "/../../sdks"
        guard FileManager.default.fileExists(atPath: sdks + "/complete") else {
            throw MissingSDKs(folder: URL(fileURLWithPath: sdks).standardizedFileURL.path)
        }
        return sdks + "/bin/python"
    }
}

struct MissingSDKs: Error, CustomStringConvertible {
    let folder: String
    var description: String {
        "there is no \(folder): make it with Tool/setup-sdks.sh SCRATCH, as `make test-tool` does"
    }
}
