// A TiledMMA or TiledCopy from its C++ type, as compilers and profilers write it:
//   cute::TiledMMA<cute::MMA_Atom<cute::SM80_16x8x16_F32F16F16F32_TN>, cute::Layout<cute::tuple<cute::C<2>, ...>>, ...>
#pragma once

#include "core/base/result.h"
#include "core/tiled/type_name.h"
#include "core/value/value.h"

namespace stridescope {

bool is_tiled_type(std::string_view head);
// Requires is_tiled_type(name.head). arguments when a template argument is no atom, static layout or tile; otherwise
// the errors of find_mma, find_copy, make_tiled_mma and make_tiled_copy_impl.
Result<Value> tiled_of_type(const TypeName& name);

}  // namespace stridescope
