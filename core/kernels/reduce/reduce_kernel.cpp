// Makes, prints and compares the value of reduce_kernel(src, dst, via).
#include "core/kernels/reduce/reduce_kernel.h"

#include "core/base/text.h"
#include "core/tiled/printed_kind.h"

namespace stridescope {
namespace {

IntTuple extents_of(Arith& arith, const AnyLayout& layout) { return product_each(arith, domain_layout(layout).shape); }

}  // namespace

const ObjectKind ReduceKernel::object_kind = printed_kind<ReduceKernel, &print_kernel>("reduction");

ReduceKernel make_reduce_kernel(Arith& arith, const AnyLayout& src, const AnyLayout& dst, const CopyVia& via,
                                const CopyKernelOptions& options) {
  ReduceKernel out;
  const IntTuple from = extents_of(arith, src);
  const IntTuple to = extents_of(arith, dst);
  out.src = src;
  out.dst = dst;
  if (arith.failed()) return out;
  bool fits = from.is_tuple() == to.is_tuple() && from.rank() == to.rank();
  for (int i = 0; fits && i < from.rank(); ++i)
    fits = to[i].integer().value == 1 || to[i].integer().value == from[i].integer().value;
  if (!fits) {
    arith.fail(ErrorCode::rank_mismatch,
               say("reduce_kernel: the source has extents {}, but the destination has {}", to_text(from), to_text(to)),
               say("a destination must have the modes of its source, each with the same extent or, if it is summed, "
                   "with extent 1: the sums of rows are dst = (M,1):(1,0) of a src = (M,N):(N,1)"));
    return out;
  }
  // Partitions like a copy of src to itself.
  const CopyKernel copy = make_copy_kernel(arith, src, src, {via}, nullptr, options);
  out.type = copy.type;
  out.via = copy.load;
  out.access_bytes = options.access_bytes;
  return out;
}

bool is_summed(Arith& arith, const ReduceKernel& kernel, int mode) {
  const IntTuple to = extents_of(arith, kernel.dst);
  const IntTuple from = extents_of(arith, kernel.src);
  if (arith.failed()) return false;
  return to[mode].integer().value == 1 && from[mode].integer().value != 1;
}

std::string print_kernel(const ReduceKernel& kernel, IntegerMode mode) {
  std::string out = cat("reduce_kernel of ", kernel.type.name, "\n  src:     ", to_text(kernel.src, mode),
                        "\n  dst:     ", to_text(kernel.dst, mode), "\n  via:     ", kernel.via.atom.name, ' ',
                        to_text(kernel.via.tv, mode), " over ", to_text(to_value(kernel.via.tiler), mode),
                        "\n  combine: ", kernel.combine == Combine::shuffle ? "shuffle" : "shared");
  if (kernel.split > 1) append_all(out, "\n  split:   ", kernel.split);
  if (kernel.access_bytes != 16) append_all(out, "\n  bytes:   at most ", kernel.access_bytes, " an access");
  return out;
}

}  // namespace stridescope
