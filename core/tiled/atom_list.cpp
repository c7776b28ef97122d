// Lists of atoms: counts by architecture, matches of words, and the nearest name to a misspelled one.
#include "core/tiled/atom_list.h"

#include <algorithm>

#include "core/base/characters.h"
#include <map>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/tiled/atom_rules.h"
#include "core/tiled/smem_operand.h"

namespace stridescope {
namespace {

constexpr std::size_t max_listed = 200;  // more are listed as families
constexpr std::size_t max_word = 64;

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return upper(c); });
  return out;
}

bool is_architecture(std::string_view word) { return word.starts_with("SM") && word.size() > 2 && is_digit(word[2]); }

// The architectures of other vendors, which their names do not contain.
bool is_other_architecture(std::string_view word) {
  for (const std::string_view other : {
#define STRIDESCOPE_CUTLASS_ATOMS(arch, mma, copies, note)
#define STRIDESCOPE_TABLE_ATOMS(arch) std::string_view(#arch),
#include "core/tiled/cutlass_atoms.def"
#undef STRIDESCOPE_CUTLASS_ATOMS
       }) {
    if (upper(other) == word) return true;
  }
  return false;
}

// True if the text contains the word. Numbers must match completely: SM10 does not match SM100, and 4x8x16 does not
// match 64x8x16.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool more_after = is_digit(word.back()) && end < text.size() && is_digit(text[end]);
    const bool more_before = is_digit(word.front()) && at > 0 && is_digit(text[at - 1]);
    if (!more_after && !more_before) return true;
  }
  return false;
}

// The texts that a search compares with its words, in capital letters.
struct Searched {
  std::string name;
  std::string architecture;  // architecture of another vendor than NVIDIA
  std::string more;          // the kind and the mnemonics
};

Searched searched(std::string_view name) {
  Searched out = {upper(name), {}, {}};
  const auto value = find_atom(name);
  if (!value) return out;
  const auto* mma = value->as<MmaAtom>();
  const auto* copy = value->as<CopyAtom>();
  if (mma != nullptr && mma->arch >= 1000) out.architecture = upper(architecture_name(mma->arch));
  out.more = mma != nullptr ? "mma" : "copy";
  for (const std::string& ptx : mma != nullptr ? mma->ptx : copy->ptx) append_all(out.more, ' ', ptx);
  out.more = upper(out.more);
  return out;
}

// One for each of atom_names(). A search of a dialog repeats with each letter, and once for each architecture.
const std::vector<Searched>& all_searched() {
  static const std::vector<Searched> made = [] {
    std::vector<Searched> out;
    for (const std::string& name : atom_names()) out.push_back(searched(name));
    return out;
  }();
  return made;
}

bool matches(const Searched& atom, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (has_word(atom.name, word)) continue;
    if (word == "ANY") {
      if (atom.name.starts_with("SM") || !atom.architecture.empty()) return false;
    } else if (is_architecture(word)) {
      return false;
    } else if (is_other_architecture(word)) {
      if (atom.architecture != word) return false;
    } else if (word == "MMA" || word == "COPY") {
      // A whole word, since every mnemonic of an MMA contains mma.
      if (!atom.more.starts_with(word)) return false;
    } else if (!has_word(atom.more, word)) {
      return false;
    }
  }
  return true;
}

// SM90_64x128x16_... split at its N; without a number if the name has none.
struct Family {
  std::string_view before, after;
  int n = 0;
};
Family family_of(std::string_view name) {
  for (std::size_t at = name.find('x'); at != std::string_view::npos; at = name.find('x', at + 1)) {
    std::size_t end = at + 1;
    int n = 0;
    for (; end < name.size() && is_digit(name[end]) && n < 10000; ++end) n = 10 * n + (name[end] - '0');
    if (at > 0 && is_digit(name[at - 1]) && end > at + 1 && end < name.size() && name[end] == 'x')
      return {name.substr(0, at + 1), name.substr(end), n};
  }
  return {name, {}, 0};
}

void append_numbers(std::string& out, const std::vector<int>& numbers) {
  const std::size_t count = numbers.size();
  bool even = count > 4;
  for (std::size_t i = 2; i < count; ++i) even = even && numbers[i] - numbers[i - 1] == numbers[1] - numbers[0];
  for (std::size_t i = 0; i < count; ++i) {
    if (even && i >= 2 && i + 1 < count) {
      if (i == 2) out.append(", ...");
      continue;
    }
    append_all(out, i == 0 ? "" : ", ", numbers[i]);
  }
}

// Groups atoms that differ only in N.
std::vector<ListedAtoms> families_of(const std::vector<std::string>& names) {
  struct Entry {
    Family family;
    std::vector<int> numbers;
  };
  std::vector<Entry> entries;
  for (const std::string& name : names) {
    const Family family = family_of(name);
    // Members of a family are close to each other in the list.
    std::size_t at = entries.size();
    for (std::size_t back = 1; back <= std::min<std::size_t>(entries.size(), 8) && at == entries.size(); ++back) {
      const Family& other = entries[entries.size() - back].family;
      if (other.before == family.before && other.after == family.after) at = entries.size() - back;
    }
    if (at == entries.size()) entries.push_back({family, {}});
    entries[at].numbers.push_back(family.n);
  }
  std::vector<ListedAtoms> out;
  for (Entry& entry : entries) {
    const auto& [before, after, n] = entry.family;
    if (entry.numbers.size() > 1)
      out.push_back({cat(before, 'N', after), std::move(entry.numbers)});
    else
      out.push_back({n != 0 ? cat(before, n, after) : cat(before, after), {}});
  }
  return out;
}

}  // namespace

std::string atom_summary() {
  struct Count {
    std::string_view arch;
    int theirs_mma, theirs_copies;  // number of operations in CUTLASS
    std::string_view note;
    int mma = 0, copies = 0;  // number of ours, with example arguments for templates
    int mma_operations = 0, copy_operations = 0;
  };
  Count rows[] = {
#define STRIDESCOPE_CUTLASS_ATOMS(arch, mma, copies, note) {#arch, mma, copies, note},
#include "core/tiled/cutlass_atoms.def"
#undef STRIDESCOPE_CUTLASS_ATOMS
  };
  std::vector<std::pair<std::string_view, int>> others = {
#define STRIDESCOPE_CUTLASS_ATOMS(arch, mma, copies, note)
#define STRIDESCOPE_TABLE_ATOMS(arch) {#arch, 0},
#include "core/tiled/cutlass_atoms.def"
#undef STRIDESCOPE_CUTLASS_ATOMS
  };
  Count total = {"all", 0, 0, ""};
  std::string last;
  for (const std::string& name : atom_names()) {
    const auto value = find_atom(name);
    const auto* copy = value ? value->as<CopyAtom>() : nullptr;
    const bool mma = value && value->is<MmaAtom>();
    if (!mma && copy == nullptr) continue;
    const std::string arch = architecture_name(mma ? value->as<MmaAtom>()->arch : copy->arch);
    auto* row = std::find_if(std::begin(rows), std::end(rows), [&](const Count& r) { return r.arch == arch; });
    if (row == std::end(rows)) {
      const auto other = std::find_if(others.begin(), others.end(), [&](const auto& o) { return o.first == arch; });
      if (other == others.end()) continue;  // never happens: tests/unit/test_atom_list.cpp
      ++other->second;
      ++total.mma;
      continue;
    }
    std::string operation = name.substr(0, name.find('<'));  // members of a family are adjacent
    const int fresh = operation != last ? 1 : 0;
    last = std::move(operation);
    ++(mma ? row->mma : row->copies);
    (mma ? row->mma_operations : row->copy_operations) += fresh;
  }
  std::string out;
  const auto line = [&](const Count& row) {
    append_all(out, row.arch, ": ", row.mma, " MMA, ", row.copies, " copy; operations ", row.mma_operations, " and ",
               row.copy_operations, ", in CUTLASS ", row.theirs_mma, " and ", row.theirs_copies,
               row.note.empty() ? "" : ": ", row.note, '\n');
  };
  for (const Count& row : rows) {
    line(row);
    total.theirs_mma += row.theirs_mma;
    total.theirs_copies += row.theirs_copies;
    total.mma += row.mma;
    total.copies += row.copies;
    total.mma_operations += row.mma_operations;
    total.copy_operations += row.copy_operations;
  }
  for (const auto& [arch, count] : others)
    append_all(out, arch, ": ", count, " MMA, 0 copy; from tables, not measured here\n");
  line(total);
  out.append(
      "atoms(\"sm80\") lists those of one architecture, atoms(\"sm90\", \"F16\", \"RS\") those with all the words");
  return out;
}

Result<std::vector<ListedAtoms>> atoms_with(const std::vector<std::string>& words) {
  std::vector<std::string> wanted;
  for (const std::string& word : words) {
    if (word.empty() || word.size() > max_word)
      return failure(ErrorCode::arguments, say("a word must have 1 to {} letters, not {}", max_word, word.size()));
    wanted.push_back(upper(word));
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < atom_names().size(); ++i) {
    if (matches(all_searched()[i], wanted)) names.push_back(atom_names()[i]);
  }
  if (names.empty()) {
    const std::string nearest = words.size() == 1 ? nearest_atom(words[0]) : std::string();
    return failure(
        ErrorCode::unknown_name,
        words.size() == 1 ? say("no atom matches the word '{}'", words[0]) : say("no atom matches all of these words"),
        nearest.empty() ? say("expected an architecture \"sm90\", a kind \"mma\" or \"copy\", parts of names \"F16\", "
                              "\"LDSM\", \"16x8x16\", or of mnemonics \"ldmatrix\"")
                        : say("did you mean '{}'?", nearest));
  }
  if (names.size() > max_listed) return families_of(names);
  std::vector<ListedAtoms> out;
  for (std::string& name : names) out.push_back({std::move(name), {}});
  return out;
}

Result<std::string> atom_list(const std::vector<std::string>& words) {
  if (words.empty()) return atom_summary();
  const auto listed = atoms_with(words);
  if (!listed) return failure(listed.error());
  std::string out;
  std::size_t count = 0;
  bool families = false;
  for (const ListedAtoms& one : *listed) {
    append_all(out, out.empty() ? "" : "\n", one.name);
    count += std::max<std::size_t>(one.numbers.size(), 1);
    if (one.numbers.empty()) continue;
    families = true;
    out.append("  N = ");
    append_numbers(out, one.numbers);
  }
  if (families) append_all(out, '\n', count, " atoms; N is one of the numbers after the name");
  return out;
}

namespace {

// Each operation once, as spelled and in capital letters.
struct Operations {
  std::vector<std::string> spelled;
  std::vector<std::string> capital;
  std::vector<std::string_view> candidates;  // refer to `capital`
};

const Operations& operations() {
  static const Operations made = [] {
    Operations out;
    for (const std::string& name : atom_names()) {
      std::string head = name.substr(0, name.find('<'));
      if (out.spelled.empty() || out.spelled.back() != head) out.spelled.push_back(std::move(head));
    }
    smem_layout_names(out.spelled);
    for (const std::string& name : out.spelled) out.capital.push_back(upper(name));
    out.candidates.assign(out.capital.begin(), out.capital.end());
    return out;
  }();
  return made;
}

}  // namespace

// XE_8x16x16_F32BF16BF16F32_TT, a former name of sycl-tla: the atom of the same instruction. A name of Intel's
// resembles one of NVIDIA's by accident.
static std::string dpas_atom(std::string_view name) {
  constexpr int max_rows = 8;
  NameReader in(name);
  in.skip("XE_");
  const int rows = in.number();
  if (rows < 1 || rows > max_rows || !in.skip("x16x") || in.number() < 0 || !in.skip("_")) return {};
  const auto d = in.type();
  const auto a = in.type();
  const auto b = in.type();
  const auto c = in.type();
  if (!d || !a || !b || !c || !in.skip("_TT")) return {};
  return cat("XE_DPAS_TT<", rows, ',', d->name, ',', a->name, ',', b->name, ',', c->name, '>');
}

std::string nearest_atom(std::string_view name) {
  if (name.starts_with("XE_")) return dpas_atom(name);
  // A source names an unknown atom in many places, and each search compares some 2,900 names.
  constexpr std::size_t most_known = 256;
  thread_local std::map<std::string, std::string> known;
  const std::string asked = upper(name.substr(0, 120));
  if (const auto found = known.find(asked); found != known.end()) return found->second;
  const Operations& all = operations();
  const std::string_view nearest = suggest(asked, all.candidates);
  std::string out;
  for (std::size_t i = 0; !nearest.empty() && out.empty() && i < all.candidates.size(); ++i) {
    if (all.candidates[i] == nearest) out = all.spelled[i];
  }
  if (known.size() == most_known) known.clear();
  known.emplace(asked, out);
  return out;
}

}  // namespace stridescope
