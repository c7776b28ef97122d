// Reads the descriptor of a TMA that CUTLASS, TileLang and others print after the driver refused it, and finds the
// violated rule. Source: the CUDA driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/tiled/tma_rules.h"

namespace stridescope {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::size_t most_extents = 8;

// Bytes of an element by CUtensorMapDataType.
constexpr std::array<int, 13> element_bytes = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

// The integers after the key on the line; of `3 (CU_TENSOR_MAP_SWIZZLE_128B)` the first.
Integers integers_in(std::string_view text) {
  const std::size_t open = text.find_first_not_of(" \t:=");
  const bool list = open != std::string_view::npos && (text[open] == '(' || text[open] == '[');
  return integers_of(text, list ? most_extents : 1);
}

// 0x7f0000000010, or in decimal.
std::optional<std::uint64_t> address_in(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t:=");
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out, hexadecimal ? 16 : 10);
  return read.ec == std::errc() ? std::optional(out) : std::nullopt;
}

// key    value
bool key_at(std::string_view line, std::string_view key, std::string_view& value) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  if (!line.starts_with(key) || line.size() == key.size() || is_word(line[key.size()]) || line[key.size()] == '[')
    return false;
  value = line.substr(key.size());
  return true;
}

void take(PastedMap& out, std::optional<TmaFault> fault) {
  if (!fault || !out.wrong.empty()) return;
  out.wrong = std::move(fault->what);
  out.fix = std::move(fault->fix);
}

}  // namespace

PastedMap read_tensor_map(std::string_view program) {
  PastedMap out;
  constexpr std::string_view told = "boxDim[0] * elementSize must be <= swizzle span (";
  if (program.find("boxDim") == std::string_view::npos && program.find("smem_box_channel") == std::string_view::npos)
    return out;
  Integers box;
  Integers strides;
  Integers channel;
  std::int64_t bytes = 0;
  std::int64_t swizzle = -1;
  std::int64_t interleave = 0;
  std::optional<std::uint64_t> address;
  Span address_place;
  for (std::size_t at = 0; at < program.size();) {
    const std::size_t end = std::min(program.find('\n', at), program.size());
    const std::string_view line = program.substr(at, end - at);
    const Span span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    std::string_view value;
    bool ours = true;
    if (const std::size_t rule = line.find(told); rule != std::string_view::npos) {
      // ... span (32 bytes) when swizzle is enabled, but got 48 * 16 bits
      const Integers limit = integers_in(line.substr(rule + told.size()));
      const std::size_t got = line.find("but got ");
      const std::size_t times = line.find('*', got);
      if (got != std::string_view::npos && times != std::string_view::npos && !limit.empty()) {
        const Integers extent = integers_in(line.substr(got + 8));
        const Integers bits = integers_in(line.substr(times));
        if (!extent.empty() && !bits.empty() && extent[0] < (1 << 20) && bits[0] < (1 << 10)) {
          const std::int64_t row = extent[0] * bits[0] / 8;
          take(out, span_fault(row, cat("SW", limit[0]), limit[0]));
          out.place = span;
        }
      }
    } else if (key_at(line, "boxDim", value)) {
      box = integers_in(value);
      out.place = span;
    } else if (key_at(line, "smem_box_channel", value)) {
      channel = integers_in(value);
      out.place = span;
    } else if (key_at(line, "globalStrides", value)) {
      strides = integers_in(value);
    } else if (key_at(line, "format", value)) {
      const Integers format = integers_in(value);
      if (!format.empty() && format[0] < static_cast<std::int64_t>(element_bytes.size()))
        bytes = element_bytes[static_cast<std::size_t>(format[0])];
    } else if (key_at(line, "swizzle", value)) {
      const Integers mode = integers_in(value);
      if (!mode.empty()) swizzle = mode[0];
    } else if (key_at(line, "interleave", value)) {
      const Integers mode = integers_in(value);
      if (!mode.empty()) interleave = mode[0];
    } else if (key_at(line, "gmem_address", value) || key_at(line, "globalAddress", value)) {
      address = address_in(value);
      address_place = span;
    } else {
      static constexpr std::string_view others[] = {"dim",
                                                    "globalDim",
                                                    "elementStrides",
                                                    "l2Promotion",
                                                    "oobFill",
                                                    "TMA Desc",
                                                    "smem_box_pixel",
                                                    "InternalError",
                                                    "Error: Failed to initialize the TMA",
                                                    "lower_corner",
                                                    "upper_corner",
                                                    "No local im2col-TMA"};
      std::string_view bare = line;
      while (!bare.empty() && is_blank(bare.front())) bare.remove_prefix(1);
      ours = std::any_of(std::begin(others), std::end(others), [&](std::string_view o) { return bare.starts_with(o); });
    }
    if (ours && !line.empty()) out.lines.push_back(span);
    at = end + 1;
  }
  if (out.place.end == 0) return {};
  if (!out.wrong.empty()) return out;
  const std::int64_t inner = !box.empty() ? box[0] : !channel.empty() ? channel[0] : 0;
  if (inner == 0 || bytes == 0 || swizzle < 0) return {};
  const std::int64_t row = inner * bytes;
  const std::int64_t span = swizzle >= 1 && swizzle <= 3 ? std::int64_t{16} << swizzle : 0;
  // The first stride is that of an element, if all are printed.
  const auto odd = std::find_if(strides.begin() + (strides.size() >= box.size() && !strides.empty() ? 1 : 0),
                                strides.end(), [](std::int64_t x) { return x % 16 != 0; });
  if (address) take(out, address_fault(*address, interleave == 2));
  if (!out.wrong.empty()) out.place = address_place;
  if (span > 0 && interleave == 0) take(out, span_fault(row, cat("SW", span), span));
  if (interleave == 0) take(out, row_fault(row));
  for (std::size_t i = 0; i < box.size(); ++i) take(out, extent_fault(box[i], static_cast<std::int64_t>(i)));
  if (odd != strides.end())
    take(out, TmaFault{say("a stride of {} {byte|bytes} is not a multiple of 16", *odd),
                       say("pad the leading dimension to 16 bytes")});
  if (out.wrong.empty())
    out.fits = cat("the box fits: ", row, " bytes along the contiguous mode",
                   span > 0 ? cat(", SW", span, " swizzles ", span) : std::string(", no swizzle"));
  return out;
}

void add_tensor_map(ForeignTree& tree, PastedMap map) {
  if (!map.wrong.empty()) {
    tree.findings.push_back({ErrorCode::arguments, std::move(map.wrong), std::move(map.fix), map.place, {}});
  } else if (!map.fits.empty()) {
    tree.literals.emplace_back(Text{std::move(map.fits)});
    Statement out;
    out.span = map.place;
    out.pasted = true;
    out.root = tree.add({.kind = Syntax::literal,
                         .span = map.place,
                         .integer = static_int(static_cast<std::int64_t>(tree.literals.size() - 1))});
    tree.statements.push_back(std::move(out));
  }
}

}  // namespace stridescope
