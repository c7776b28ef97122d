#!/bin/sh
# Sanitizers: builds the core and its tests with clang, ASan and UBSan in build/asan, and runs them. A sweep: the build
# compiles each source once more, and takes as long as all other tests of a change.
set -eu
cmake --preset asan
cmake --build --preset asan
exec ctest --preset asan -j "$(nproc)"
