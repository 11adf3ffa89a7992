# All packages build into SwiftPM's own folder, so that each module is built once, also for `swift test` without options.
SCRATCH := .build
# A sanitizer changes every object file, so it has its own folder. So do the stubs of Apple's modules.
TSAN_SCRATCH := .build-tsan
ASAN_SCRATCH := .build-asan
APPLE_SCRATCH := .build-apple
FUZZ_SCRATCH := .build-fuzz
# So does a program that contains Swift's libraries.
WORKER_SCRATCH := .build-worker

SOURCES := Package.swift Sources Tests Tool/Package.swift Tool/Sources Tool/Tests Examples Benchmarks/Package.swift \
	Benchmarks/Sources/Benchmarks Benchmarks/Tests Benchmarks/Collector Fuzz/Package.swift Fuzz/Sources/Fuzz* \
	Tool/Fuzz/Package.swift Tool/Fuzz/Sources/Fuzz* AppleCheck/Package.swift AppleCheck/Tests

# Files whose sentences are checked against the section "Words" of CONTRIBUTING.md.
PROSE := README.md CHANGELOG.md CONTRIBUTING.md docs Sources Tests Tool Examples Benchmarks Fuzz AppleCheck

# Swift Testing starts all tests at the same time. Hundreds of tests that run programs then wait for each other for so
# long that limits of time in them pass, and they take longer together than if a few run at a time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6

# In a folder of several packages, SwiftPM may use the build plan of the package that was built last, and then test
# nothing. This option prevents that, also for a later `swift test` in the root folder.
OPTIONS := --disable-build-manifest-caching
BUILD := swift build $(OPTIONS) --scratch-path $(SCRATCH)
TEST := swift test $(OPTIONS) --scratch-path $(SCRATCH)
# For packages whose dependencies are all in this repository. Without this option, SwiftPM removes the checkouts of the
# packages that only Tool needs, and then builds all of them again.
LOCAL := --disable-automatic-resolution
# On Linux, starts the program with the tests, because SwiftPM plans the build for 7 s before it starts this program.
ifeq ($(shell uname),Linux)
TEST_TOOL = $(abspath $(SCRATCH))/debug/trackproof-toolPackageTests.xctest --testing-library swift-testing $(RESULTS)
else
TEST_TOOL = $(TEST) --package-path Tool --skip-build $(RESULTS)
endif

# Where scripts/phases.py writes the output of each target, and where it reads the results of tests.
LOGS := $(SCRATCH)/logs
PHASES := BUILT=1 scripts/phases.py $(LOGS)
RESULTS = --xunit-output $(LOGS)/$@.xml
# The tests that run, such as ONLY=TrackproofJSONTests.ValueTests. By default, all tests of a target run.
ONLY :=
FILTER = $(if $(ONLY),--filter '$(ONLY)')
# Not empty if other phases have already built what a phase tests.
BUILT ?=
LIBRARY := $(if $(BUILT),,library)
TOOL := $(if $(BUILT),,tool)
RELEASE := $(if $(BUILT),,release)

.PHONY: bench bench-archives bench-build bench-collector bench-generated bench-mutation check-apple check-docs check-mac clean demo docs fuzz help install install-collector library lint release release-collector release-command setup test test-addresses test-all test-archives test-attacks test-ci test-collector test-costs test-deep test-desktop test-examples test-failures test-library test-nightly test-release test-release-all test-threads test-tool tool uninstall worker

help:
	@echo 'make demo          record an app, then catch regressions in it'
	@echo 'make test          run the checks for a change: format, library, tests that must fail, command, collector, page, documentation'
	@echo 'make test-library  run only the tests of the library (also: test-failures, test-tool, test-collector, test-examples, check-docs, …)'
	@echo '                   ONLY=TrackproofJSONTests.ValueTests selects tests by a part of their names, which is a regular expression'
	@echo 'make test-ci       run the checks of CI: also attacks on the collector, examples, Apple sources'
	@echo 'make test-all      run all checks: also Spark, databases, ten nights, windows, stand-ins for a Mac, thread sanitizer, optimized build'
	@echo 'make test-deep     run all tests with many random inputs, those of the command with the optimized build, and parsers with the address sanitizer'
	@echo 'make test-costs    measure the processor time of each module and of each suite'
	@echo 'make docs          build the documentation in .build/docs, and the pages of the API in docs/api'
	@echo 'make install       build the optimized command, and install it in PREFIX, by default /usr/local (also: make uninstall)'
	@echo 'make install-collector  build the optimized server of `trackproof collect`, and install it beside the command'
	@echo 'make release       build the optimized programs: .build/release/trackproof and .build/release/trackproof-collector'
	@echo 'make worker        build the command for the workers of a cluster: .build-worker/release/trackproof'
	@echo 'make bench         measure the figures of Benchmarks/README.md'
	@echo 'make bench-build   measure what the library costs a clean build of an app and its tests'
	@echo 'make bench-collector  measure the figures of the collector'
	@echo 'make bench-archives  measure the figures of archives'
	@echo 'make bench-generated  measure how long generated Swift takes to compile'
	@echo 'make bench-mutation  measure what mutation testing costs'
	@echo 'make fuzz          fuzz the readers of recordings, snapshots, patterns, tracking plans, imports, archives, bridges and SDK requests with libFuzzer, a minute each'

setup:
	@scripts/setup.sh

$(LOGS):
	mkdir -p $@

# Builds the library and its tests.
library: setup
	$(BUILD) --build-tests

# Builds the command, the collector and their tests.
tool: setup
	Tool/setup.sh $(SCRATCH)
	$(BUILD) --package-path Tool --build-tests
	$(BUILD) $(LOCAL) --package-path Tool/Tests/MutationSamples --build-tests

demo: setup
	$(BUILD) --package-path Tool --product trackproof
	$(SCRATCH)/debug/trackproof demo

test:
	@$(PHASES) $(CHANGE_PHASES)

test-ci:
	@$(PHASES) $(CHANGE_PHASES) $(CI_PHASES)

test-all:
	@$(PHASES) $(CHANGE_PHASES) $(CI_PHASES) $(NIGHT_PHASES)

test-deep:
	@TRACKPROOF_DEEP=1 $(PHASES) library test-library test-failures tool release test-release-all test-addresses

# The phases of a change, those that CI adds, and those that need Java, a database server or a display, or are slow.
CHANGE_PHASES := lint library test-library test-failures tool test-tool test-collector check-docs
CI_PHASES := test-examples test-attacks check-apple
NIGHT_PHASES := test-archives test-nightly test-desktop check-mac test-threads release test-release

test-costs: setup
	python3 scripts/test-costs.py .build-costs

lint: setup
	swift format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)
	python3 scripts/prose.py $(PROSE)
	python3 scripts/check-swift-version.py --self-test
	python3 scripts/check-swift-version.py
	python3 scripts/check-int-width.py --self-test
	python3 scripts/check-int-width.py
	python3 scripts/check-links.py

test-library: setup | $(LOGS)
	$(TEST) $(if $(BUILT),--skip-build) $(RESULTS) $(FILTER)

# Runs tests that must fail, in XCTest and in Swift Testing, and checks the results of `swift test`, as a CI server does.
# Also checks the compiler's messages for code that must not compile, and that the documentation's code compiles if the
# app's module is isolated to the main actor by default.
test-failures: $(LIBRARY)
	scripts/check-failures.sh $(SCRATCH)
	[ "$$(uname)" = Darwin ] || scripts/check-crowd.py $(SCRATCH) $(if $(TRACKPROOF_DEEP),50)
	scripts/check-compiler-messages.sh $(SCRATCH)
	python3 scripts/check-isolation.py $(SCRATCH)/debug/Modules

test-examples: setup | $(LOGS)
	$(TEST) $(LOCAL) --package-path Examples/Demo --xunit-output $(LOGS)/$@-demo.xml $(FILTER)
	$(TEST) $(LOCAL) --package-path Examples/Guides --xunit-output $(LOGS)/$@-guides.xml $(FILTER)

# The tests of archives with Spark, databases and the tools that the articles name.
ARCHIVES := TrackproofCommandTests\.(Spark|Database|ArchiveArticle)

test-tool: $(TOOL) | $(LOGS)
	$(TEST_TOOL) $(or $(FILTER),--skip 'TrackproofCollectorTests|$(ARCHIVES)')

# A real browser tests the collector's page. Real SDKs and browsers keep the machine busy, so these tests run separately
# and do not delay other tests.
test-collector: $(TOOL) | $(LOGS)
	$(TEST_TOOL) $(or $(FILTER),--filter TrackproofCollectorTests --skip TrackproofCollectorTests.Attack)

test-archives: $(TOOL) | $(LOGS)
	Tool/setup.sh --all $(SCRATCH)
	$(TEST_TOOL) --filter '$(or $(ONLY),$(ARCHIVES))'

# Attacks keep the machine busy for longer than other tests may wait.
test-attacks: $(TOOL) | $(LOGS)
	$(TEST_TOOL) --filter '$(or $(ONLY),TrackproofCollectorTests.Attack)'

# Users install the optimized build, so its behaviour is tested too. The tests themselves are the debug build's.
test-release: $(TOOL) $(RELEASE) | $(LOGS)
	TRACKPROOF_PROGRAMS=$(abspath $(SCRATCH))/release $(TEST_TOOL) --filter TrackproofCommandTests.SmokeTests
	scripts/check-install.sh $(SCRATCH)
	scripts/check-release.sh $(SCRATCH)/release

test-release-all: $(TOOL) $(RELEASE) | $(LOGS)
	Tool/setup.sh --all $(SCRATCH)
	TRACKPROOF_PROGRAMS=$(abspath $(SCRATCH))/release $(TEST_TOOL) --skip TrackproofCollectorTests
	TRACKPROOF_PROGRAMS=$(abspath $(SCRATCH))/release \
		$(TEST_TOOL:.xml=-collector.xml) --filter TrackproofCollectorTests

# Runs the tests of an app for ten nights, with a local chat and a real browser.
test-nightly: $(TOOL)
	$(SCRATCH)/control/bin/python3 Examples/Nightly/test_nightly.py $(SCRATCH)

# Tests real windows, on displays that the tests start. These tests run only on Linux.
test-desktop: setup | $(LOGS)
	[ "$$(uname)" != Linux ] || Examples/DesktopApp/setup.sh
	[ "$$(uname)" != Linux ] || $(TEST) $(LOCAL) --package-path Examples/DesktopApp $(RESULTS)

# Checks that links work and that the manifest in the README is valid. A test of the library compiles the code blocks.
check-docs: $(LIBRARY)
	scripts/docs.sh $(SCRATCH)
	[ "$$(uname)" = Darwin ] || python3 scripts/api.py --check
	scripts/check-manifest.sh
	scripts/check-workflow.sh $(SCRATCH)

# The pages in docs/api have the declarations of Linux.
docs: library
	scripts/docs.sh $(SCRATCH)
	[ "$$(uname)" = Darwin ] || python3 scripts/api.py

# Without a Mac: compiles the code that canImport guards, and tests it against stubs of Apple's modules. A Mac has the
# real modules. Because of the stub of XCTest, tests run only if Swift Testing is enabled explicitly.
check-apple: setup | $(LOGS)
	[ "$$(uname)" = Darwin ] || swift test $(OPTIONS) $(RESULTS) $(FILTER) --enable-swift-testing --disable-xctest \
		--package-path AppleCheck --scratch-path $(APPLE_SCRATCH)
	[ "$$(uname)" = Darwin ] || scripts/check-load.sh $(APPLE_SCRATCH)
	[ "$$(uname)" = Darwin ] || scripts/check-apple-branches.sh $(APPLE_SCRATCH)
	[ "$$(uname)" = Darwin ] || scripts/check-privacy.sh $(APPLE_SCRATCH)
	[ "$$(uname)" = Darwin ] || python3 scripts/apple-symbols.py $(APPLE_SCRATCH)/debug/Modules
	python3 scripts/check-xcodeproj.py Examples/iOSApp/iOSApp.xcodeproj

# Without a Mac: runs the scripts for macOS, with stand-ins for the tools that differ there and for Xcode's tools.
check-mac: $(LIBRARY) $(TOOL)
	scripts/check-mac.sh $(SCRATCH)

# Skips tests that compare many lists in one thread: the thread sanitizer cannot find anything in them.
test-threads: setup | $(LOGS)
	swift test $(OPTIONS) $(RESULTS) --sanitize=thread --scratch-path $(TSAN_SCRATCH) --skip OracleTests \
		--filter 'TrackproofTests|TrackproofBridgeTests|TrackproofTestingTests|TrackproofUITestingTests'

# Runs the readers of texts and files with the address sanitizer, which finds each read beyond a buffer. The tests of
# texts that are cut put each text in a buffer of exactly its size.
test-addresses: setup
	ASAN_OPTIONS=detect_leaks=0 swift test $(OPTIONS) --sanitize=address --scratch-path $(ASAN_SCRATCH) \
		--filter 'TrackproofJSONTests|TrackproofSnapshotsTests.*Pattern|Cut(Time|Line)Tests' \
		--filter 'PersonalDataTests|TextFormatTests|NameTableTests|ExactTextTests|EventTimeTests|BridgeLineTests|ChunkTests'
	ASAN_OPTIONS=detect_leaks=0 swift test $(OPTIONS) --sanitize=address --package-path Tool --scratch-path $(ASAN_SCRATCH) \
		--filter 'TrackproofWireTests|TrackproofArchivesTests|TrackproofPlanningTests|StoredItemTests'

bench: setup
	$(BUILD) -c release --package-path Benchmarks
	$(SCRATCH)/release/Benchmarks
	$(TEST) --package-path Benchmarks --filter TestingBenchmarks
	[ "$$(uname)" != Linux ] || Examples/DesktopApp/setup.sh
	[ "$$(uname)" != Linux ] || $(BUILD) $(LOCAL) --package-path Examples/DesktopApp
	[ "$$(uname)" != Linux ] || $(SCRATCH)/debug/desktop-benchmark

# A separate target, because it builds six packages from scratch, three times each.
bench-build: setup
	python3 Benchmarks/BuildCost/measure.py

# A separate target, because it takes minutes to build and to run. It needs wrk.
bench-collector: setup
	$(BUILD) -c release --package-path Benchmarks/Collector
	$(BUILD) -c release --package-path Tool --product trackproof-collector
	Benchmarks/Collector/run.sh $(SCRATCH)

# A separate target, because it takes half an hour and needs several gigabytes.
bench-archives: release
	Tool/setup.sh --all $(SCRATCH)
	Benchmarks/Archives/run.sh $(SCRATCH) --runs 3

bench-generated: tool release
	python3 Benchmarks/Generated/measure.py $(SCRATCH)

bench-mutation: release
	python3 Benchmarks/Mutation/measure.py $(SCRATCH)

fuzz: setup
	swift build $(OPTIONS) -c release --package-path Fuzz --sanitize=fuzzer --scratch-path $(FUZZ_SCRATCH)
	mkdir -p $(FUZZ_SCRATCH)/corpus/recording $(FUZZ_SCRATCH)/corpus/snapshot $(FUZZ_SCRATCH)/corpus/chunks \
		$(FUZZ_SCRATCH)/corpus/pattern
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/release/FuzzRecording $(FUZZ_SCRATCH)/corpus/recording \
		Fuzz/Seeds/recording -dict=Fuzz/json.dict -max_len=4000 -max_total_time=60
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/release/FuzzSnapshot $(FUZZ_SCRATCH)/corpus/snapshot \
		Fuzz/Seeds/snapshot -dict=Fuzz/json.dict -max_len=4000 -max_total_time=60
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/release/FuzzChunks $(FUZZ_SCRATCH)/corpus/chunks \
		Fuzz/Seeds/chunks -dict=Fuzz/json.dict -max_len=4000 -max_total_time=60
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/release/FuzzPattern $(FUZZ_SCRATCH)/corpus/pattern \
		Fuzz/Seeds/pattern -dict=Fuzz/pattern.dict -max_len=1000 -max_total_time=60
	swift build $(OPTIONS) -c release --package-path Tool/Fuzz --sanitize=fuzzer --scratch-path $(FUZZ_SCRATCH)/tool
	mkdir -p $(FUZZ_SCRATCH)/corpus/wire
	python3 Tool/Fuzz/seeds.py $(FUZZ_SCRATCH)/seeds/wire
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/tool/release/FuzzWire $(FUZZ_SCRATCH)/corpus/wire \
		$(FUZZ_SCRATCH)/seeds/wire -dict=Tool/Fuzz/wire.dict -max_len=8000 -max_total_time=60
	mkdir -p $(FUZZ_SCRATCH)/corpus/plan $(FUZZ_SCRATCH)/corpus/archive
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/tool/release/FuzzPlan $(FUZZ_SCRATCH)/corpus/plan \
		Tool/Fuzz/Seeds/plan -dict=Tool/Fuzz/plan.dict -max_len=4000 -max_total_time=60
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/tool/release/FuzzArchive $(FUZZ_SCRATCH)/corpus/archive \
		Tool/Fuzz/Seeds/archive -dict=Fuzz/json.dict -max_len=4000 -max_total_time=60
	mkdir -p $(FUZZ_SCRATCH)/corpus/plan-file
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/tool/release/FuzzPlanFile $(FUZZ_SCRATCH)/corpus/plan-file \
		Tool/Fuzz/Seeds/plan-file -dict=Tool/Fuzz/plan-file.dict -max_len=4000 -max_total_time=60
	mkdir -p $(FUZZ_SCRATCH)/corpus/import
	python3 Tool/Fuzz/import-seeds.py $(FUZZ_SCRATCH)/seeds/import
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/tool/release/FuzzImport $(FUZZ_SCRATCH)/corpus/import \
		$(FUZZ_SCRATCH)/seeds/import -dict=Tool/Fuzz/plan.dict -max_len=8000 -max_total_time=60

# The collector is built first: it needs most modules of both programs, and SwiftPM then compiles more of them at a time.
release: release-collector release-command

release-command: setup
	$(BUILD) -c release --package-path Tool --product trackproof -Xlinker -s

release-collector: setup
	$(BUILD) -c release --package-path Tool --product trackproof-collector -Xlinker -s

# Where `make install` puts the command. DESTDIR is a folder that stands for the root, for those who make packages.
PREFIX ?= /usr/local
DESTDIR ?=
INSTALL = $(BUILD) -c release --package-path Tool --product generate-manual && \
	scripts/install.sh $(SCRATCH)/release "$(DESTDIR)$(PREFIX)"

install:
	@echo 'builds the optimized command, which takes about eight minutes on two cores'
	@$(MAKE) --no-print-directory release-command
	$(INSTALL) trackproof

install-collector:
	@echo 'builds the optimized server, which takes about ten minutes on two cores'
	@$(MAKE) --no-print-directory release-collector
	$(INSTALL) trackproof-collector

uninstall:
	scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

# The program that the workers of a cluster run, if they cannot run the one of `make release`.
worker: setup
	scripts/worker.sh $(WORKER_SCRATCH)

clean:
	rm -rf $(SCRATCH) $(TSAN_SCRATCH) $(ASAN_SCRATCH) $(APPLE_SCRATCH) $(FUZZ_SCRATCH) $(WORKER_SCRATCH) .build-release demo-output
