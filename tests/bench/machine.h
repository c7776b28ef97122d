// Benchmarks of the PTX machine.
#pragma once

#include "tests/bench/bench.h"

namespace stridescope::bench {

// A loop of scalar instructions, products of mma, and a tile of wgmma. The limit is 100 million instructions of lanes a
// second natively and 50 million in WebAssembly; 150 ms for the tile.
void run_machine(Suite& suite);

}  // namespace stridescope::bench
