// Advice in words, as JSON, and as lines of a layout program.
#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/emit/emit.h"
#include "core/trace/advice.h"

namespace stridescope {
namespace {

Message why(const TracedAccess& access, const AccessWaste& waste) {
  const bool shared = access.layout.space == AccessSpace::shared;
  switch (waste.cause) {
    case WasteCause::stride:
      return shared ? say("{} {lane|lanes} of the mode {}:{} (bytes) meet in one bank: "
                          "its step is {} banks modulo 32",
                          waste.ways, waste.mode.extent, waste.mode.stride,
                          std::abs(waste.mode.stride) / bank_bytes % bank_count)
                    : say("the lanes of the mode {}:{} (bytes) touch {} {sector|sectors}: "
                          "its step leaves {} of 32 bytes unused",
                          waste.mode.extent, waste.mode.stride, waste.ways,
                          std::max<std::int64_t>(0, std::min<std::int64_t>(sector_bytes, std::abs(waste.mode.stride)) -
                                                        access.layout.bytes));
    case WasteCause::modes:
      return shared ? say("each mode of the lanes alone is conflict-free, but several together conflict {} {way|ways}",
                          waste.ways)
                    : say("the modes of the lanes are shorter than a sector");
    case WasteCause::swizzle:
      return say(
          "its swizzle does not spread the bits that conflict; {} {word of one bank is|words of one bank are} needed "
          "at once",
          waste.ways);
    case WasteCause::alignment:
      return waste.mode.extent > 1
                 ? say("rows of the mode {}:{} (bytes) begin in the middle of a sector: its step is not "
                       "a multiple of 32 bytes",
                       waste.mode.extent, waste.mode.stride)
                 : say("its lanes begin in the middle of a sector of 32 bytes");
    case WasteCause::destination:
      return say(
          "rows of its destination in shared memory begin in the middle of a sector of 32 bytes, which L1 then "
          "fills twice");
    case WasteCause::scattered:
      return say("its addresses do not form a layout");
  }
  return {};
}

std::int64_t unit_of(const LaunchReport& report, const SharedTile& tile) {
  std::int64_t unit = 16;
  for (const std::size_t a : tile.accesses) unit = std::min<std::int64_t>(unit, report.accesses[a].layout.bytes);
  return unit;
}

// The changed tile, in elements of the narrowest access.
std::string changed_layout(const LaunchReport& report, const SharedTile& tile) {
  const std::int64_t unit = unit_of(report, tile);
  const std::int64_t size = (tile.end - tile.begin) / unit;
  if (tile.padding) {
    const std::int64_t row = tile.padding->row_bytes / unit;
    if (row == 0 || tile.padding->row_bytes % unit != 0) return {};
    return cat("(", row, ",", (size + row - 1) / row, "):(1,", row + tile.padding->bytes / unit, ")");
  }
  const int width = std::countr_zero(static_cast<std::uint64_t>(unit));
  return cat("Sw<", tile.swizzle.bits, ",", tile.swizzle.base - width, ",", tile.swizzle.shift, "> o 0 o ", size, ":1");
}

// The changed tile in CuTe C++; or empty.
std::string changed_code(const LaunchReport& report, const SharedTile& tile) {
  const std::int64_t unit = unit_of(report, tile);
  const std::int64_t size = (tile.end - tile.begin) / unit;
  if (!tile.padding) {
    const int width = std::countr_zero(static_cast<std::uint64_t>(unit));
    const Swizzle swizzle{tile.swizzle.bits, tile.swizzle.base - width, tile.swizzle.shift};
    const auto text =
        code(ComposedLayout{swizzle, static_int(0), Layout{static_int(size), static_int(1)}}, Language::cpp);
    return text ? *text : std::string();
  }
  const std::int64_t row = tile.padding->row_bytes / unit;
  if (row == 0 || tile.padding->row_bytes % unit != 0) return {};
  const auto pair = [](std::int64_t a, std::int64_t b) {
    Arith arith;
    TupleBuilder out(arith);
    out.open();
    out.integer(static_int(a));
    out.integer(static_int(b));
    out.close();
    return out.take();
  };
  const auto text =
      code(Layout{pair(row, (size + row - 1) / row), pair(1, row + tile.padding->bytes / unit)}, Language::cpp);
  return text ? *text : std::string();
}

// "x ^ ((x & 0x380) >> 3)", where x is a byte offset in the tile.
std::string arithmetic(const SharedTile& tile) {
  if (tile.padding) return cat("x + x / ", tile.padding->row_bytes, " * ", tile.padding->bytes);
  return cat("x ^ ((x & ", tile.swizzle.yyy(), ") >> ", tile.swizzle.shift, ")");
}

}  // namespace

std::string_view name_of(WasteCause cause) {
  constexpr std::string_view names[] = {"stride", "modes", "swizzle", "alignment", "destination", "scattered"};
  return names[static_cast<std::size_t>(cause)];
}

AdviceWords to_words(const LaunchReport& report, const AccessWaste& waste) {
  AdviceWords out;
  const TracedAccess& access = report.accesses[waste.access];
  const std::int64_t excess = access.costs.excess();
  out.what = access.layout.space == AccessSpace::shared
                 ? say("{} unnecessary {wavefront|wavefronts}; {}", excess, why(access, waste))
                 : say("{} unnecessary {sector|sectors}; {}", excess, why(access, waste));
  if (waste.cause == WasteCause::destination)
    out.fixes.push_back(say("with rows of its destination at multiples of 32 bytes: {} {sector|sectors} instead of {}",
                            waste.removed, access.costs.sectors));
  if (waste.cause == WasteCause::alignment)
    out.fixes.push_back(say("with rows at multiples of 32 bytes: {} {sector|sectors} instead of {}", waste.removed,
                            access.costs.sectors));
  if (waste.better)
    out.fixes.push_back(say("with the lanes along the smallest steps, {}: {} {sector|sectors} instead of {}",
                            waste.better->layout, waste.better->sectors, access.costs.sectors));
  return out;
}

AdviceWords to_words(const LaunchReport& report, const SharedTile& tile) {
  AdviceWords out;
  // More names would not fit the two lines of a row.
  constexpr std::size_t most_names = 3;
  const std::size_t all = tile.accesses.size();
  const std::size_t named = all > most_names ? most_names - 1 : all;
  std::string list;
  for (std::size_t i = 0; i < named; ++i) append_all(list, i == 0 ? "" : ", ", report.accesses[tile.accesses[i]].name);
  const Message names = named < all ? say("{} and {} more", list, all - named) : Message::verbatim(list);
  out.what = say("shared memory from {} up to {} ({}): {} {wavefront|wavefronts}, ideal {}", tile.begin, tile.end - 1,
                 names, tile.wavefronts, tile.ideal_wavefronts);
  if (!tile.has_change()) {
    out.fixes.push_back(say("no swizzle or padding that keeps every access is better"));
    return out;
  }
  out.fixes.push_back(tile.padding ? say("{} {byte|bytes} after every {} {byte|bytes}: {} {wavefront|wavefronts}",
                                         tile.padding->bytes, tile.padding->row_bytes, tile.best_wavefronts)
                                   : say("a swizzle: {} {wavefront|wavefronts}", tile.best_wavefronts));
  out.layout = changed_layout(report, tile);
  if (const std::string text = changed_code(report, tile); !text.empty()) out.cute = say("in CuTe C++: {}", text);
  out.arithmetic = say("in bytes from its start: {}", arithmetic(tile));
  return out;
}

std::string advice_text(const LaunchReport& report, const Advice& advice, const Catalog& catalog) {
  std::string out;
  const auto line = [&](const Message& message) { append_all(out, "  ", render(message, catalog), "\n"); };
  for (const AccessWaste& waste : advice.wastes) {
    const AdviceWords words = to_words(report, waste);
    append_all(out, report.accesses[waste.access].name, ": ", render(words.what, catalog), "\n");
    for (const Message& fix : words.fixes) line(fix);
  }
  for (const SharedTile& tile : advice.tiles) {
    const AdviceWords words = to_words(report, tile);
    append_all(out, render(words.what, catalog), "\n");
    for (const Message& fix : words.fixes) line(fix);
    if (!tile.has_change()) continue;
    append_all(out, "  ", words.layout, "\n");
    if (!words.cute.empty()) line(words.cute);
    line(words.arithmetic);
  }
  return out;
}

void write_advice(JsonWriter& out, const LaunchReport& report, const Advice& advice) {
  out.open_object();
  out.list("wastes", advice.wastes, [&](const AccessWaste& waste) {
    const TracedAccess& access = report.accesses[waste.access];
    out.open_object();
    out.field("access", access.name);
    out.field("cause", name_of(waste.cause));
    out.field("why", english(why(access, waste)));
    out.field("excess", access.costs.excess());
    out.field("ways", waste.ways);
    if (waste.mode.extent > 1) {
      out.key("mode_bytes");
      out.open_array();
      out.number(waste.mode.extent);
      out.number(waste.mode.stride);
      out.close_array();
    }
    if (waste.removed > 0) out.field("sectors_without", waste.removed);
    if (waste.better) {
      out.field("better", waste.better->layout);
      out.field("better_sectors", waste.better->sectors);
    }
    out.close_object();
  });
  out.objects("tiles", advice.tiles, [&](const SharedTile& tile) {
    out.field("begin", tile.begin);
    out.field("end", tile.end);
    out.list("accesses", tile.accesses, [&](const std::size_t a) { out.string(report.accesses[a].name); });
    out.field("wavefronts", tile.wavefronts);
    out.field("ideal_wavefronts", tile.ideal_wavefronts);
    out.field("best_wavefronts", tile.best_wavefronts);
    if (tile.has_change()) {
      out.field("change", tile.padding ? "padding" : "swizzle");
      out.field("layout", changed_layout(report, tile));
      out.field("cute", changed_code(report, tile));
      out.field("arithmetic", arithmetic(tile));
    }
  });
  out.close_object();
}

std::string tile_program(const LaunchReport& report, const SharedTile& tile) {
  const std::string layout = tile.has_change() ? changed_layout(report, tile) : std::string();
  return layout.empty() ? layout : cat("tile_", tile.begin, " = ", layout, "\n");
}

std::string advice_program(const LaunchReport& report, const Advice& advice) {
  std::string out;
  for (const SharedTile& tile : advice.tiles) {
    const std::string line = tile_program(report, tile);
    if (line.empty()) continue;
    append_all(out, "\n# ", tile.wavefronts, " wavefronts become ", tile.best_wavefronts, "\n", line);
  }
  return out;
}

}  // namespace stridescope
