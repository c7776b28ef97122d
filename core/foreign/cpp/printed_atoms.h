// Prints of atoms and tilings by CuTe DSL, or with a label before them, rewritten in the form of CuTe C++, which the
// parser reads.
#pragma once

#include <string_view>

#include "core/foreign/cpp/macros.h"

namespace stridescope {

// Rewrites `mma: Tiled MMA` over `Thr Layout VMNK: (32,2,2,1):(1,32,64,0)` as `mma = TiledMMA` over `ThrLayoutVMNK:
// (_32,_2,_2,_1):(_1,_32,_64,_0)`: the DSL's integers are constants, and the width of elements replaces their type. If
// the DSL does not print ValLayoutRef, ValLayoutDst is used; assumes_reference reports it if the two layouts can
// differ. Empty if the program, without comments, has no such print.
Expansion write_as_cutlass(std::string_view program, bool& assumes_reference);

}  // namespace stridescope
