// Programs made to hurt: every production of the language nested and chained 10 to 10^5 times, alone and in pairs;
// every function of builtins.def on extents of 0, 1, -1, large ones and the limits of 64 bits, static and dynamic, and
// on empty tuples; functions repeated on the largest values that they take; and such extents in each integer position
// of every function's example and of the gallery, alone and in pairs. The programs are numbered, and the
// number of one stays what it is while the lists that they are made of stay.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::adversarial {

struct Program {
  std::string name;  // how it was generated
  std::string text;
  int asked = 2;  // how many of its first values are asked about; the last one always is
  // For large families: runs in one integer mode, with only the questions whose cost depends on the values.
  bool brief = false;
};

// Calls `take` with the number of every program; if it returns true, calls `run` with the program.
using Take = std::function<bool(std::size_t)>;
using Run = std::function<void(std::size_t, const Program&)>;

class Programs {
 public:
  Programs(Take take, Run run) : take_(std::move(take)), run_(std::move(run)) {}
  // Calls make() only for selected programs.
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

// Texts that the extents are put into: the examples of all functions, and the programs of the gallery.
struct Example {
  std::string name;  // of the function, or GROUP/ID
  std::string_view text;
  bool of_gallery = false;
};
std::vector<Example> examples();
void extent_programs(Programs& out, bool of_gallery);  // extents.cpp
inline constexpr std::size_t pairs_of_an_example = 64;
void extent_pair_programs(Programs& out, std::string_view name);  // of all examples, or of the one of that name

}  // namespace stridescope::adversarial
