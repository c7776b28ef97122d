// Lists the offsets of a layout once; the first coordinate of an offset counts.
#include "core/machine/checks/element_map.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/text.h"
#include "core/facts/offsets.h"

namespace stridescope::machine {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 24;

std::int64_t extent_of(TupleRef mode) {
  if (mode.is_integer()) return mode.integer().value;
  std::int64_t out = 1;
  for (const TupleRef part : mode) out *= extent_of(part);
  return out;
}

}  // namespace

ElementMap element_map(std::size_t argument, std::int64_t element_bytes, const Value& layout) {
  ElementMap out;
  out.argument = argument;
  out.element_bytes = element_bytes;
  const auto function = offset_function(layout);
  const auto size = domain_size(layout);
  const Layout* const domain = domain_of(layout);
  if (!function || !size || domain == nullptr || *size < 1 || *size > most_elements) return out;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(*size));
  function->fill(offsets.data(), *size);
  const auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  if (*least < 0 || *most >= most_elements) return out;
  out.coordinates.resize(static_cast<std::size_t>(*most) + 1);
  for (std::size_t i = offsets.size(); i-- > 0;)
    out.coordinates[static_cast<std::size_t>(offsets[i])] = static_cast<std::uint32_t>(i + 1);
  const TupleRef shape = domain->shape;
  if (shape.is_integer()) {
    out.extents = {*size};
  } else {
    for (const TupleRef mode : shape) out.extents.push_back(extent_of(mode));
  }
  return out;
}

std::string ElementMap::name() const {
  const std::string of = variable.empty() ? cat(argument) : variable;
  return offset == 0 ? of : cat(of, '+', offset);
}

TileWord tile_word(const std::string& word) {
  TileWord out;
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::size_t plus = std::min(word.find('+'), equals);
  out.variable = word.substr(0, plus);
  if (plus < equals) out.offset = std::strtoul(word.c_str() + plus + 1, nullptr, 10);
  out.memory = word.substr(std::min(equals + 1, word.size()));
  return out;
}

Error not_a_tile(const std::string& word) {
  return {ErrorCode::arguments,
          say("{} is not a tile", word),
          say("expected a variable, a type and a layout: As+4096=f16:(64,32):(40,1)"),
          {},
          {}};
}

bool has_shared(std::string_view variable, const Program& program, const Function& kernel) {
  for (const auto* all : {&program.variables, &kernel.variables}) {
    for (const Variable& one : *all) {
      if (one.space == Space::shared && one.name == variable) return true;
    }
  }
  return false;
}

std::string ElementMap::coordinate(std::int64_t element) const {
  auto index = static_cast<std::int64_t>(coordinates[static_cast<std::size_t>(element)]) - 1;
  std::string out = "(";
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const bool last = i + 1 == extents.size();
    append_all(out, i == 0 ? "" : ",", last ? index : index % extents[i]);
    index /= std::max<std::int64_t>(extents[i], 1);
  }
  return out + ")";
}

}  // namespace stridescope::machine
