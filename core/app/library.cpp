// Pages and search, built from functions, notations, CUTLASS's atoms, the gallery and the caller's lessons.
#include "core/app/library.h"

#include <algorithm>
#include <utility>

#include "core/app/notation.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/wrap.h"
#include "core/foreign/evaluate.h"
#include "core/forms/atom_form.h"
#include "core/functions/builtin.h"
#include "core/pictures/playback.h"
#include "core/records/records.h"
#include "core/tiled/atom.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::app {
namespace {

// --- The contents of a page ------------------------------------------------------------------------------------------

ReferencePage::Outcome outcome(Workspace& workspace, std::string_view example, IntegerMode mode) {
  const Report& report = workspace.evaluate(example, mode);
  if (const Diagnostic* wrong = first_failure(report)) return {mode, {}, wrong->message};
  return {mode, report.bindings.empty() ? std::string() : report.bindings.back().text, {}};
}

// The facts of the atom, one per line. Empty for an unknown atom.
std::optional<std::string> facts_of_atom(std::string_view name) {
  const auto atom = find_atom(name);
  if (!atom) return std::nullopt;
  if (const auto* mma = atom->as<MmaAtom>()) return facts_text(mma->name, facts_of(*mma), mma->source);
  if (const auto* copy = atom->as<CopyAtom>()) return facts_text(copy->name, facts_of(*copy), copy->source);
  return std::nullopt;
}

// True if the two differ only in the underscores of static integers.
bool same_but_for_underscores(std::string_view cute, std::string_view teaching) {
  std::string bare(cute);
  bare.erase(std::remove(bare.begin(), bare.end(), '_'), bare.end());
  std::string other(teaching);
  other.erase(std::remove(other.begin(), other.end(), '_'), other.end());
  return bare == other;
}

// The mode in which the example has a value; the page shows its facts in this mode.
IntegerMode mode_of_value(const ReferencePage& page) {
  const auto& all = page.outcomes;
  const bool only_cute = all.size() == 2 && !all[0].refused.empty() && all[1].refused.empty();
  return only_cute ? IntegerMode::cute : IntegerMode::teaching;
}

void add_example(ReferencePage& page, const Catalog& catalog) {
  Workspace workspace;
  ReferencePage::Outcome cute = outcome(workspace, page.example, IntegerMode::cute);
  ReferencePage::Outcome teaching = outcome(workspace, page.example, IntegerMode::teaching);
  const bool differ = !same_but_for_underscores(cute.text, teaching.text) || !(teaching.refused == cute.refused);
  if (differ) page.outcomes.push_back(std::move(teaching));
  page.outcomes.push_back(std::move(cute));
  if (const IntegerMode mode = mode_of_value(page); mode != IntegerMode::teaching)
    outcome(workspace, page.example, mode);
  const int last = static_cast<int>(workspace.report().bindings.size()) - 1;
  if (last < 0) return;
  if (auto verdicts = workspace.verdict(last)) {
    for (OperationVerdict& one : *verdicts) {
      if (one.function != page.name) continue;
      page.law = one.verdict.law;
      page.forms = std::move(one.forms);
    }
  }
  page.svg = telling_picture(workspace, last, catalog);
  if (auto step = workspace.explain(last); step && (!step->steps.empty() || !step->operands.empty()))
    page.derivation = std::move(*step);
}

std::vector<ReferencePage::Taught> where_taught(std::string_view name, const Library& library) {
  std::vector<ReferencePage::Taught> out;
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  // A lesson on morphisms gives their functions by their short names.
  const std::string_view tract = "tract.";
  const std::string_view short_name = name.starts_with(tract) ? name.substr(tract.size()) : name;
  for (const bool teaches : {true, false}) {
    for (const LessonOutline& lesson : library.lessons) {
      const auto& taught = lesson.teaches;
      if ((std::find(taught.begin(), taught.end(), short_name) != taught.end()) != teaches) continue;
      for (const LessonOutline::Step& step : lesson.steps) {
        if (has(step.calls)) out.push_back({lesson.id, lesson.title, step.id, step.title});
      }
    }
  }
  return out;
}

// --- Search ----------------------------------------------------------------------------------------------------------

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// Letters and digits are parts of words, and so is every byte of a character that is not ASCII.
bool in_searched_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

void append_words(std::vector<std::string>& out, std::string_view text) {
  bool begun = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (!blank && !begun) out.emplace_back();
    if (!blank) out.back().push_back(c);
    begun = !blank;
  }
}

std::vector<std::string> words_of(std::string_view query) {
  std::vector<std::string> out;
  append_words(out, lowered(query));
  return out;
}

// Words of one meaning: the reference is written with some of them, and a query with others.
constexpr std::string_view same_meaning[] = {
    "bounds boundary edge tail predicate predicated cosize 越界 谓词",
    "vectorize vectorized vectorization width alignment aligned align 向量化 对齐",
    "transpose transposed row-major column-major 转置",
    "broadcast broadcasting stride-0 nullify filter_zeros 广播",
    "pipeline pipelined stage stages multistage 流水线",
    "permute permuted permutation shuffle swizzle 置换",
    "pad padded padding 填充",
    "owner owns holds holder fragment partition 持有",
    "conflict conflicts conflict-free wavefront wavefronts 冲突",
    "print printed show display 打印",
    "count number size 个数",
};
// Words without a meaning of their own in a query of several words.
constexpr std::string_view filler =
    " a an and are does do for from how i in is it many much of on or out the to what which with ";

bool has_word(std::string_view words, std::string_view word) {
  return cat(' ', words, ' ').find(cat(' ', word, ' ')) != std::string::npos;
}

// The word and those of its meaning, which count less.
std::vector<std::string> meant_by(const std::string& word) {
  std::vector<std::string> out = {word};
  for (const std::string_view group : same_meaning) {
    if (has_word(group, word)) append_words(out, group);
  }
  return out;
}

// The quality of a match: 0 none, 1 inside a word, 2 at its beginning, 3 a whole word.
int fit(const std::string& text, const std::string& word) {
  int best = 0;
  for (std::size_t at = text.find(word); at != std::string::npos && best < 3; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !in_searched_word(text[at - 1]);
    const std::size_t end = at + word.size();
    const bool ends = end == text.size() || !in_searched_word(text[end]);
    best = std::max(best, begins && ends ? 3 : begins ? 2 : 1);
  }
  return best;
}

// The searched texts of a place: its title counts most, its contents least.
struct Text {
  std::string title;
  std::string about;
  std::string rest;
};

int score(const Text& text, const std::string& word) {
  return std::max({100 * fit(text.title, word), 10 * fit(text.about, word), fit(text.rest, word)});
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) append_all(out, part, ' ');
  return out;
}

class Search {
 public:
  explicit Search(std::string_view query) : words_(words_of(query)), query_(lowered(query)) {
    const auto fills = [](const std::string& word) { return has_word(filler, word); };
    if (!std::all_of(words_.begin(), words_.end(), fills)) std::erase_if(words_, fills);
    for (const std::string& word : words_) meanings_.push_back(meant_by(word));
    least_ = meanings_.size() - (meanings_.size() > 1 ? 1 : 0);
  }

  // One of several words may be missing if no text has all. A word itself counts more than its meaning.
  void add(Found found, const std::string& rest) {
    const Text text = {lowered(found.title), lowered(found.about), lowered(rest)};
    int points = text.title == query_ ? 1000 : 1;
    std::size_t matched = 0;
    for (const std::vector<std::string>& meaning : meanings_) {
      int best = 20 * score(text, meaning[0]);
      for (std::size_t i = 1; i < meaning.size(); ++i) best = std::max(best, score(text, meaning[i]));
      points += best;
      matched += best > 0;
    }
    if (matched < least_) return;
    if (matched > least_) all_.clear();
    least_ = matched;
    all_.emplace_back(points, std::move(found));
  }

  const std::vector<std::string>& words() const { return words_; }
  bool wants_all() const { return words_.empty(); }
  std::vector<Found> all() {
    std::vector<Found> out;
    for (auto& [points, found] : all_) out.push_back(std::move(found));
    return out;
  }
  std::vector<Found> best() {
    sort_stable(std::span(all_), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Found> out;
    for (auto& [points, found] : all_) {
      if (out.size() < max_found) out.push_back(std::move(found));
    }
    return out;
  }

 private:
  std::vector<std::string> words_;
  std::vector<std::vector<std::string>> meanings_;
  std::string query_;
  std::size_t least_ = 0;  // number of words that a text needs
  std::vector<std::pair<int, Found>> all_;
};

}  // namespace

Result<ReferencePage> reference_head(std::string_view name) {
  ReferencePage out;
  out.name = out.title = name;
  if (const Builtin* function = find_builtin(name)) {
    out.signature = signatures(*function, "\n");
    out.documentation = documentation_of(*function).doc;
    out.example = documentation_of(*function).example;
  } else if (const Notation* notation = find_notation(name)) {
    out.signature = notation->form;
    // A notation that looks like a call keeps its name as the title.
    if (out.signature.find('(') == std::string::npos) out.title = out.signature;
    out.documentation = notation->meaning;
    out.example = notation->example;
  } else if (auto facts = facts_of_atom(name)) {
    out.signature = std::move(*facts);
    out.documentation =
        say("An instruction of the GPU under CUTLASS's name: which thread holds which element of its operands.");
    out.example = name;
  } else {
    return failure(ErrorCode::unknown_name, say("the reference does not have a page on '{}'", name));
  }
  return out;
}

Result<ReferencePage> reference_page(std::string_view name, const Library& library, const Catalog& catalog,
                                     std::string_view example) {
  auto out = reference_head(name);
  if (!out) return out;
  if (!example.empty()) out->example = example;
  add_example(*out, catalog);
  out->taught = where_taught(out->name, library);
  return out;
}

std::vector<Found> search(std::string_view query, const Library& library, const Catalog& catalog) {
  Search search(query);
  for (const Notation& notation : notations()) {
    search.add({Found::Kind::notation, std::string(notation.name), std::string(notation.form),
                render(notation.meaning, catalog)},
               cat(notation.name, ' ', english(notation.meaning)));
  }
  for (const Builtin& function : builtins()) {
    const Documentation& text = documentation_of(function);
    const std::string doc = render(text.doc, catalog);
    search.add({Found::Kind::function, std::string(function.name), std::string(function.name), first_sentence(doc)},
               cat(doc, ' ', english(text.doc), ' ', text.example));
  }
  for (const Library::Term& term : library.terms)
    search.add({Found::Kind::term, term.place, cat(term.term, " \xC2\xB7 ", term.other), term.meaning}, {});
  if (search.wants_all()) return search.all();
  for (const LessonOutline& lesson : library.lessons) {
    search.add({Found::Kind::lesson, lesson.id, lesson.title, lesson.about}, joined(lesson.teaches));
    for (const LessonOutline::Step& step : lesson.steps)
      search.add({Found::Kind::lesson, cat(lesson.id, '/', step.id), step.title, lesson.title}, joined(step.calls));
  }
  for (const door::Entry& entry : door::entries()) {
    search.add({Found::Kind::example, entry.id, render(entry.title, catalog), render(entry.about, catalog)},
               cat(english(entry.title), ' ', english(entry.about), ' ', english(entry.program)));
  }
  std::vector<Found> out = search.best();
  const auto atoms = door::listed_atoms(search.words());
  for (std::size_t i = 0; atoms && i < std::min(atoms->size(), max_found_atoms); ++i) {
    const std::string& name = (*atoms)[i].name;
    // For a family with unlimited N, the list has a pattern, which is not the name of an atom.
    if ((*atoms)[i].n.empty()) out.push_back({Found::Kind::atom, name, name, {}});
  }
  return out;
}

std::string notation_text() {
  constexpr std::size_t width = 76;
  std::string out;
  for (const Notation& notation : notations()) {
    append_all(out, "    ", notation.form, '\n');
    append_wrapped(out, english(notation.meaning), 8, width);
  }
  return out;
}

std::vector<std::string> called_functions(std::string_view program) {
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program, errors);
  std::vector<std::string> out;
  const auto add = [&](const Builtin* function) {
    if (function == nullptr || std::find(out.begin(), out.end(), function->name) != out.end()) return;
    out.emplace_back(function->name);
  };
  for (const SyntaxNode& node : tree.nodes) {
    if (node.kind == Syntax::call) {
      const Builtin* function = find_builtin(node.text);
      add(function != nullptr ? function : find_tract_builtin(node.text));
    }
    if (node.kind != Syntax::chain || node.children.size() != 2) continue;
    const auto composed = std::find_if(builtins().begin(), builtins().end(), [](const Builtin& function) {
      return function.roles.notation == roles::Notation::composed;
    });
    if (composed != builtins().end()) add(&*composed);
  }
  // With morphisms in the program, a call can be one of their functions: only the values of its arguments decide.
  const auto of_tract = [](const auto& name) { return name.starts_with("tract."); };
  const bool morphisms = std::any_of(out.begin(), out.end(), of_tract) ||
                         std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const SyntaxNode& node) {
                           return node.kind == Syntax::call && of_tract(node.text);
                         });
  for (std::size_t i = 0, count = out.size(); morphisms && i < count; ++i) add(find_tract_builtin(out[i]));
  return out;
}

}  // namespace stridescope::app
