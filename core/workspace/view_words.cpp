// The words of a view and what they draw, for `stridescope help views`.
#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "core/scene/view.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// A new enumerator must be told here too: the switches have no default.
constexpr Picture pictures[] = {Picture::grid,      Picture::strip, Picture::memory,   Picture::walk,
                                Picture::strips,    Picture::map,   Picture::codomain, Picture::parent,
                                Picture::product,   Picture::order, Picture::sectors,  Picture::banks,
                                Picture::threads,   Picture::f2,    Picture::boxes,    Picture::diagram,
                                Picture::composite, Picture::lanes, Picture::modes};
constexpr Label labels[] = {Label::offset, Label::coord, Label::index, Label::owner};
constexpr ColorBy colors[] = {ColorBy::offset,  ColorBy::mode,   ColorBy::tile, ColorBy::index, ColorBy::image,
                              ColorBy::crossed, ColorBy::thread, ColorBy::warp, ColorBy::value, ColorBy::registers};

std::string_view meaning(Picture picture) {
  switch (picture) {
    case Picture::grid:
      return "mode 0 down, mode 1 across, one slice of the others";
    case Picture::strip:
      return "the 1-D coordinates in order";
    case Picture::memory:
      return "the offsets in order, with the gaps";
    case Picture::walk:
      return "the offsets, with the order of the elements as arrows";
    case Picture::strips:
      return "coordinates over offsets, each linked to its own";
    case Picture::map:
      return "domain and range as columns, with arrows";
    case Picture::codomain:
      return "the codomain: what is hit, how often, what is not";
    case Picture::parent:
      return "the operand, with the value's elements lit or tiled";
    case Picture::product:
      return "the operands of a product over its result";
    case Picture::order:
      return "shapes by compatibility (Hasse diagram)";
    case Picture::sectors:
      return "the memory sectors under the lanes of one request";
    case Picture::banks:
      return "one request by bank, a row for each wavefront";
    case Picture::lanes:
      return "one wavefront: its lanes over the banks that serve them";
    case Picture::modes:
      return "the modes that coalesce merges, over those of the result";
    case Picture::threads:
      return "which thread holds which element, as which value";
    case Picture::f2:
      return "the matrix over F2 of a power-of-two layout";
    case Picture::boxes:
      return "the boxes of a TMA over its global tensor";
    case Picture::diagram:
      return "a morphism, a refinement or a span, with arrows";
    case Picture::composite:
      return "the morphisms that it is composed of";
  }
  return {};
}

std::string_view meaning(Label label) {
  switch (label) {
    case Label::offset:
      return "the offset";
    case Label::coord:
      return "the coordinate";
    case Label::index:
      return "the 1-D coordinate";
    case Label::owner:
      return "the threads and values that hold the element";
  }
  return {};
}

std::string_view meaning(ColorBy color) {
  switch (color) {
    case ColorBy::offset:
      return "by the offset";
    case ColorBy::mode:
      return "by the coordinate of one mode";
    case ColorBy::tile:
      return "by the tile";
    case ColorBy::index:
      return "by the 1-D coordinate";
    case ColorBy::image:
      return "hit or not, and how often";
    case ColorBy::crossed:
      return "hit numbers struck out";
    case ColorBy::thread:
      return "by the thread that holds it";
    case ColorBy::warp:
      return "by the warp of its thread";
    case ColorBy::value:
      return "by the value of its thread";
    case ColorBy::registers:
      return "by the register of its thread";
  }
  return {};
}

template <class Words>
void append_words(std::string& out, std::string_view title, std::string_view key, const Words& words) {
  append_all(out, out.empty() ? "" : "\n", title, '\n');
  for (const auto word : words) {
    std::string left = cat(key, '=', name_of(word));
    left.resize(18, ' ');
    append_all(out, "    ", left, meaning(word), '\n');
  }
}

// The words of a list, and what is on offer of it, for messages.
template <class Words>
std::string listed(const Words& words) {
  std::string out;
  for (const auto word : words) append_all(out, out.empty() ? "" : ", ", name_of(word));
  return out;
}

template <class Words>
bool contains(const Words& words, std::string_view name) {
  return std::any_of(std::begin(words), std::end(words), [&](const auto word) { return name_of(word) == name; });
}

// A word of `known`, which is also one of `offered`.
template <class Known, class Offered>
Result<void> check_word(std::string_view key, std::string_view word, const Known& known, const Offered& offered) {
  if (contains(offered, word)) return {};
  const bool elsewhere = contains(known, word);
  return failure(ErrorCode::arguments,
                 elsewhere ? say("this value has no view {}={}", key, word) : say("there is no {}={}", key, word),
                 elsewhere ? say("it has {}", listed(offered)) : say("{} is one of {}", key, listed(offered)));
}

}  // namespace

Result<void> Workspace::check_view(int binding, std::string_view text) const {
  const auto offered = views(binding);
  if (!offered) return failure(offered.error());
  const auto chosen = view(binding, text);
  if (!chosen) return failure(chosen.error());
  std::vector<Picture> kinds;
  const OfferedView* legal = nullptr;
  for (const OfferedView& o : *offered) {
    kinds.push_back(o.picture);
    if (o.picture == chosen->picture) legal = &o;
  }
  if (legal == nullptr) return {};  // no picture at all: scene() says why
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    Result<void> checked;
    if (key == "kind") {
      checked = check_word(key, value, pictures, kinds);
    } else if (key == "label") {
      checked = check_word(key, value, labels, legal->labels);
    } else if (key == "color") {
      checked = check_word(key, value, colors, legal->colors);
    } else if (key != "slice" || value.empty() || value.find_first_not_of("0123456789,") != std::string_view::npos) {
      return failure(ErrorCode::arguments, say("a view has no word '{}'", word),
                     say("its words are kind=, label=, color= and slice=0,1; `stridescope help views` lists them"));
    }
    if (!checked) return checked;
  }
  return {};
}

std::string view_words_text() {
  std::string out;
  append_words(out, "PICTURES", "kind", pictures);
  append_words(out, "LABELS", "label", labels);
  append_words(out, "COLOURS", "color", colors);
  return out;
}

}  // namespace stridescope
