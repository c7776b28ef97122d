// Compares tables that were not measured here with public sources; each fact of a source is written down separately.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

struct Fact {
  std::string_view source;
  char operand;
  std::string_view lanes;
  std::string_view values;
  std::string_view atoms;
};

constexpr Fact facts[] = {
#define ATOM_SOURCE(source, operand, lanes, values, atoms) {source, operand, lanes, values, atoms},
#include "tests/unit/atom_sources.inc"
#undef ATOM_SOURCE
};

struct Cell {
  int line = 0;
  int column = 0;
};

std::vector<Cell> bases_of(std::string_view text) {
  std::vector<Cell> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string one(text.substr(0, end));
    const std::size_t comma = one.find(',');
    out.push_back({std::stoi(one.substr(0, comma)), std::stoi(one.substr(comma + 1))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

Cell sum(const std::vector<Cell>& bases, int bits) {
  Cell out;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if ((bits >> i & 1) == 0) continue;
    out.line ^= bases[i].line;
    out.column ^= bases[i].column;
  }
  return out;
}

// Sources by atom and operand.
using Facts = std::map<std::string, std::map<std::string, std::map<char, const Fact*>>>;

Facts by_atom() {
  Facts out;
  for (const Fact& fact : facts) {
    for (std::string_view rest = fact.atoms; !rest.empty();) {
      const std::size_t end = std::min(rest.find('|'), rest.size());
      out[std::string(rest.substr(0, end))][std::string(fact.source)][fact.operand] = &fact;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return out;
}

// True if source and atom have the same elements, for each lane and value. K can be numbered differently if A and B
// agree, which no product reveals; then `other_order` is set.
bool agrees(const MmaAtom& atom, const std::map<char, const Fact*>& of_source, bool& other_order) {
  Arith arith;
  const auto extent = [&](int mode) { return product(arith, atom.shape_mnk[mode]).value; };
  const std::int64_t m = extent(0);
  const std::int64_t n = extent(1);
  std::map<int, std::int64_t> order;
  std::set<std::int64_t> met;
  for (const auto& [operand, fact] : of_source) {
    const Layout& layout = operand == 'A' ? atom.a : operand == 'B' ? atom.b : atom.c;
    const LayoutRef ref(layout);
    const std::vector<Cell> lanes = bases_of(fact->lanes);
    const std::vector<Cell> values = bases_of(fact->values);
    if (size(arith, ref[0]).value != std::int64_t{1} << lanes.size()) return false;
    if (size(arith, ref[1]).value != std::int64_t{1} << values.size()) return false;
    const std::int64_t lines = operand == 'B' ? n : m;
    std::vector<std::int64_t> offsets(std::size_t{1} << (lanes.size() + values.size()));
    fill_offsets(ref, offsets.data(), static_cast<std::int64_t>(offsets.size()));
    for (int lane = 0; lane < 1 << lanes.size(); ++lane) {
      for (int value = 0; value < 1 << values.size(); ++value) {
        const Cell a = sum(lanes, lane);
        const Cell b = sum(values, value);
        const Cell told = {a.line ^ b.line, a.column ^ b.column};
        const std::int64_t ours = offsets[static_cast<std::size_t>(lane + (value << lanes.size()))];
        if (ours % lines != told.line) return false;
        if (operand == 'C') {
          if (ours / lines != told.column) return false;
          continue;
        }
        const auto [found, fresh] = order.try_emplace(told.column, ours / lines);
        if (fresh && !met.insert(ours / lines).second) return false;
        if (found->second != ours / lines) return false;
        if (found->second != told.column) other_order = true;
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("atom sources: every table of AMD, Intel and Apple holds what its sources say") {
  const Facts all = by_atom();
  std::set<std::string> checked;
  for (const std::string& name : atom_names()) {
    const auto atom = find_mma(name);
    if (!atom || !atom->source.starts_with("from tables")) continue;
    CAPTURE(name);
    CAPTURE(std::string(atom->source));
    const auto found = all.find(name);
    REQUIRE(found != all.end());
    checked.insert(name);
    bool other_order = false;
    for (const auto& told : found->second) {
      const std::string from(told.first);
      CAPTURE(from);
      CHECK(told.second.size() >= 2);
      CHECK(agrees(*atom, told.second, other_order));
      // The source of a fact is one of those that the row names.
      CHECK(atom->source.find(from) != std::string_view::npos);
    }
    // At least two, or the row would have to name the only one.
    CHECK(found->second.size() >= 2);
    CHECK(other_order == (atom->source.find("K otherwise") != std::string_view::npos));
  }
  for (const auto& told : all) CHECK_MESSAGE(checked.count(told.first) == 1, told.first);
}

TEST_CASE("atom sources: a fact that differs is noticed") {
  const auto atom = find_mma("v_mfma_f32_16x16x16_f16");
  REQUIRE(atom);
  const Fact right = {"", 'C', "0,1 0,2 0,4 0,8 4,0 8,0", "1,0 2,0", ""};
  const Fact wrong = {"", 'C', "0,1 0,2 0,4 0,8 1,0 2,0", "4,0 8,0", ""};
  bool other_order = false;
  CHECK(agrees(*atom, {{'C', &right}}, other_order));
  CHECK(!agrees(*atom, {{'C', &wrong}}, other_order));
  const Fact a = {"", 'A', "1,0 2,0 4,0 8,0 0,4 0,8", "0,2 0,1", ""};
  const Fact b = {"", 'B', "1,0 2,0 4,0 8,0 0,4 0,8", "0,1 0,2", ""};
  CHECK(agrees(*atom, {{'A', &a}}, other_order));
  CHECK(other_order);
  CHECK(!agrees(*atom, {{'A', &a}, {'B', &b}}, other_order));
}

}  // namespace stridescope
