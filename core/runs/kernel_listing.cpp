// Extracts the three texts from a result, trims each to the kernel's own part, and links their lines.
#include "core/runs/kernel_listing.h"

#include <algorithm>
#include <map>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/runs/listing.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

// For PTX the function `entry`, with its parameters, up to its closing brace; the whole text if it is not found.
std::string_view own_ptx(std::string_view text, std::string_view entry) {
  const std::string mark = cat(".entry ", entry, '(');
  const std::size_t at = entry.empty() ? std::string_view::npos : text.find(mark);
  if (at == std::string_view::npos) return text;
  const std::size_t line = text.rfind('\n', at);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  int depth = 0;
  for (std::size_t from = begin; from < text.size();) {
    const std::size_t end = line_end(text, from);
    const int before = depth;
    depth += app::opened_braces(text.substr(from, end - from));
    if (before > 0 && depth == 0) return text.substr(begin, end - begin);
    from = end + 1;
  }
  return text.substr(begin);
}

// True for lines between two instructions of one source line that belong to the same line.
bool goes_along(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t");
  return line.substr(begin, 2) == "//" || line[begin] == '.' || line[begin] == '{' || line[begin] == '}' ||
         line[last] == ':';
}

// Indentation is two blanks, as in the CUDA text; the gap that nvdisasm leaves between an address and its instruction
// is removed.
std::string tidy(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t end = line.find("*/");
  if (begin != std::string_view::npos && line.substr(begin, 2) == "/*" && end != std::string_view::npos) {
    const std::size_t code = std::min(line.find_first_not_of(" \t", end + 2), line.size());
    return cat(line.substr(begin, end + 2 - begin), "  ", line.substr(code));
  }
  return line.substr(0, 1) == "\t" ? cat("  ", line.substr(1)) : std::string(line);
}

// A text with its pieces. Source lines beyond `lines` belong to the text of other kernels and are ignored.
ListedText listed(std::string_view language, std::string_view text, std::int64_t lines) {
  ListedText out = {language, {}, {}};
  std::int64_t at = 0;
  std::int64_t along = 0;  // lines since the last instruction
  for (const app::ListedLine& line : app::read_listing(text)) {
    const std::string shown = tidy(line.text);
    if (shown.find_first_not_of(" \t") == std::string::npos) continue;
    const bool told = line.source > 0 && line.source <= lines;
    if (told) {
      ListedPiece* last = out.pieces.empty() ? nullptr : &out.pieces.back();
      if (last != nullptr && last->source == line.source && last->first + last->lines + along == at)
        last->lines = at + 1 - last->first;
      else
        out.pieces.push_back({at, 1, line.source});
    }
    along = !told && goes_along(shown) ? along + 1 : 0;
    append_all(out.text, at == 0 ? "" : "\n", shown);
    ++at;
  }
  return out;
}

// Collects the lines of the CUDA text with counterparts, and the number of their lines in the other texts.
void link(KernelListing& listing) {
  std::map<std::int64_t, std::vector<std::int64_t>> counts;
  const std::size_t others = listing.texts.size() - 1;
  for (std::size_t i = 0; i < others; ++i) {
    for (const ListedPiece& piece : listing.texts[i + 1].pieces) {
      auto& count = counts[piece.source];
      count.resize(others);
      count[i] += piece.lines;
    }
  }
  for (const auto& [source, count] : counts) {
    listing.texts.front().pieces.push_back({source - 1, 1, source});
    const std::string first(listing.texts[1].language);
    listing.links.push_back(
        {source, others == 1 ? say("Line {} of the CUDA text: {} {line|lines} of {}.", source, count[0], first)
                             : say("Line {} of the CUDA text: {} {line|lines} of {}, {} {line|lines} of {}.", source,
                                   count[0], first, count[1], std::string(listing.texts[2].language))});
  }
}

// The text of the run itself; otherwise that of a compilation without a run.
const std::string& text_of(const RunResult& result, std::string RunTexts::*text) {
  const std::string& own = result.texts.*text;
  return own.empty() && result.compiled ? result.compiled->texts.*text : own;
}

// The reason for missing PTX or SASS.
Message why_missing(const RunResult& result, bool ptx) {
  if (result.status == RunStatus::cancelled) return say("No PTX or SASS: the run was cancelled. Run the kernel again.");
  if (result.status == RunStatus::error) return say("No PTX or SASS, because the run failed: {}", result.message);
  if (result.recorded) return say("This recorded run has no PTX or SASS: attach a runner and run this kernel there.");
  if (result.compiled && !result.compiled->error.empty())
    return say("No PTX or SASS, because NVRTC rejects the kernel: {}", result.compiled->error);
  if (!ptx) {
    return say(
        "No PTX or SASS: the runner found no NVRTC. Install the CUDA toolkit on the runner's machine, and run the "
        "kernel again.");
  }
  if (!result.texts.sass_missing.empty()) return result.texts.sass_missing;
  if (result.compiled && !result.compiled->texts.sass_missing.empty()) return result.compiled->texts.sass_missing;
  return say("No SASS: the runner does not disassemble. Use a runner of this version, and run the kernel again.");
}

Message launch_of(const KernelText& kernel) {
  Message out = say("{} {block|blocks} of {} {thread|threads}", kernel.blocks, kernel.threads);
  if (kernel.shared_bytes > 0) out = say("{}, {} {byte|bytes} shared", out, kernel.shared_bytes);
  return kernel.needs.empty() ? out : say("{}, {}", out, kernel.needs);
}

}  // namespace

std::vector<InstructionCount> instruction_mix(std::string_view assembly) {
  std::map<std::string, int> counts;
  while (!assembly.empty()) {
    std::string_view line = cut_line(assembly);
    const auto skip = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip();
    // SASS has addresses, and predicates before instructions.
    if (line.starts_with("/*")) {
      line.remove_prefix(std::min(line.find("*/") + 2, line.size()));
      skip();
    }
    if (line.starts_with('@')) {
      line.remove_prefix(std::min(line.find(' '), line.size()));
      skip();
    }
    const std::string_view name = line.substr(0, line.find_first_of(" \t;"));
    if (line.find(';') == std::string_view::npos || name.empty() || name.ends_with(':')) continue;
    if (std::string_view("./{}").find(name[0]) == std::string_view::npos) ++counts[std::string(name)];
  }
  std::vector<InstructionCount> out;
  out.reserve(counts.size());
  for (const auto& [name, count] : counts) out.push_back({name, count});
  sort_stable(std::span(out), [](const auto& a, const auto& b) { return a.count > b.count; });
  return out;
}

Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, const RunResult* result) {
  static const RunResult none;
  const RunResult& ran = result != nullptr ? *result : none;
  std::string cuda = ran.cuda;
  std::string entry = text_of(ran, &RunTexts::entry);
  KernelListing out;
  std::vector<KernelTextMode> modes;
  const auto trim = [](std::string& to) { to.erase(to.find_last_not_of('\n') + 1); };
  trim(cuda);
  const auto plan = kernel_plan(workspace, binding);
  if (!plan && cuda.empty()) return failure(plan.error());
  if (plan) {
    KernelText kernel = cuda_text(*plan);
    out.launch = launch_of(kernel);
    trim(kernel.text);
    if (entry.empty()) entry = kernel.name;
    if (cuda.empty()) cuda = kernel.text;
    if (cuda == kernel.text) modes = std::move(kernel.modes);
    out.name = std::move(kernel.name);
  }
  const std::int64_t lines = 1 + std::count(cuda.begin(), cuda.end(), '\n');
  const std::string& ptx = text_of(ran, &RunTexts::ptx);
  const std::string& sass = text_of(ran, &RunTexts::sass);
  out.texts.push_back({"CUDA", std::move(cuda), {}, std::move(modes)});
  if (!ptx.empty()) out.texts.push_back(listed("PTX", own_ptx(ptx, entry), lines));
  if (!sass.empty()) out.texts.push_back(listed("SASS", sass, lines));
  link(out);
  if (result == nullptr)
    out.missing = say("A run produces PTX and SASS: attach a runner, and run this kernel.");
  else if (ptx.empty() || sass.empty())
    out.missing = why_missing(ran, !ptx.empty());
  if (ran.recorded && !ptx.empty()) {
    const std::string device = ran.device ? ran.device->name : std::string();
    out.origin = say("Run on {}, {}.", device, ran.date.substr(0, ran.date.find('T')));
  }
  return out;
}

}  // namespace stridescope
