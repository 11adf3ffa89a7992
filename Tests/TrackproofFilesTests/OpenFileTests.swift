import Foundation
import _TrackproofTestSupport
import Testing
import TrackproofJSON

import TrackproofFiles

/// Tests that no path makes `OpenFile` wait for ever.
@Suite(.timeLimit(.minutes(1))) struct OpenFileTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }

    init() throws { temporary = try TemporaryFolder() }

    @Test func onlyRegularFilesAreOpened() throws {
        let pipe = folder + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink("/dev/zero", folder + "/zero") == 0)
        #expect(symlink("pipe", folder + "/link") == 0)
        for path in ["pipe", "link", "zero"].map({ folder + "/" + $0 }) {
            for kinds in [OpenFile.Kinds.regular, .input] {
                #expect(
                    message { try OpenFile(path: path, kinds) } == "\(path): cannot open: it is not a regular file")
            }
            #expect(
                message { try OpenFile(writing: path, flags: O_WRONLY | O_APPEND) }
                    == "\(path): cannot create: it is not a regular file")
        }
        #expect(message { try OpenFile(path: folder) } == "\(folder): cannot open: Is a directory")
        #expect(
            message { try OpenFile(path: folder + "/none") }
                == "\(folder)/none: cannot open: No such file or directory")
        #expect(message { try OpenFile(path: folder + "/link", followsLink: false) }?.contains("symbolic") == true)
        let file = try OpenFile(path: pipe, .any)
        #expect(
            message { try file.bytes(limit: 10) } == "\(pipe): cannot read: no process is writing to this pipe")
    }

    @Test func aNameThatIsNotUTF8IsListedAndOpened() throws {
        let names = [[0x61, 0xE9], Array("a\u{10FFE9}".utf8), [0xFF, 0x0A], Array("é".utf8)]
        for name in names {
            let path = folder + "/" + String(pathBytes: name)
            let file = try OpenFile(writing: path, flags: O_WRONLY)
            #expect(write(file.descriptor, name, name.count) == name.count)
            #expect(FileStatus(of: path)?.size == Int64(name.count))
            #expect(path.realPath?.hasSuffix("/" + String(pathBytes: name)) == true)
        }
        let found = try Folder.names(in: folder)
        #expect(Set(found.map(\.pathBytes)) == Set(names))
        for name in found { #expect(try OpenFile(path: folder + "/" + name).bytes(limit: 100) == name.pathBytes) }
        for name in names { _ = (folder + "/" + String(pathBytes: name)).withPath(unlink) }
    }

    @Test func bytesStopBehindTheLimit() throws {
        let zero = try OpenFile(path: "/dev/zero", .any)
        let bytes = try zero.bytes(limit: 100_000)
        #expect(bytes.count > 100_000 && bytes.count <= 100_000 + 1 << 16)
    }
}
