// Lists the offsets of a value by the modes of its domain.
#include "core/workspace/offset_table.h"

#include "core/algebra/algebra.h"
#include "core/facts/offsets.h"

namespace stridescope {

Result<OffsetTable> offset_table(const Value& value) {
  const auto function = offset_function(value);
  const auto count = domain_size(value);
  if (!function || !count || *count < 0)
    return failure(ErrorCode::unsupported, say("its offsets are not integers, or may not fit 62 bits"));
  if (*count > max_table_offsets)
    return failure(ErrorCode::too_large, say("the limit is {} elements", max_table_offsets));
  OffsetTable out;
  Arith arith;
  const Layout& domain = function->layout;
  for (int i = 0; i < domain.rank(); ++i) out.extents.push_back(product(arith, domain.shape[i]).value);
  out.offsets.resize(static_cast<std::size_t>(*count));
  function->fill(out.offsets.data(), *count);
  return out;
}

}  // namespace stridescope
