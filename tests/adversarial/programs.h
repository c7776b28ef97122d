// Programs made to hurt: every production of the language nested and chained 10 to 10^5 times, alone and in pairs;
// every function of builtins.def on extents of 0, 1, -1, large ones and the limits of 64 bits, static and dynamic, and
// on empty tuples; and functions repeated on the largest values that they take. The programs are numbered, and the
// number of one stays what it is while the lists that they are made of stay.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace stridescope::adversarial {

struct Program {
  std::string name;  // how it was made
  std::string text;
  int asked = 2;  // of its first values; questions are always asked about the last one
};

// Calls `take` with the number of every program in turn; where that is true, `run` with the program itself.
using Take = std::function<bool(std::size_t)>;
using Run = std::function<void(std::size_t, const Program&)>;

class Programs {
 public:
  Programs(Take take, Run run) : take_(std::move(take)), run_(std::move(run)) {}
  // make() is called for a program that is wanted only.
  template <class Make>
  void add(Make&& make) {
    const std::size_t number = count_++;
    if (take_(number)) run_(number, make());
  }
  std::size_t count() const { return count_; }

 private:
  Take take_;
  Run run_;
  std::size_t count_ = 0;
};

void grammar_programs(Programs& out);   // grammar.cpp
void function_programs(Programs& out);  // functions.cpp
void repeated_programs(Programs& out);  // functions.cpp

}  // namespace stridescope::adversarial
