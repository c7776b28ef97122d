// gemm_kernel with TMA, mbarriers and wgmma: one warpgroup brings tiles, the others multiply.
#include <algorithm>

#include "core/codegen/gemm_writer.h"

namespace stridescope {

void GemmWriter::add_boxes(std::vector<Holes>& out, const GemmTma& tma, std::string_view name, std::int64_t offset,
                           std::int64_t mn) const {
  const bool k_first = tma.atom.modes[0] == 1;
  const int bytes = tma.atom.element_bits / 8;
  const std::string_view tile = name == "a" ? "tile_m" : "tile_n";
  for (const TmaBox& box : tma.boxes) {
    const auto plus = [](std::int64_t x) { return x == 0 ? std::string() : cat(" + ", x); };
    const std::string k = cat("k * ", plan_.math.extents[2], plus(box.k));
    const std::string row = cat(tile, " * ", mn, plus(box.mn));
    out.push_back({{"PLACE", cat("to", plus(offset + box.offset * bytes))},
                   {"MAP", cat("map_", name)},
                   {"X", k_first ? k : row},
                   {"Y", k_first ? row : k}});
  }
}

MarkedText GemmWriter::tma_kernel(const Holes& common) const {
  const MmaPlan& m = plan_.math;
  std::int64_t bytes = 0;
  for (const GemmTma* tma : {&plan_.tma_a, &plan_.tma_b}) {
    bytes += static_cast<std::int64_t>(tma->boxes.size()) * tma->atom.bits / 8;
  }
  std::vector<Holes> boxes;
  add_boxes(boxes, plan_.tma_a, "a", 0, m.extents[0]);
  add_boxes(boxes, plan_.tma_b, "b", plan_.offset_b(), m.extents[1]);
  const std::int64_t groups = m.threads / 128;
  // What a thread may have: all registers, less those of the warpgroup that copies.
  const std::int64_t most = std::min<std::int64_t>(240, (65536 / 128 - 40) / groups / 8 * 8);
  return filled(templates::gemm_tma, "kernel",
                {{"WARPGROUPS", groups},
                 {"MULTIPLYING", m.threads},
                 {"FULL", plan_.stages * plan_.stage_bytes},
                 {"BARRIERS", 8 * plan_.stages},
                 {"BYTES", bytes},
                 {"BOX", std::move(boxes)},
                 {"REGISTERS", most},
                 {"A_REGISTERS", in_registers(m.a)},
                 {"OPERANDS", operands()},
                 {"ATOMS_K", m.atoms[2]},
                 {"A_BYTES", m.a.bits / 8},
                 {"B_BYTES", m.b.bits / 8}},
                common);
}

}  // namespace stridescope
