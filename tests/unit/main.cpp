// The program of the unit tests; doctest finds the cases in the test_*.cpp beside it.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
