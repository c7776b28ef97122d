// The program of the tests in C++: doctest finds the cases in the test_*.cpp that are linked with it.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Memory freed by a case serves the next one: pages from the kernel and back cost more than most pictures.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  return doctest::Context(argc, argv).run();
}
