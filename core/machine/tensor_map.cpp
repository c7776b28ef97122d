// Tensor maps as bytes, and their limits.
#include "core/machine/tensor_map.h"

#include <cstring>
#include <type_traits>

#include "core/tiled/tma_rules.h"

namespace stridescope::machine {
namespace {

static_assert(sizeof(TensorMap) <= tensor_map_bytes && std::is_trivially_copyable_v<TensorMap>);

// More than the shared memory of a block.
constexpr std::uint64_t most_copy_bytes = 1 << 18;

bool is_element_type(Type type) {
  for (const Type one :
       {Type::u8, Type::u16, Type::u32, Type::s32, Type::u64, Type::s64, Type::f16, Type::bf16, Type::f32, Type::f64}) {
    if (one == type) return true;
  }
  return false;
}

Error fault(Message what, Message hint = {}) {
  return {ErrorCode::arguments, std::move(what), std::move(hint), {}, {}};
}

}  // namespace

std::optional<Error> tensor_map_fault(const TensorMap& map) {
  const int least_rank = map.image != 0 || map.interleave != 0 ? 3 : 1;
  if (map.rank < least_rank || map.rank > most_tensor_rank)
    return fault(say("a tensor map has {} {dimension|dimensions}; expected {} to 5", map.rank, least_rank));
  if (map.interleave != 0 && map.interleave != 16 && map.interleave != 32)
    return fault(say("a tensor map is interleaved by {} {byte|bytes}; expected 16 or 32", map.interleave));
  const std::uint64_t stride_unit = map.interleave == 32 ? 32 : 16;
  if (!is_element_type(map.type))
    return fault(say("a tensor map has elements of type {}", name_of(map.type)),
                 say("expected u8, u16, u32, s32, u64, s64, f16, bf16, f32 or f64"));
  for (std::size_t i = 0; i < map.rank; ++i) {
    if (map.extents[i] < 1 || map.extents[i] > std::uint64_t{1} << 32)
      return fault(
          say("dimension {} of a tensor map has {} {element|elements}; expected 1 to 2^32", i, map.extents[i]));
    if (i > 0 && (map.strides[i - 1] % stride_unit != 0 || map.strides[i - 1] >= std::uint64_t{1} << 40))
      return fault(
          say("dimension {} of a tensor map has a stride of {} {byte|bytes}; expected a multiple of {} below 2^40", i,
              map.strides[i - 1], stride_unit));
    if (map.steps[i] < 1 || map.steps[i] > 8)
      return fault(say("dimension {} of a tensor map has element stride {}; expected 1 to 8", i, map.steps[i]));
    if (map.image != 0) continue;
    if (auto wrong = extent_fault(map.box[i], static_cast<std::int64_t>(i))) return fault(wrong->what, wrong->fix);
  }
  if (map.image != 0 && (map.channels < 1 || map.channels > 256 || map.pixels < 1 || map.pixels > 1024))
    return fault(say("a tensor map copies {} {channel|channels} of {} {pixel|pixels}; expected 1 to 256 of 1 to 1024",
                     map.channels, map.pixels));
  std::uint64_t rows = map.image != 0 ? map.pixels : 1;
  for (std::size_t i = 1; i < map.rank && map.image == 0; ++i) rows *= map.count(i);
  // The driver takes the numbers of an interleaved map as elements, too, although they are vectors.
  const auto listed = static_cast<std::int64_t>(map.element_bytes() * (map.image != 0 ? map.channels : map.box[0]));
  if (auto wrong = row_fault(listed)) return fault(wrong->what, wrong->fix);
  const auto row = static_cast<std::int64_t>(map.width() * map.unit_bytes());
  if (rows > most_copy_bytes / static_cast<std::uint64_t>(row))
    return fault(say("a copy of {} {row|rows} of {} {byte|bytes} does not fit shared memory", rows, row));
  if (map.swizzle == SwizzleMode::none || map.interleave != 0) return std::nullopt;
  if (auto wrong = span_fault(row, name_of(map.swizzle), span_bytes(map.swizzle)))
    return fault(wrong->what, wrong->fix);
  return std::nullopt;
}

std::string encode(const TensorMap& map) {
  std::string out(tensor_map_bytes, '\0');
  std::memcpy(out.data(), &map, sizeof map);
  return out;
}

Result<TensorMap> decode_tensor_map(const char* bytes) {
  TensorMap out;
  const std::uint64_t magic = out.magic;
  std::memcpy(&out, bytes, sizeof out);
  if (out.magic != magic || !is_element_type(out.type) || out.swizzle > SwizzleMode::b128_32)
    return failure(ErrorCode::arguments, say("the 128 bytes are not a tensor map that the machine has made"),
                   say("give the kernel a tensor map as its argument"));
  if (auto wrong = tensor_map_fault(out)) return failure(std::move(*wrong));
  return out;
}

}  // namespace stridescope::machine
