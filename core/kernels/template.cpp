// Fills templates of CUDA text: replaces holes, selects conditional lines, repeats loops, and carries the marks of the
// inserted texts over. A hole without a value is a programming error and is visible in the text; templates are never
// user input.
#include "core/kernels/template.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
namespace stridescope {
namespace {

constexpr std::string_view text_mark = "// @text ";
constexpr std::string_view end_mark = "// @end";
constexpr std::string_view for_mark = "// @for ";
constexpr std::string_view next_mark = "// @next";

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

std::string_view trimmed(std::string_view line) { return line.substr(indent_of(line)); }

// Preprocessor directives start in the first column at any depth.
bool is_indented(std::string_view line) { return !line.empty() && line.front() != '#'; }

// The lines between `// @text NAME` and `// @end`; empty without such a text.
std::string_view text_of(std::string_view file, std::string_view name) {
  while (!file.empty()) {
    const std::string_view line = trimmed(cut_line(file));
    if (!line.starts_with(text_mark) || line.substr(text_mark.size()) != name) continue;
    std::string_view rest = file;
    while (!rest.empty()) {
      const char* const here = rest.data();
      if (trimmed(cut_line(rest)) == end_mark) return file.substr(0, static_cast<std::size_t>(here - file.data()));
    }
  }
  return {};
}

struct Scope {
  const Holes& holes;
  const Scope* outer;
};

class Filler {
 public:
  Filler(const Template& from, std::string_view name) : from_(from), name_(name), text_(text_of(from.text, name)) {}

  MarkedText write(const Holes& holes, const Holes& common) {
    if (text_.empty()) fault(cat("there is no text ", name_));
    check(holes, true);
    check(common, false);
    std::string_view rest = text_;
    margin_ = std::string_view::npos;
    while (!rest.empty()) {
      const std::string_view line = cut_line(rest);
      if (is_indented(line)) margin_ = std::min(margin_, indent_of(line));
    }
    const Scope file = {common, nullptr};
    lines(text_, {holes, &file});
    for (const std::string& f : faults_)
      append_all(out_.text, "#error \"", from_.name, ".cuh, ", name_, ": ", f, "\"\n");
    return std::move(out_);
  }

 private:
  void fault(std::string what) {
    if (std::find(faults_.begin(), faults_.end(), what) == faults_.end()) faults_.push_back(std::move(what));
  }

  // The length of the hole at the start of `text`: a whole word, or a part between underscores; 0: not a hole.
  std::size_t hole_at(std::string_view text, bool& literal) const {
    std::size_t best = 0;
    for (std::string_view rest = from_.holes; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      std::string_view hole = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const bool quoted = hole.starts_with('"');
      if (quoted) hole.remove_prefix(1);
      if (hole.size() <= best || !text.starts_with(hole)) continue;
      if (hole.size() < text.size() && is_word(text[hole.size()]) && text[hole.size()] != '_') continue;
      best = hole.size();
      literal = quoted;
    }
    return best;
  }

  bool occurs(std::string_view hole) const {
    for (std::size_t at = 0; (at = text_.find(hole, at)) != std::string_view::npos; ++at) {
      bool literal = false;
      if ((at == 0 || !is_word(text_[at - 1]) || text_[at - 1] == '_') &&
          hole_at(text_.substr(at), literal) == hole.size())
        return true;
    }
    return false;
  }

  void check(const Holes& holes, bool here) {
    for (const Hole& h : holes) {
      bool literal = false;
      if (here ? !occurs(h.name) : hole_at(h.name, literal) != h.name.size()) fault(cat("nothing takes ", h.name));
      for (const Holes& item : h.items) check(item, here);
    }
  }

  const Hole* find(std::string_view name, const Scope* scope) {
    for (; scope != nullptr; scope = scope->outer) {
      for (const Hole& h : scope->holes) {
        if (h.name == name) return &h;
      }
    }
    fault(cat(name, " has no value"));
    return nullptr;
  }

  // [!]NAME, or several of them joined with && or ||.
  bool holds(std::string_view condition, const Scope& scope) {
    const bool any = condition.find("||") != std::string_view::npos;
    while (!condition.empty()) {
      const std::size_t end = std::min(condition.find(' '), condition.size());
      std::string_view name = condition.substr(0, end);
      condition.remove_prefix(std::min(end + 4, condition.size()));
      const bool negated = name.starts_with('!');
      if (negated) name.remove_prefix(1);
      const Hole* hole = find(name, &scope);
      const bool on = hole != nullptr && !hole->value.text.empty() && hole->value.text != "0";
      if ((on != negated) == any) return any;
    }
    return !any;
  }

  void lines(std::string_view text, const Scope& scope) {
    struct Branch {
      bool outer;  // the enclosing lines are written
      bool taken;  // one of its branches was selected
      bool on;     // this branch is selected
    };
    std::vector<Branch> branches;
    const auto on = [&] { return branches.empty() || branches.back().on; };
    while (!text.empty()) {
      const std::string_view line = cut_line(text);
      const std::string_view bare = trimmed(line);
      if (bare.starts_with("#if ")) {
        const bool is = on() && holds(bare.substr(4), scope);
        branches.push_back({on(), is, is});
      } else if (bare.starts_with("#elif ") && !branches.empty()) {
        Branch& b = branches.back();
        b.on = b.outer && !b.taken && holds(bare.substr(6), scope);
        b.taken = b.taken || b.on;
      } else if (bare == "#else" && !branches.empty()) {
        Branch& b = branches.back();
        b.on = b.outer && !b.taken;
      } else if (bare == "#endif" && !branches.empty()) {
        branches.pop_back();
      } else if (bare.starts_with(for_mark)) {
        const std::string_view body = loop_body(text);
        if (!on()) continue;
        const Hole* hole = find(bare.substr(for_mark.size()), &scope);
        if (hole == nullptr) continue;
        for (const Holes& item : hole->items) lines(body, {item, &scope});
      } else if (on()) {
        write_line(is_indented(line) ? line.substr(std::min(margin_, line.size())) : line, scope);
      }
    }
    if (!branches.empty()) fault("an #if has no #endif");
  }

  // Text up to the @next of the preceding @for.
  static std::string_view loop_body(std::string_view& text) {
    const char* const begin = text.data();
    int depth = 1;
    while (!text.empty()) {
      const char* const here = text.data();
      const std::string_view bare = trimmed(cut_line(text));
      if (bare.starts_with(for_mark)) ++depth;
      if (bare == next_mark && --depth == 0) return {begin, static_cast<std::size_t>(here - begin)};
    }
    return {};
  }

  void put(const MarkedText& value, std::size_t indent) {
    std::string_view rest = value.text;
    auto mode = value.modes.begin();
    while (!rest.empty()) {
      const auto begin = static_cast<std::size_t>(rest.data() - value.text.data());
      const std::string_view line = cut_line(rest);
      if (begin > 0 || indent > 0) {
        if (begin > 0) out_.text += '\n';
        if (is_indented(line)) out_.text.append(indent, ' ');
      }
      for (; mode != value.modes.end() && mode->end <= begin + line.size(); ++mode) {
        out_.modes.push_back(
            {mode->begin - begin + out_.text.size(), mode->end - begin + out_.text.size(), mode->mode});
      }
      out_.text += line;
    }
  }

  void write_line(std::string_view line, const Scope& scope) {
    bool literal = false;
    const std::string_view bare = trimmed(line);
    if (!bare.empty() && hole_at(bare, literal) == bare.size()) {
      const Hole* hole = find(bare, &scope);
      if (hole == nullptr || hole->value.text.empty()) return;
      put(hole->value, indent_of(line));
      out_.text += '\n';
      return;
    }
    bool comment = false;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size();) {
      const std::string_view rest = line.substr(i);
      comment = comment || (!quoted && rest.starts_with("//"));
      const bool starts = i == 0 || !is_word(line[i - 1]) || line[i - 1] == '_';
      const std::size_t size = starts ? hole_at(rest, literal) : 0;
      if (size == 0) {
        if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
        out_.text += line[i++];
        continue;
      }
      i += size;
      const Hole* hole = find(rest.substr(0, size), &scope);
      if (hole == nullptr) continue;
      const bool part = (i > size && line[i - size - 1] == '_') || (i < line.size() && line[i] == '_');
      if (!literal || comment || quoted || part) {
        put(hole->value, 0);
        // An empty value between two spaces removes one of them.
        if (hole->value.text.empty() && out_.text.ends_with(' ') && line.substr(i).starts_with(' ')) ++i;
        continue;
      }
      // Joins a literal with adjacent ones.
      if (out_.text.ends_with("\" ")) {
        out_.text.resize(out_.text.size() - 2);
      } else {
        out_.text += '"';
      }
      out_.text += hole->value.text;
      if (line.substr(i).starts_with(" \"")) {
        i += 2;
        quoted = true;
      } else {
        out_.text += '"';
      }
    }
    out_.text += '\n';
  }

  const Template& from_;
  std::string_view name_;
  std::string_view text_;
  std::size_t margin_ = 0;
  MarkedText out_;
  std::vector<std::string> faults_;
};

}  // namespace

Hole::Hole(std::string_view hole, TextPart part) : name(hole) { part.append_to(value.text); }
Hole::Hole(std::string_view hole, MarkedText text) : name(hole), value(std::move(text)) {}
Hole::Hole(std::string_view hole, std::vector<Holes> values) : name(hole), items(std::move(values)) {}

MarkedText filled(const Template& from, std::string_view text, const Holes& holes, const Holes& common) {
  return Filler(from, text).write(holes, common);
}

void append(MarkedText& out, MarkedText added) {
  for (KernelTextMode& m : added.modes) {
    out.modes.push_back({m.begin + out.text.size(), m.end + out.text.size(), std::move(m.mode)});
  }
  out.text += added.text;
}

}  // namespace stridescope
