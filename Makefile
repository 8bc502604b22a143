# What people type; see README.md. Nothing here needs more than Debian 12, make and a Swift toolchain.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

BUILD_PACKAGES := pkg-config libcurl4-openssl-dev libgnutls28-dev libmicrohttpd-dev libyaml-dev \
	libsqlite3-dev zlib1g-dev libcrypt-dev
TEST_PACKAGES := $(BUILD_PACKAGES) chromium curl fish man-db mandoc openssl prometheus \
	prometheus-alertmanager python3 python3-prometheus-client python3-yaml shellcheck systemd zsh
DEB_PACKAGES := $(BUILD_PACKAGES) binutils debhelper dpkg-dev lintian python3
BENCH_PACKAGES := $(BUILD_PACKAGES) binutils golang-github-prometheus-client-golang-dev golang-go nginx-light \
	prometheus-node-exporter python3 python3-prometheus-client wrk
# Each makes the daemon smaller, see docs/performance.md: code for size; relocations packed, which glibc reads since
# 2.36, that of Debian 12; a section for each function, so that the linker drops those that nothing
# calls, the public ones of a target too, and keeps one of those that are the same; no symbols for
# others to link against. The linker is the toolchain's own.
RELEASE := -c release --static-swift-stdlib -Xswiftc -Osize -Xswiftc -use-ld=lld \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xlinker --icf=all \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
API ?=
PREFIX ?= /usr/local

.PHONY: help run test test-thread test-address soak lint build bench fuzz deb release install uninstall \
	install-build-packages install-test-packages install-bench-packages install-deb-packages clean

help:
	@echo 'make run                 build, then poll the stand-in and show real rates on http://localhost:10978/'
	@echo 'make run API=URL         the same from the real API; EXCHANGERATE_API_KEY is used where it is set'
	@echo 'make test                build and run every test'
	@echo 'make test-thread         the same under the thread sanitizer, in .build/thread'
	@echo 'make test-address        the same under the address sanitizer, in .build/address'
	@echo 'make build               the release binaries, in .build/release'
	@echo 'make deb                 the Debian package, in dist'
	@echo 'make release             the package, a tarball, its bill of materials and checksums, in dist'
	@echo 'make install             copy what is built to PREFIX, /usr/local; take it away: make uninstall'
	@echo 'make lint                check the format of all sources'
	@echo 'make fuzz                feed random bytes to each reader for FUZZ_SECONDS=600; to one: FUZZ_READER=reply'
	@echo 'make soak                thirty days of the release among hostile peers, on a clock that leaps: SOAK_DAYS=30'
	@echo 'make bench               measure size, start, memory and scrapes beside peers; BENCH=--quick in part'

run: build
	@packaging/demo/run .build/release '$(API)'

# What --version and exchangerate_exporter_build_info say; nothing outside a checkout.
build: export EXPORTER_REVISION := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
build: export EXPORTER_BRANCH := $(shell git rev-parse --abbrev-ref HEAD 2>/dev/null)
build: install-build-packages
	swift build $(RELEASE) --product exchangerate-exporter
	swift build $(RELEASE) --product exchangerate-standin

deb: install-deb-packages build
	packaging/build-deb .build/release

release: deb
	packaging/build-release .build/release

# Neither builds: who installs is root, and root need not run the compiler.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall:
	@packaging/install-files $@

test: install-test-packages
	swift build --build-tests
	Tests/run

# Builds of their own, in which a race or a wrong access to memory ends a program and fails its test.
test-thread test-address: install-test-packages
	Tests/Sanitizers/test $(@:test-%=%)

# Each reader of outside bytes for FUZZ_SECONDS; see docs/testing.md for what it leaves where.
FUZZ_SECONDS ?= 600
FUZZ_READER ?=
fuzz: export FUZZ := 1
fuzz: export FUZZ_READER := $(FUZZ_READER)
fuzz: install-build-packages
	swift build --sanitize=fuzzer --scratch-path .build/fuzz --product Fuzz
	Tests/Fuzz/run .build/fuzz/debug/Fuzz .build/fuzz $(FUZZ_SECONDS)

# Thirty days take some ten minutes. The tests are those of a debug build, the programs those of the release.
SOAK_DAYS ?= 30
soak: export SOAK_DAYS := $(SOAK_DAYS)
soak: export TESTED_PROGRAMS := $(CURDIR)/.build/release
soak: install-test-packages build
	swift build --build-tests
	Tests/run --filter EndToEndTests.SoakTests

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

# Flags of bench.py and names of its parts.
BENCH ?=
bench: install-bench-packages build
	@python3 Tests/Benchmarks/bench.py .build/release $(BENCH)

install-build-packages:
	@packaging/install-packages $(BUILD_PACKAGES)

install-test-packages:
	@packaging/install-packages $(TEST_PACKAGES)

install-deb-packages:
	@packaging/install-packages $(DEB_PACKAGES)

install-bench-packages:
	@packaging/install-packages $(BENCH_PACKAGES)

clean:
	rm -rf .build dist
