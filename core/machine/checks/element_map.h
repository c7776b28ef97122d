// The elements of a buffer by the layout of a tensor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/program.h"
#include "core/value/value.h"

namespace stridescope::machine {

struct ElementMap {
  std::size_t argument = 0;  // index of the kernel's argument
  std::size_t buffer = 0;    // number among the buffers of an argument that is a structure
  // A tile instead of an argument: a variable in shared memory.
  std::string variable = {};
  std::uint64_t offset = 0;  // bytes, of the tile in its variable, of the buffer's pointer in its structure
  std::int64_t element_bytes = 1;
  // By offset in elements: the 1-D coordinate plus 1, 0 for an offset that the layout does not have. Empty: unknown.
  std::vector<std::uint32_t> coordinates;
  std::vector<std::int64_t> extents;  // extents of the outermost modes

  bool has(std::int64_t element) const {
    return element >= 0 && element < static_cast<std::int64_t>(coordinates.size()) &&
           coordinates[static_cast<std::size_t>(element)] != 0;
  }
  // "(3,5)". pre: has(element)
  std::string coordinate(std::int64_t element) const;
  // "As", "As+4096": of a tile; "0", "0+8": of an argument.
  std::string name() const;
};

// "As+4096=f16:(64,32):(40,1)": a tile in the shared variable As, and after = its type and its layout.
struct TileWord {
  std::string variable;
  std::uint64_t offset = 0;
  std::string memory;
};
TileWord tile_word(const std::string& word);
// The error of a word that is not a tile of the kernel: its variable is unknown, or its layout is missing.
Error not_a_tile(const std::string& word);
bool has_shared(std::string_view variable, const Program& program, const Function& kernel);

// The map of a layout or a composed layout; without coordinates if it is larger than 2^24 elements, or its offsets are
// not numbers.
ElementMap element_map(std::size_t argument, std::int64_t element_bytes, const Value& layout);

}  // namespace stridescope::machine
