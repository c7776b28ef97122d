// Searches atoms by words, and writes the program text of a form's fields.
#include "core/forms/atom_form.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/forms/form_builder.h"
#include "core/records/sections.h"
#include "core/workspace/atom_architectures.h"

namespace stridescope::app {
namespace {

// Limit of the words of a search, with kind and architecture; further ones are ignored.
constexpr std::size_t max_words = 8;
// Index of a family's first selected size, that of the widest common tiles.
constexpr std::size_t usual_size = 7;

std::vector<std::string> words_of(const AtomSearch& search, std::string_view architecture) {
  std::vector<std::string> out = {std::string(atom_kind_names[static_cast<std::size_t>(search.kind)])};
  if (!architecture.empty()) out.emplace_back(architecture);
  std::string_view rest = search.text;
  while (out.size() < max_words) {
    const std::size_t begin = rest.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) break;
    rest.remove_prefix(begin);
    const std::size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return out;
}

// "(_2,_2,_1):(_1,_2,_4)"
std::string layout_text(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& stride) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) append_all(out, i > 0 ? "," : "", "_", shape[i]);
  out += "):(";
  for (std::size_t i = 0; i < stride.size(); ++i) append_all(out, i > 0 ? "," : "", "_", stride[i]);
  return out + ")";
}

std::vector<FieldOption> types() {
  std::vector<FieldOption> out;
  for (const std::string_view type : element_types()) {
    if (!type.empty()) out.push_back({std::string(type), Message::verbatim(type)});
  }
  return out;
}

std::string tiled_mma(FormBuilder& form, const std::string& atom) {
  const auto atoms = form.numbers("atoms", say("atoms in M, N, K"), {2, 2, 1});
  const bool along_m = form.choice("order", say("warps run along"),
                                   {{"M", Message::verbatim("M")}, {"N", Message::verbatim("N")}}) == "M";
  const auto tile = form.numbers_or_none("tile", say("tile M, N, K (empty: as many as the atoms)"), 3);
  const std::int64_t m = atoms[0];
  const std::int64_t n = atoms[1];
  std::string out = cat(
      "make_tiled_mma(", atom, ", ",
      layout_text(atoms, along_m ? std::vector{std::int64_t{1}, m, m * n} : std::vector{n, std::int64_t{1}, m * n}));
  if (tile[0] || tile[1] || tile[2]) {
    out += ", <";
    for (std::size_t i = 0; i < tile.size(); ++i)
      append_all(out, i > 0 ? "," : "", "_", tile[i] ? cat(*tile[i]) : std::string());
    out += ">";
  }
  return out + ")";
}

std::string tiled_copy(FormBuilder& form, const std::string& atom) {
  const auto threads = form.numbers("threads", say("threads down, across"), {16, 8});
  const bool along_rows =
      form.choice("order", say("threads run along"), {{"rows", say("rows")}, {"columns", say("columns")}}) == "rows";
  const auto values = form.numbers("values", say("values of a thread down, across"), {1, 8});
  const std::vector<std::int64_t> strides =
      along_rows ? std::vector{threads[1], std::int64_t{1}} : std::vector{std::int64_t{1}, threads[0]};
  return cat("make_tiled_copy(", atom, ", ", layout_text(threads, strides), ", ",
             layout_text(values, {values[1], std::int64_t{1}}), ")");
}

}  // namespace

std::vector<FieldOption> offered_architectures() {
  std::vector<FieldOption> out = {{"", say("any architecture")}};
  // The word "any" finds the atoms that every GPU has.
  for (const std::string_view one : atom_architectures())
    out.push_back({std::string(one), one == "any" ? say("universal") : Message::verbatim(one)});
  return out;
}

// The architectures that have an atom with these words.
static std::vector<std::string_view> architectures_with(const AtomSearch& search) {
  std::vector<std::string_view> out;
  for (const std::string_view one : atom_architectures()) {
    if (one != search.architecture && door::listed_atoms(words_of(search, one))) out.push_back(one);
  }
  return out;
}

AtomsFound find_atoms(const AtomSearch& search) {
  auto found = door::listed_atoms(words_of(search, search.architecture));
  if (found) return {std::move(*found), {}, {}};
  const auto names = [](const std::vector<std::string_view>& architectures) {
    std::string out;
    for (const std::string_view one : architectures) append_all(out, out.empty() ? "" : ", ", one);
    return out;
  };
  // Each call scans all names: search the architectures one by one only if any of them can match.
  AtomSearch other = search;
  if (!search.architecture.empty() && door::listed_atoms(words_of(search, {}))) {
    if (const auto of = architectures_with(search); !of.empty()) {
      other.architecture = of.front();
      return {{}, say("No atom of {} matches these words; atoms of {} do.", search.architecture, names(of)), other};
    }
  }
  // For example ldmatrix, searched among MMAs: it is of the other kind.
  other.kind = search.kind == AtomKind::copy ? AtomKind::mma : AtomKind::copy;
  if (!door::listed_atoms(words_of(other, {}))) return {{}, say("No atom matches these words."), {}};
  const bool copies = other.kind == AtomKind::copy;
  if (!search.architecture.empty() && !door::listed_atoms(words_of(other, search.architecture))) {
    if (const auto of = architectures_with(other); !of.empty()) {
      other.architecture = of.front();
      return {{},
              copies ? say("No MMA atom matches these words; copy atoms of {} do.", names(of))
                     : say("No copy atom matches these words; MMA atoms of {} do.", names(of)),
              other};
    }
    other.architecture.clear();
  }
  return {{},
          copies ? say("No MMA atom matches these words; some copy atoms do.")
                 : say("No copy atom matches these words; some MMA atoms do."),
          other};
}

Form atom_form(AtomKind kind, const door::ListedAtom& atom, const std::vector<FieldValue>& given) {
  FormBuilder builder(given);
  Form out;
  out.name = atom.name;
  if (!atom.n.empty()) {
    std::vector<FieldOption> sizes;
    for (const std::int64_t n : atom.n) sizes.push_back({cat(n), Message::verbatim(cat(n))});
    const std::size_t usual = std::min(usual_size, sizes.size() - 1);
    const std::string n = builder.choice("n", Message::verbatim("N"), std::move(sizes), usual);
    if (const std::size_t at = out.name.find("xNx"); at != std::string::npos) out.name.replace(at + 1, 1, n);
  }
  if (kind == AtomKind::mma) {
    const bool tiled = builder.flag("tiled", say("Build a TiledMMA"));
    out.text = tiled ? tiled_mma(builder, out.name) : out.name;
    out.wish = tiled ? "mma" : "atom";
  } else {
    const bool tiled = builder.flag("tiled", say("Build a TiledCopy"));
    const std::string type = builder.choice("type", say("element type"), types());
    const std::string one = cat("Copy_Atom<", out.name, ",", type, ">");
    out.text = tiled ? tiled_copy(builder, one) : one;
    out.wish = tiled ? "copy" : "atom";
  }
  out.fields = builder.take();
  return out;
}

}  // namespace stridescope::app
