// The program of the tests in C++: doctest finds the cases in the test_*.cpp that are linked with it.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
