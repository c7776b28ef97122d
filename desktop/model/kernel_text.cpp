// Reads a kernel's marked text back into lines with their modes, puts what was made of it beside it, and counts the
// instructions of PTX and SASS.
#include "desktop/model/kernel_text.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/base/json_fields.h"

namespace stridescope::desktop {

void ListedLines::set_text(std::string words) {
  text = std::move(words);
  lines = {0};
  longest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (line(i).size() > line(longest).size()) longest = i;
  }
}

std::string_view ListedLines::line(std::size_t i) const {
  if (i >= lines.size()) return {};
  const std::size_t end = i + 1 < lines.size() ? lines[i + 1] - 1 : text.size();
  return std::string_view(text).substr(lines[i], end - lines[i]);
}

std::optional<std::size_t> ListedLines::from(std::int64_t source) const {
  const auto found = std::find(sources.begin(), sources.end(), source);
  return source < 1 || found == sources.end() ? std::nullopt
                                              : std::optional(static_cast<std::size_t>(found - sources.begin()));
}

namespace {

void set_sources(ListedLines& to, const std::vector<ListedPiece>& pieces) {
  to.sources.clear();
  if (pieces.empty()) return;
  to.sources.resize(to.lines.size());
  for (const ListedPiece& piece : pieces) {
    for (std::int64_t i = piece.first; i < piece.first + piece.lines; ++i) {
      if (i >= 0 && static_cast<std::size_t>(i) < to.sources.size())
        to.sources[static_cast<std::size_t>(i)] = piece.source;
    }
  }
}

}  // namespace

ListedLines listed_lines(ListedText text) {
  ListedLines out;
  out.set_text(std::move(text.text));
  set_sources(out, text.pieces);
  return out;
}

void KernelTexts::take(KernelListing listing) {
  ptx.reset();
  sass.reset();
  links = std::move(listing.links);
  missing = std::move(listing.missing);
  origin = std::move(listing.origin);
  for (ListedText& one : listing.texts) {
    if (one.language == "PTX")
      ptx = listed_lines(std::move(one));
    else if (one.language == "SASS")
      sass = listed_lines(std::move(one));
    else {
      std::string_view shown = cuda.text;
      while (shown.ends_with('\n')) shown.remove_suffix(1);
      if (shown != one.text) {
        cuda.modes.clear();
        cuda.set_text(std::move(one.text));
      }
      set_sources(cuda, one.pieces);
    }
  }
}

const ListedLink* KernelTexts::link(std::int64_t source) const {
  const auto found = std::find_if(links.begin(), links.end(), [&](const ListedLink& l) { return l.source == source; });
  return found == links.end() ? nullptr : &*found;
}

const KernelText::Mode* KernelText::mode_at(std::size_t byte) const {
  const Mode* best = nullptr;
  for (const Mode& m : modes) {
    if (byte < m.begin || byte >= m.end) continue;
    if (best == nullptr || m.end - m.begin < best->end - best->begin) best = &m;
  }
  return best;
}

KernelText read_kernel_text(std::string_view text) {
  KernelText out;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return out;
  out.name = fields::text(json, "name").value_or("");
  out.set_text(fields::text(json, "text").value_or(""));
  out.blocks = fields::integer(json, "blocks").value_or(0);
  out.threads = fields::integer(json, "threads").value_or(0);
  out.shared_bytes = fields::integer(json, "shared_bytes").value_or(0);
  out.needs = fields::text(json, "needs").value_or("");
  for (const auto& m : fields::list(json, "modes")) {
    const std::int64_t begin = fields::integer(m, "begin").value_or(-1);
    const std::int64_t end = fields::integer(m, "end").value_or(-1);
    if (begin < 0 || end < begin || end > static_cast<std::int64_t>(out.text.size())) continue;
    out.modes.push_back(
        {static_cast<std::size_t>(begin), static_cast<std::size_t>(end), fields::text(m, "mode").value_or("")});
  }
  return out;
}

std::vector<InstructionCount> instruction_mix(std::string_view assembly) {
  std::map<std::string, int> counts;
  while (!assembly.empty()) {
    std::string_view line = take_line(assembly);
    const auto skip = [&] {
      while (!line.empty() && (line[0] == ' ' || line[0] == '\t')) line.remove_prefix(1);
    };
    skip();
    // SASS has an address, and predicates stand before an instruction.
    if (line.substr(0, 2) == "/*") {
      line.remove_prefix(std::min(line.find("*/") + 2, line.size()));
      skip();
    }
    if (!line.empty() && line[0] == '@') {
      line.remove_prefix(std::min(line.find(' '), line.size()));
      skip();
    }
    if (line.find(';') == std::string_view::npos || line.empty() || line[0] == '.' || line[0] == '/') continue;
    std::size_t length = 0;
    while (length < line.size() && line[length] != ' ' && line[length] != '\t' && line[length] != ';') ++length;
    std::string_view name = line.substr(0, length);
    if (name.empty() || name[0] == '{' || name[0] == '}' || name.back() == ':') continue;
    ++counts[std::string(name)];
  }
  std::vector<InstructionCount> out;
  out.reserve(counts.size());
  for (const auto& [name, count] : counts) out.push_back({name, count});
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  return out;
}

}  // namespace stridescope::desktop
