// Writes the kernels that check a copy, and the file for nvcc.
#include "core/base/text.h"
#include "core/kernels/copy/tensor_map.h"
#include "core/kernels/kernel_writer.h"
#include "core/kernels/proof_text.h"

namespace stridescope {
namespace {

std::string same(int bytes) {
  if (bytes <= 4) return "a == b";
  return bytes == 8 ? "a.x == b.x && a.y == b.y" : "a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w";
}

}  // namespace

std::uint64_t element_code(std::uint64_t x, std::uint32_t seed) {
  std::uint64_t k = x + 0x9E3779B97F4A7C15ULL * (seed + 1ULL);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ULL;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EBULL;
  return k ^ (k >> 31);
}

std::string check_text(const CopyPlan& plan, bool with_element_type) {
  // The plan exists, so both layouts are addressable.
  const auto src = tensor_index(plan.kernel.src);
  const auto dst = tensor_index(plan.kernel.dst);
  const int bytes = plan.unit_bytes();
  const Holes common = {{"PACKED", plan.unit_elements() > 1}};
  MarkedText offsets = offset_text(src ? *src : TensorIndex{}, "src", "long long");
  append(offsets, offset_text(dst ? *dst : TensorIndex{}, "dst", "long long"));
  MarkedText out = filled(templates::copy_proof, "proof",
                          {{"TYPED", with_element_type},
                           {"TYPE", access_type(bytes)},
                           {"OFFSETS", std::move(offsets)},
                           {"CODE", element_code_text()},
                           {"PAIR", bytes == 8},
                           {"QUAD", bytes == 16},
                           {"READ", element_read_text(plan.element_bits, "p", "x")},
                           {"SAME", same(bytes)}},
                          common);
  append(out, poison_text());
  append(out, filled(templates::copy_proof, "check",
                     {{"ELEMENTS", cat(plan.elements, "LL")}, {"LISTED", max_wrong_listed}}, common));
  return std::move(out.text);
}

std::string standalone_text(const CopyPlan& plan) {
  const bool engine = plan.tma_load || plan.tma_store;
  MarkedText maps;
  if (plan.tma_load) append(maps, tensor_map_text(tensor_map_of(plan.tma_load->atom), "src"));
  if (plan.tma_store) append(maps, tensor_map_text(tensor_map_of(plan.tma_store->atom), "dst"));
  // If several elements share a byte, an Element is that byte.
  const std::int64_t each = plan.unit_elements();
  const auto memory = [&](const KernelSide& side) { return cat((side.highest - side.lowest + each) / each, "LL"); };
  MarkedText out = standalone_begin("copy", {}, engine);
  append_all(out.text, cuda_text(plan).text, '\n', check_text(plan, false));
  append(out, standalone_check());
  append(out,
         filled(templates::host_copy, "main",
                {{"MAPS", std::move(maps)},
                 {"SRC_ELEMENTS", memory(plan.src)},
                 {"DST_ELEMENTS", memory(plan.dst)},
                 {"SRC_BASE", cat(-plan.src.lowest / each, "LL")},
                 {"DST_BASE", cat(-plan.dst.lowest / each, "LL")},
                 {"BYTES_MOVED", cat(plan.bytes_moved(), ".0")},
                 {"SHARED_BYTES", plan.shared_bytes},
                 {"TILES", cat(plan.tiles, 'u')},
                 {"THREADS", cat(plan.threads, 'u')},
                 {"ENGINE", engine},
                 {"ENGINE_LOADS", plan.tma_load.has_value()},
                 {"ENGINE_STORES", plan.tma_store.has_value()},
                 {"PERSISTENT", plan.persistent},
                 {"ARGUMENTS", cat("src[i] + src_base, dst[i] + dst_base", plan.tma_load ? ", src_maps[i]" : "",
                                   plan.tma_store ? ", dst_maps[i]" : "")},
                 {"VERDICT",
                  standalone_verdict("stridescope_check<<<1024, 256>>>(src[0] + src_base, dst[0] + dst_base, wrong);")},
                 {"MEDIAN", standalone_median("pairs")}}));
  return std::move(out.text);
}

}  // namespace stridescope
