// Counts the outcomes of a sweep over many layouts, and stores the first counterexamples: a doctest assertion for each
// of millions of cases would cost more than the case.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "tests/unit/layouts.h"

namespace stridescope::laws {

class Tally {
 public:
  // An empty text is a success; `describe()` returns the input.
  template <class Describe>
  void add(const std::string& counterexample, Describe&& describe) {
    ++tried_;
    if (counterexample.empty()) return;
    if (++failed_ <= 5) append_all(report_, "\n  ", describe(), ": ", counterexample);
  }
  void refuse() { ++refused_; }
  // Counts an exception: a case in which the law is known not to hold.
  void except() { ++excepted_; }

  long tried() const { return tried_; }
  long failed() const { return failed_; }
  long refused() const { return refused_; }
  long excepted() const { return excepted_; }
  std::string report() const { return cat(failed_, " of ", tried_, " fail, ", refused_, " refused:", report_); }

 private:
  long tried_ = 0;
  long failed_ = 0;
  long refused_ = 0;
  long excepted_ = 0;
  std::string report_;
};

}  // namespace stridescope::laws

// Checks that the law held in every case, and that there were at least that many cases (in a complete sweep).
#define CHECK_HELD(tally, at_least)                                                                \
  do {                                                                                             \
    CHECK_MESSAGE((tally).failed() == 0, (tally).report());                                        \
    CHECK((tally).tried() >= (::stridescope::laws::complete || (at_least) == 0 ? (at_least) : 1)); \
  } while (false)
