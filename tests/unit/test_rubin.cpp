// Limits of sm107: 576 columns of tensor memory, 328 KB of shared memory.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/memory/tmem_atoms.h"
#include "tests/unit/programs.h"

namespace stridescope {

TEST_CASE("sm107: tensor memory has 576 columns") {
  const auto fragment = [](std::string_view atom, int columns) {
    return last(cat("partition_fragment_C(make_tiled_mma(", atom, "), (_128,_", columns, "))"));
  };
  const std::string rubin = "SM107_MMA_F8F6F4_SS<float_e4m3_t,float_e4m3_t,float,128,192,UMMA::Major::K,UMMA::Major::K>";
  const std::string blackwell = "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,192,UMMA::Major::K,UMMA::Major::K>";
  CHECK(fragment(blackwell, 384) == "((_128,_192),_1,_2):((_65536,_1),_0,_192)");
  CHECK(fragment(blackwell, 576) == "error: tensor memory holds 2097152 bits, the fragment takes 2359296");
  CHECK(fragment(rubin, 576) == "((_128,_192),_1,_3):((_65536,_1),_0,_192)");
  CHECK(fragment(rubin, 768) == "error: tensor memory holds 2359296 bits, the fragment takes 3145728");
  const std::string atoms = "tmem_atoms((_128,_576):(_65536,_1), \"float\"";
  CHECK(last(atoms + ")").starts_with("error: "));
  CHECK(last(atoms + ", \"sm107\")").find("32dp32b") != std::string::npos);
  CHECK(last(atoms + ", \"sm90\")") == "error: unknown architecture 'sm90'");
}

TEST_CASE("sm107: a block has 327 KB of shared memory") {
  CHECK(last("occupancy(\"sm107\", 256, 32, 334848)").starts_with("1 block of 256 threads"));
  CHECK(last("occupancy(\"sm107\", 256, 32, 334849)").starts_with("error: "));
  CHECK(evaluate("occupancy(\"sm107\", 256, 32, 1024)", IntegerMode::cute).notes.size() == 1);
}

}  // namespace stridescope
