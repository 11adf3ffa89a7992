# All packages build into one folder, so that what they share is built once.
SCRATCH := .build
# A sanitizer changes every object; it has a folder of its own. So have the stubs of Apple's modules.
TSAN_SCRATCH := .build-tsan
APPLE_SCRATCH := .build-apple
FUZZ_SCRATCH := .build-fuzz

SOURCES := Package.swift Sources Tests Tool/Package.swift Tool/Sources Tool/Tests Examples Benchmarks/Package.swift \
	Benchmarks/Sources Benchmarks/Tests Benchmarks/Collector Fuzz/Package.swift Fuzz/Sources/Fuzz* Tool/Fuzz/Package.swift \
	Tool/Fuzz/Sources/FuzzWire AppleCheck/Package.swift AppleCheck/Tests

# Without the flag a build takes up the plan of whichever package was built into the folder last, and may test nothing.
BUILD := swift build --disable-build-manifest-caching
TEST := swift test --disable-build-manifest-caching

.PHONY: help setup demo test lint test-library test-failures test-examples test-desktop test-tool check-docs check-apple test-threads bench bench-collector fuzz release clean

help:
	@echo 'make demo          record an app, then catch regressions in it'
	@echo 'make test          run all checks: format, tests, documentation, Apple sources, thread sanitizer'
	@echo 'make test-library  run only the tests of the library (also: test-examples, test-tool, test-threads)'
	@echo 'make docs          build the documentation in .build/docs'
	@echo 'make release       build the optimized command: .build/release/trackproof'
	@echo 'make bench         measure the figures of Benchmarks/README.md'
	@echo 'make bench-collector  measure the figures of the collector'
	@echo 'make fuzz          fuzz the readers of recordings, snapshots, patterns, bridges and SDK requests with libFuzzer, a minute each'

setup:
	@scripts/setup.sh

demo: setup
	$(BUILD) --package-path Tool --scratch-path $(SCRATCH) --product trackproof
	$(SCRATCH)/debug/trackproof demo

test: lint test-library test-failures test-examples test-desktop test-tool check-docs check-apple test-threads

lint: setup
	swift format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)

# Those of the UI-test kit block the threads that tests share, as UI tests do: apart, they hold up no others.
test-library: setup
	$(TEST) --scratch-path $(SCRATCH) --skip TrackproofUITestingTests
	$(TEST) --scratch-path $(SCRATCH) --filter TrackproofUITestingTests

# Tests that must fail, in both frameworks: that they do is seen from outside, as CI sees it. So is code that must not
# compile, with what the compiler says of it.
test-failures: setup
	scripts/check-failures.sh $(SCRATCH)
	scripts/check-compiler-messages.sh $(SCRATCH)

test-examples: setup
	$(TEST) --package-path Examples/Demo --scratch-path $(SCRATCH)
	$(TEST) --package-path Examples/Guides --scratch-path $(SCRATCH)

# The collector's page is looked at in a real browser.
# Real SDKs, browsers and attacks on the collector keep the machine busy: apart, they hold up no others.
test-tool: setup
	Tool/setup.sh $(SCRATCH)
	$(BUILD) --package-path Tool --scratch-path $(SCRATCH)
	$(TEST) --package-path Tool --scratch-path $(SCRATCH) --skip TrackproofCollectorTests
	$(TEST) --package-path Tool --scratch-path $(SCRATCH) --filter TrackproofCollectorTests \
		--skip TrackproofCollectorTests.Attack
	$(TEST) --package-path Tool --scratch-path $(SCRATCH) --filter TrackproofCollectorTests.Attack

# Real windows, on displays of the tests' own; there are none but on Linux.
test-desktop: setup
	[ "$$(uname)" != Linux ] || Examples/DesktopApp/setup.sh
	[ "$$(uname)" != Linux ] || $(TEST) --package-path Examples/DesktopApp --scratch-path $(SCRATCH)

# Every link leads somewhere, and the manifest is one; that every block of code compiles is a test of the library.
check-docs: docs
	scripts/check-manifest.sh
	scripts/check-workflow.sh $(SCRATCH)

docs: setup
	scripts/docs.sh $(SCRATCH)

# Compiles what stands behind canImport of Apple's modules where there is no Mac, and tests it against stubs of them.
# On a Mac the real modules do. Beside a stub of XCTest no test runs but where Swift Testing is asked for by name.
check-apple: setup
	[ "$$(uname)" = Darwin ] || $(TEST) --enable-swift-testing --disable-xctest \
		--package-path AppleCheck --scratch-path $(APPLE_SCRATCH)
	[ "$$(uname)" = Darwin ] || scripts/check-apple-branches.sh $(APPLE_SCRATCH)

# Tests that compare many lists in one thread have nothing to find there.
test-threads: setup
	$(TEST) --sanitize=thread --scratch-path $(TSAN_SCRATCH) --filter 'TrackproofTests|TrackproofBridgeTests|TrackproofTestingTests' \
		--skip 'OracleTests|LawTests|PlantedMutationTests'
	$(TEST) --sanitize=thread --scratch-path $(TSAN_SCRATCH) --filter TrackproofUITestingTests

bench: setup
	$(BUILD) -c release --package-path Benchmarks --scratch-path $(SCRATCH)
	$(SCRATCH)/release/Benchmarks
	$(TEST) --package-path Benchmarks --scratch-path $(SCRATCH) --filter TestingBenchmarks
	[ "$$(uname)" != Linux ] || Examples/DesktopApp/setup.sh
	[ "$$(uname)" != Linux ] || $(BUILD) --package-path Examples/DesktopApp --scratch-path $(SCRATCH)
	[ "$$(uname)" != Linux ] || $(SCRATCH)/debug/desktop-benchmark

# Apart, since it takes minutes to build and to run. It needs wrk.
bench-collector: setup
	$(BUILD) -c release --package-path Benchmarks/Collector --scratch-path $(SCRATCH)
	$(BUILD) -c release --package-path Tool --scratch-path $(SCRATCH) --product trackproof
	Benchmarks/Collector/run.sh $(SCRATCH)

fuzz: setup
	$(BUILD) -c release --package-path Fuzz --sanitize=fuzzer --scratch-path $(FUZZ_SCRATCH)
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
	$(BUILD) -c release --package-path Tool/Fuzz --sanitize=fuzzer --scratch-path $(FUZZ_SCRATCH)/wire
	mkdir -p $(FUZZ_SCRATCH)/corpus/wire
	python3 Tool/Fuzz/seeds.py $(FUZZ_SCRATCH)/seeds/wire
	SWIFT_BACKTRACE=enable=no $(FUZZ_SCRATCH)/wire/release/FuzzWire $(FUZZ_SCRATCH)/corpus/wire \
		$(FUZZ_SCRATCH)/seeds/wire -dict=Tool/Fuzz/wire.dict -max_len=8000 -max_total_time=60

release: setup
	$(BUILD) -c release --package-path Tool --scratch-path $(SCRATCH) --product trackproof -Xlinker -s

clean:
	rm -rf $(SCRATCH) $(TSAN_SCRATCH) $(APPLE_SCRATCH) $(FUZZ_SCRATCH) demo-output
