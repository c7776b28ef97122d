// Writes hovers: the documentation of a function, or a value with its facts.
#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/functions/builtin.h"
#include "core/lsp/answers.h"
#include "core/tiled/units.h"
#include "core/value/value.h"
#include "core/workspace/link.h"

namespace stridescope::lsp {
namespace {

constexpr std::size_t max_hover_value = 2000;

// Markdown, or the same as plain text.
class Page {
 public:
  explicit Page(const Asked& asked) : markdown_(asked.options.markdown), catalog_(asked.catalog) {}

  void code(std::string_view text) {
    gap();
    if (markdown_) out_ += "```stride\n";
    append_all(out_, text, text.ends_with('\n') ? "" : "\n");
    if (markdown_) out_ += "```\n";
  }
  void paragraph(std::string_view text) {
    gap();
    append_all(out_, escaped(text), "\n");
  }
  void row(const Message& name, const Message& value, const Message& explanation) {
    std::string text = name.empty() ? std::string() : cat(render(name, catalog_), ": ");
    text += render(value, catalog_);
    if (!explanation.empty()) append_all(text, "; ", render(explanation, catalog_));
    append_all(out_, markdown_ ? "- " : "  ", escaped(text), "\n");
  }
  void link(const Message& text, std::string_view address) {
    gap();
    const std::string words = render(text, catalog_);
    append_all(out_, markdown_ ? cat("[", words, "](", address, ")") : cat(words, ": ", address), "\n");
  }
  // A blank line before the next part.
  void gap() {
    if (!out_.empty()) out_ += "\n";
  }
  const std::string& text() const { return out_; }

 private:
  // Layouts are full of characters that Markdown takes.
  std::string escaped(std::string_view text) const {
    if (!markdown_) return std::string(text);
    std::string out;
    for (const char c : text) {
      if (std::string_view("\\`*_{}[]<>#|~&!").find(c) != std::string_view::npos) out.push_back('\\');
      out.push_back(c);
    }
    return out;
  }

  bool markdown_;
  const Catalog& catalog_;
  std::string out_;
};

std::string cut(std::string_view text) {
  if (text.size() <= max_hover_value) return std::string(text);
  return cat(text.substr(0, character_begin(text, max_hover_value)), " ...");
}

// The widest access, and the cost of an access of each warp in the memory that the value is in.
void add_memory(Page& page, const Value& value) {
  const MemoryOf memory = memory_of(value);
  if (memory.bits == 0) return;
  const auto* tensor = value.as<Tensor>();
  const bool global = tensor != nullptr && tensor->data.pointer.space == MemorySpace::gmem;
  const bool shared = memory.counted == Counted::units;
  Analysis analysis;
  add_memory_sections(analysis, value, memory.bits);
  page.gap();
  for (const AnalysisSection& section : analysis.sections) {
    if (section.rows.empty()) continue;
    const AnalysisRow& first = section.rows.front();
    if (section.id == "vectorization") page.row(first.name, first.value, first.explanation);
    if (section.id == "global" && global)
      page.row(say("global memory, mode 0 as threads"), first.value, first.explanation);
    if (section.id == "shared" && shared)
      page.row(say("shared memory, mode 0 as threads"), first.value, first.explanation);
  }
}

// The part of a link that opens the program up to the value, which is the last one; empty if it is too long.
std::string fragment_of(const Reading::Valued& valued) {
  const Report& report = valued.workspace.report();
  if (valued.binding < 0 || static_cast<std::size_t>(valued.binding) >= report.bindings.size()) return {};
  Link link;
  link.program =
      valued.workspace.program().substr(0, report.bindings[static_cast<std::size_t>(valued.binding)].span.end);
  link.mode = report.mode;
  const auto fragment = encode_link(link);
  return fragment ? *fragment : std::string();
}

void add_value(Page& page, const Asked& asked, const Declared& one) {
  if (!one.open.empty()) {
    page.code(one.name);
    page.paragraph(render(one.open, asked.catalog));
    return;
  }
  const Reading::Valued valued = asked.reading.valued(one);
  const auto& bindings = valued.workspace.report().bindings;
  if (valued.binding < 0 || static_cast<std::size_t>(valued.binding) >= bindings.size()) {
    page.code(cat(one.name, " = ", one.value));
    return;
  }
  const ReportBinding& binding = bindings[static_cast<std::size_t>(valued.binding)];
  // A report of many lines begins below its name.
  const bool lines = binding.text.find('\n') != std::string::npos;
  page.code(cat(one.name, one.name.empty() ? "" : lines ? " =\n" : " = ", cut(binding.text)));
  if (const auto properties = valued.workspace.properties(valued.binding)) {
    std::string facts;
    for (const Property& fact : *properties) {
      if (fact.printed) continue;
      append_all(facts, facts.empty() ? "" : ", ", render(fact.name, asked.catalog), " ",
                 render(fact.value, asked.catalog));
    }
    if (!facts.empty()) page.paragraph(facts);
  }
  if (!lines) add_memory(page, binding.value);
  if (asked.options.page.empty()) return;
  if (const std::string fragment = fragment_of(valued); !fragment.empty()) {
    const std::string_view address = asked.options.page;
    page.link(say("open the picture"), cat(address.substr(0, address.find('#')), fragment));
  }
}

void add_function(Page& page, const Asked& asked, const Builtin& function) {
  const Documentation& text = documentation_of(function);
  page.code(signatures(function, "\n"));
  page.paragraph(render(text.doc, asked.catalog));
  if (!text.example.empty()) page.code(text.example);
}

// The word around the byte.
Span word_at(std::string_view text, std::uint32_t at) {
  std::uint32_t begin = at;
  std::uint32_t end = at;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  while (end < text.size() && is_word(text[end])) ++end;
  return {begin, end};
}

const Builtin* function_at(std::string_view text, Span word) {
  const std::string_view name = text.substr(word.begin, word.end - word.begin);
  if (text.substr(0, word.begin).ends_with("tract.")) return find_tract_builtin(name);
  return find_builtin(name);
}

// True if a name that is declared at `from` can be visible at `to`: no block around it ends between. Brackets in quoted
// texts and comments count, too; then a hover is missing at worst, as for a name of a part.
bool may_see(std::string_view text, std::uint32_t from, std::uint32_t to) {
  int depth = 0;
  for (std::uint32_t i = from; i < to && depth >= 0; ++i) depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
  return depth >= 0;
}

// True after `.`, `->` and `::`: a name of another scope.
bool is_member(std::string_view text, std::uint32_t begin) {
  const std::string_view before = text.substr(0, begin);
  return before.ends_with('.') || before.ends_with("->") || before.ends_with("::");
}

// The declaration that the word names: the one whose name is this word, or else the last visible one before it.
const Declared* named_by(const Asked& asked, std::string_view name, Span word) {
  const std::string_view text = asked.document.text();
  const bool source = asked.reading.language() == Language::source;
  const Declared* found = nullptr;
  for (const Declared& one : asked.reading.declared()) {
    if (one.name != name) continue;
    if (one.span == word) return &one;
    // In its own right-hand side the name means an earlier declaration.
    if (one.statement.end > word.begin) continue;
    if (!source || (!is_member(text, word.begin) && may_see(text, one.span.end, word.begin))) found = &one;
  }
  return found;
}

// The value or the function at a place.
struct Found {
  const Declared* declared = nullptr;
  const Builtin* function = nullptr;
  Span span;
};
Found found_at(const Asked& asked, std::uint32_t at) {
  const std::string_view text = asked.document.text();
  const bool program = asked.reading.language() == Language::stride;
  const Span word = word_at(text, at);
  const std::string_view name = text.substr(word.begin, word.end - word.begin);
  if (!name.empty() && is_letter(name[0])) {
    if (const Declared* one = named_by(asked, name, word)) return {one, nullptr, word};
    if (const Builtin* function = program ? function_at(text, word) : nullptr) return {nullptr, function, word};
  }
  if (!program) return {};
  for (const Declared& one : asked.reading.declared()) {
    if (one.statement.begin <= at && at < one.statement.end) return {&one, nullptr, one.statement};
  }
  return {};
}

}  // namespace

void write_picture(JsonWriter& to, const Asked& asked, Position position) {
  const std::uint32_t at = asked.document.byte(position);
  const Declared* one = found_at(asked, at).declared;
  // Integers and types of a source have no picture.
  const auto pictured = [&](const Declared& d) {
    return d.open.empty() && (asked.reading.language() == Language::stride || !d.quiet);
  };
  if (one != nullptr && !pictured(*one)) one = nullptr;
  // Else the last value on the line or above, or the first one below.
  const std::uint32_t end = asked.document.byte({position.line, 0x7fffffff});
  const std::vector<Declared>& all = asked.reading.declared();
  for (std::size_t i = all.size(); one == nullptr && i-- > 0;) {
    if (pictured(all[i]) && all[i].span.begin <= end) one = &all[i];
  }
  for (std::size_t i = 0; one == nullptr && i < all.size(); ++i) {
    if (pictured(all[i])) one = &all[i];
  }
  if (one == nullptr) return to.raw("null");
  const std::string fragment = fragment_of(asked.reading.valued(*one));
  if (fragment.empty()) return to.raw("null");
  to.open_object();
  to.field("name", one->name);
  to.field("fragment", fragment);
  to.close_object();
}

void write_hover(JsonWriter& to, const Asked& asked, Position position) {
  const Found found = found_at(asked, asked.document.byte(position));
  Page page(asked);
  if (found.declared != nullptr)
    add_value(page, asked, *found.declared);
  else if (found.function != nullptr)
    add_function(page, asked, *found.function);
  if (page.text().empty()) return to.raw("null");
  to.open_object();
  to.key("contents");
  to.open_object();
  to.field("kind", asked.options.markdown ? "markdown" : "plaintext");
  to.field("value", page.text());
  to.close_object();
  to.key("range");
  write_range(to, asked.document.range(found.span));
  to.close_object();
}

}  // namespace stridescope::lsp
