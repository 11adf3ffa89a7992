import Foundation
import TestPrograms
import Testing

#if os(Linux)
    /// Tests names of files, arguments and variables whose bytes are not UTF-8. The file systems of Apple have no such
    /// names.
    @Suite("Bytes that are not UTF-8", .timeLimit(.minutes(15)))
    struct BytesTests {
        /// Makes a folder with a plan, and with shell variables for two names that are not UTF-8.
        private func place() throws -> Workplace {
            let place = try ArchiveSamples.workplace()
            try place.write(Fixture.recording, to: "r.ndjson")
            try place.write(Fixture.snapshot, to: "s.json")
            try place.write(
                """
                name=$(printf 'caf\\351'); folder=$(printf 'd\\377r'); mkdir "$folder" archive

                """, to: "names")
            return place
        }

        @Test func anUnusedSnapshotIsListed() async throws {
            let outcome = try await place().shell(
                """
                . ./names; mkdir __Snapshots__; cp s.json "__Snapshots__/$name.json"; cp s.json "__Snapshots__/$folder.json"
                export name
                trackproof run --unused-snapshots -- \
                sh -c 'echo "$PWD/__Snapshots__/$name.json" >>"$TRACKPROOF_USED_SNAPSHOTS"'
                """)
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasSuffix(#"/__Snapshots__/d\xFFr.json"# + "\n"), "\(outcome.errors)")
            #expect(!outcome.errors.contains(#"caf\xE9"#))
        }

        // MARK: The command under test

        /// Starts `trackproof run` with entries of its environment that a shell would remove, and returns its status.
        ///
        /// The environment has only these entries and `HOME`.
        private func start(_ arguments: [[UInt8]], _ entries: [[UInt8]], in place: Workplace) async throws -> Int32 {
            let words = [Array(Products.command.utf8), Array("run".utf8)] + arguments
            let home = Array("HOME=\(place.path)".utf8)
            func strings(_ list: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
                list.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
            }
            let (argv, envp) = (strings(words), strings(entries + [home]))
            defer { for string in argv + envp { free(string) } }
            var child: pid_t = 0
            try #require(posix_spawn(&child, Products.command, nil, nil, argv, envp) == 0)
            var status: Int32 = 0
            try #require(waitpid(child, &status, 0) == child)
            return status & 0x7F == 0 ? status >> 8 : 128 + status & 0x7F
        }

        private func bytes(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

        @Test(arguments: [false, true])
        func theCommandGetsTheSameBytes(isOdd: Bool) async throws {
            let place = try Workplace()
            var entries = bytes(
                "EMPTY=", "TWICE=1", "TWICE=2", "=x", "A=b=c", "LINE=a\nb", "PATH=/usr/bin:/bin")
            entries += [Array("NA".utf8) + [0xFF] + Array("ME=v".utf8) + [0xE9], [0x56, 0x3D, 0xC0, 0x80]]
            if isOdd { entries += bytes("NOEQUALS", "1DIGIT=d", "") }
            let arguments: [[UInt8]] = [Array("caf".utf8) + [0xE9], [], [0xFF, 0xFE], Array("\u{10FFE9}".utf8)]
            let script = "cat /proc/self/environ >$0.environ; cat /proc/$$/cmdline >$0.cmdline"
            let status = try await start(
                bytes("--", "/bin/sh", "-c", script, place.path + "/out") + arguments, entries, in: place)
            #expect(status == 0)
            func parts(_ name: String) throws -> [[UInt8]] {
                try Data(contentsOf: URL(fileURLWithPath: place.path + "/" + name)).split(
                    separator: 0, omittingEmptySubsequences: false
                ).map(Array.init)
            }
            #expect(try Array(parts("out.cmdline").dropFirst(4).dropLast()) == arguments)
            // A shell does not pass on all entries. So the command that prints the entries is started without a shell.
            let direct = try await start(
                bytes("--recording", place.path + "/r", "--", "/bin/cp", "/proc/self/environ", place.path + "/direct"),
                entries, in: place)
            #expect(direct == 0)
            let received = try parts("direct").dropLast().filter { entry in
                !["TRACKPROOF_", "TEST_RUNNER_TRACKPROOF_", "SIMCTL_CHILD_TRACKPROOF_", "HOME="].contains {
                    entry.starts(with: $0.utf8)
                }
            }
            #expect(Array(received) == entries)
        }

        @Test func aProgramWhoseNameIsNotUTF8IsRun() async throws {
            let outcome = try await place().shell(
                """
                . ./names; printf '#!/bin/sh\\necho "ran $1"; exit 7\\n' >"$folder/$name"; chmod +x "$folder/$name"
                trackproof run -- "$folder/$name" one; echo "status $?"
                PATH="$PWD/$folder:$PATH" trackproof run -- "$name" two; echo "status $?"
                trackproof run -- "$folder/none"; echo "status $?"
                """)
            #expect(outcome.output == "ran one\nstatus 7\nran two\nstatus 7\nstatus 127\n", "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix(#"trackproof: d\xFFr/none: no such file"# + "\n"))
        }
    }
#endif
