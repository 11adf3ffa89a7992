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
            let place = try ArchiveCheckTests.workplace()
            try place.write(Fixture.recording, to: "r.ndjson")
            try place.write(Fixture.snapshot, to: "s.json")
            try place.write(
                """
                name=$(printf 'caf\\351'); folder=$(printf 'd\\377r'); mkdir "$folder" archive

                """, to: "names")
            return place
        }

        @Test func filesInFoldersAndPatternsAreChecked() async throws {
            let outcome = try await place().shell(
                """
                . ./names
                cp r.ndjson "archive/$name.ndjson"; cp r.ndjson "archive/$folder.ndjson"; cp r.ndjson archive/e.ndjson
                for input in archive 'archive/*' 'archive/caf?.ndjson' "archive/$name.ndjson"; do
                    trackproof plan check "$input" >out; echo "status $?"; tail -n 1 out
                done
                trackproof plan check "archive/$name.ndjson" | grep -o 'archive/.*ndjson' | sort -u
                trackproof plan check "archive/$name.ndjson" --report json | grep -o 'archive/caf[^.]*.ndjson' | sort -u
                trackproof plan check "archive/$name.ndjson" --report html=out.html >/dev/null
                grep -o 'archive/[^<]*ndjson' out.html | sort -u
                """)
            let file = #"archive/caf\xE9.ndjson"#
            #expect(
                outcome.output.split(separator: "\n").map(String.init).suffix(2)
                    == [#"archive/caf\\xE9.ndjson"#, file], "\(outcome.output)\(outcome.errors)")
            #expect(!outcome.output.contains("status 6"))
        }

        @Test func splitsAndResultsNameTheSameFiles() async throws {
            let outcome = try await place().shell(
                """
                . ./names; cp r.ndjson "archive/$name.ndjson"; cp r.ndjson "archive/caf.ndjson"
                trackproof plan check archive >whole
                trackproof plan split archive --size 9 >splits
                grep -a -c "^archive/$name.ndjson:" splits
                trackproof plan audit --partial --splits splits >results
                trackproof plan merge results --expect-splits splits | cmp - whole && echo same
                xargs -d '\\n' -n 1 trackproof plan audit --partial --split <splits >results
                trackproof plan merge results --expect-splits splits | cmp - whole && echo same
                for run in 1 2; do trackproof plan audit archive --resume state | cmp - whole && echo same; done
                """)
            #expect(outcome.output == "6\nsame\nsame\nsame\nsame\n", "\(outcome.errors)")
        }

        @Test func eachCommandOpensSuchFiles() async throws {
            let outcome = try await place().shell(
                """
                . ./names; cp r.ndjson "$folder/r$name"; cp s.json "$folder/$name.json"
                cp Tracking/plan.yaml "$folder/$name.yaml"
                trackproof show "$folder/r$name" --format ndjson | cmp - r.ndjson && echo shown
                trackproof verify "$folder/r$name" --snapshot "$folder/$name.json" --report json="$folder/$name.report"
                trackproof diff "$folder/r$name" "$folder/$name.json"
                trackproof report --from "$folder/$name.report"
                trackproof accept "$folder/r$name" --snapshot "$folder/new$name.json"; test -f "$folder/new$name.json" && echo made
                echo '{"name":"other"}' >other
                trackproof verify other --snapshot "$folder/$name.json" >/dev/null
                test -f "$folder/$name.pending.json" && echo pending
                trackproof accept "$folder" --all | tail -n 1
                trackproof show "$folder/$name.json" --format ndjson
                trackproof plan check r.ndjson --plan "$folder/$name.yaml" | tail -n 1
                trackproof run --recording "$folder/run$name" -- true; test -f "$folder/run$name" && echo recorded
                trackproof show "$folder/none$name"
                """)
            #expect(outcome.output.contains("shown\n2 events as expected\n"), "\(outcome.output)\(outcome.errors)")
            for word in ["made", "pending", "recorded", #"{"name":"other"}"#, "1 accepted, 0 rejected, 0 left"] {
                #expect(outcome.output.contains(word + "\n"), "\(word): \(outcome.output)\(outcome.errors)")
            }
            #expect(
                outcome.errors.hasSuffix(
                    #"trackproof: d\xFFr/nonecaf\xE9: cannot open: No such file or directory"# + "\n"))
            #expect(outcome.status == 66)
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

        @Test func aPlanIsComparedWithARevision() async throws {
            let outcome = try await place().shell(
                """
                . ./names; exec 2>&1; mkdir "$folder/plans"
                git init -q .; git config user.email a@example.com; git config user.name a
                for file in "$folder/$name.yaml" "$folder/plans/$name.yaml"; do
                    printf 'plan: 1\\nevents: {a: {}}\\n' >"$file"
                done
                git add -A; git commit -q -m first; git tag "v$name"
                for file in "$folder/$name.yaml" "$folder/plans/$name.yaml"; do
                    printf 'plan: 1\\nevents: {a: {}, b: {}}\\n' >"$file"
                done
                cp "$folder/$name.yaml" "$folder/new$name.yaml"
                for revision in HEAD "v$name"; do
                    for file in "$folder/$name.yaml" "$folder/plans"; do
                        trackproof plan diff "$file" --against "$revision" | head -n 1
                    done
                done
                trackproof plan diff "$folder/new$name.yaml" --against "v$name" | tail -n 1
                trackproof plan diff "$folder/$name.yaml" --against "no$name"; echo "status $?"
                """)
            #expect(
                outcome.output == #"""
                    1 change
                    1 change
                    1 change
                    1 change
                    trackproof: vcaf\xE9 does not have d\xFFr/newcaf\xE9.yaml, so all events of the plan are new
                      ok       ok       ok       event-added (d\xFFr/newcaf\xE9.yaml:2:17)
                    trackproof: nocaf\xE9: git does not have this revision; a shallow clone may need `git fetch`
                    status 66

                    """#)
        }

        @Test func newFilesHaveTheSameNames() async throws {
            let outcome = try await place().shell(
                """
                . ./names
                trackproof plan init r.ndjson --output "$folder/new$name/plan.yaml"; echo "status $?"
                trackproof verify r.ndjson --snapshot s.json --history "$folder/history$name/h"; echo "status $?"
                trackproof demo --output "demo$name" >out; echo "status $?"
                tail -n 1 out; grep -c ' caught: ' out
                test -f "$folder/new$name/plan.yaml" && test -f "demo$name/report.xml" && ls "$folder/history$name/h" | wc -l | tr -d ' '
                ls | wc -l | tr -d ' '
                """)
            #expect(
                outcome.output == #"""
                    status 0
                    2 events as expected
                    status 0
                    status 0
                       democaf\xE9/report.*            the reports of the last run
                    7
                    1
                    9

                    """#, "\(outcome.errors)")
        }

        @Test func aStoreNeedsANameInUTF8() async throws {
            let outcome = try await place().shell(
                """
                . ./names; trackproof collect --port 0 --no-token --store "$folder/$name.sqlite"; echo "status $?"; ls "$folder"
                """)
            #expect(outcome.output == "status 73\n")
            #expect(
                outcome.errors
                    == #"trackproof: d\xFFr/caf\xE9.sqlite: cannot be opened: SQLite accepts only a path in UTF-8"#
                    + "\n")
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
