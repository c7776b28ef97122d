// All wrong elements of a run, as many as a runner keeps, and the element whose value each received instead: the
// pattern distinguishes a wrong stride from a wrong swizzle.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/archive.h"
#include "core/base/message.h"

namespace stridescope {

// Elements are 1-D coordinates, the first mode fastest. A row is a run of elements: the first one, their number, the
// step to the next one, and the origin of the first value with its step. An origin is an element, or a negative number.
struct WrongElements {
  enum Origin : std::int64_t { nothing = -1, unknown = -2 };  // nothing: the element was never written
  enum Entry : std::size_t { first, count, step, origin, origin_step, entries };
  static constexpr std::size_t most_rows = 4096;
  static constexpr std::int64_t most_elements = 1 << 22;

  std::vector<std::uint64_t> extents;           // extents of the tensor
  std::vector<std::vector<std::int64_t>> rows;  // each with `entries` numbers
  std::uint64_t rest = 0;                       // wrong elements that have no row

  // Adds an element to the last row if it continues it, otherwise as a new row; beyond the limits it counts in `rest`.
  void add(std::int64_t element, std::int64_t from);
  // post: each(element, origin) was called for each kept element, in order.
  template <class Each>
  void visit(Each each) const {
    for (const auto& row : rows) {
      for (std::int64_t i = 0; i < row[count]; ++i)
        each(row[first] + i * row[step], row[origin] + i * row[origin_step]);
    }
  }
  // "(3,37)"
  std::string coordinate(std::int64_t element) const;

 private:
  std::int64_t kept_ = 0;
};

void members(Archive& a, WrongElements& r);
// The contradiction in elements from another process, of which `wrong` are wrong; empty without one.
Message wrong_elements_problem(const WrongElements& elements, std::uint64_t wrong);

// A sentence for each kind of origin: the elements that nothing wrote, the rule by which values of other elements
// arrive, "(i,j) receives the value of (i,j+8), as if ...", and the elements without a known origin.
std::vector<Message> origin_lines(const WrongElements& elements);

}  // namespace stridescope
