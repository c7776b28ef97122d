#include "core/base/text.h"
#include "core/lang/builtin.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::size_t max_listed = 200;

const std::string* text_argument(const Call& c, std::size_t i) {
  const auto* text = c.args[i].as<Text>();
  if (text == nullptr) c.wrong(i, "a text in \"...\"");
  return text != nullptr ? &text->text : nullptr;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

// Contains the word; an architecture stands alone, so that sm10 does not find sm100.
bool has_word(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool digits_go_on = end < name.size() && name[end] >= '0' && name[end] <= '9';
    if (!word.starts_with("SM") || !digits_go_on) return true;
  }
  return false;
}

const Layout* mma_part(const MmaAtom& atom, std::string_view part) {
  const auto optional = [](const std::optional<Layout>& layout) { return layout ? &*layout : nullptr; };
  if (part == "A") return &atom.a;
  if (part == "B") return &atom.b;
  if (part == "C") return &atom.c;
  if (part == "E") return optional(atom.e);
  if (part == "SFA") return optional(atom.sfa);
  if (part == "SFB") return optional(atom.sfb);
  return part == "thr" ? &atom.thr_id : nullptr;
}

const Layout* copy_part(const CopyAtom& atom, std::string_view part) {
  if (part == "src") return &atom.src;
  if (part == "dst") return &atom.dst;
  if (part == "ref") return &atom.ref;
  return part == "thr" ? &atom.thr_id : nullptr;
}

}  // namespace

Value builtin_atoms(const Call& c) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < c.count(); ++i) {
    const std::string* word = text_argument(c, i);
    if (word == nullptr) return static_int(0);
    words.push_back(upper(*word));
  }
  std::string out;
  std::size_t found = 0;
  for (const std::string& name : atom_names()) {
    const std::string plain = upper(name);
    bool all = true;
    for (const std::string& word : words) all = all && (word == "ANY" ? !plain.starts_with("SM") : has_word(plain, word));
    if (all && ++found <= max_listed) append_all(out, out.empty() ? "" : "\n", name);
  }
  if (found > max_listed) append_all(out, "\n... and ", found - max_listed, " more; add a word");
  if (found == 0) c.arith.fail(ErrorCode::unknown_name, "no atom has all of these words", "words are parts of names: \"sm90\", \"F16\", \"LDSM\"");
  return Text{std::move(out)};
}

Value builtin_atom_layout(const Call& c) {
  const std::string* part = text_argument(c, 1);
  if (part == nullptr) return static_int(0);
  const auto* mma = c.args[0].as<MmaAtom>();
  const auto* copy = c.args[0].as<CopyAtom>();
  if (mma == nullptr && copy == nullptr) return c.wrong(0, "an atom, such as SM80_16x8x16_F32F16F16F32_TN");
  if (const Layout* layout = mma != nullptr ? mma_part(*mma, *part) : copy_part(*copy, *part)) return *layout;
  c.arith.fail(ErrorCode::arguments, cat("this atom has no layout \"", *part, '"'), mma != nullptr ? "\"A\", \"B\", \"C\", \"thr\"; of sparse ones \"E\", of block-scaled ones \"SFA\", \"SFB\"" : "\"src\", \"dst\", \"ref\", \"thr\"");
  return static_int(0);
}

Value builtin_atom_facts(const Call& c) {
  if (const auto* mma = c.args[0].as<MmaAtom>()) return Text{facts_text(mma->name, facts_of(*mma), mma->source)};
  if (const auto* copy = c.args[0].as<CopyAtom>()) return Text{facts_text(copy->name, facts_of(*copy), copy->source)};
  return c.wrong(0, "an atom, such as SM80_16x8x16_F32F16F16F32_TN");
}

}  // namespace stridescope
