// The only list of systems with layouts to read and write, by the names of their functions.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/systems/interchange.h"

namespace stridescope {

const std::vector<ForeignSystem>& foreign_systems() {
  static const std::vector<ForeignSystem> all = {
      {"affine_map", read_affine_map, write_affine_map},
      {"cublaslt", read_cublaslt, write_cublaslt},
      {"memref", read_memref, write_memref},
      {"mojo", read_mojo, write_mojo},
      {"mosaic", read_mosaic, write_mosaic},
      {"numpy_strides", read_numpy, write_numpy},
      {"thunderkittens", read_thunderkittens, write_thunderkittens},
      {"tilelang", read_tilelang, write_tilelang},
      {"tilus", read_tilus, write_tilus},
      {"tlx", read_tlx, write_tlx},
      {"torch_strides", read_torch, write_torch},
      {"triton", read_triton, write_triton},
  };
  return all;
}

const ForeignSystem* find_foreign_system(std::string_view name) {
  const auto& all = foreign_systems();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ForeignSystem& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string foreign_system_names() {
  std::string out;
  for (const ForeignSystem& system : foreign_systems()) append_all(out, out.empty() ? "" : ", ", system.name);
  return out;
}

}  // namespace stridescope
