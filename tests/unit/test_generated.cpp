// Samples of generated programs, larger than those of `./dev test` (tests/adversarial), natively and in WebAssembly.
#include "adversarial_driver.h"
#include "core/functions/builtin.h"
#include "core/workspace/workspace.h"

namespace stridescope {

TEST_CASE("long: samples of generated programs") {
  check_samples({{"grammar", 30}, {"functions", 60}, {"repeated", 300}},
                cat("'", next_to_this("stridescope_adversarial"), "'"));
}

TEST_CASE("long: samples of generated programs, in WebAssembly") {
  check_samples_in_node({{"grammar", 120}, {"functions", 600}, {"repeated", 2000}});
}

}  // namespace stridescope
