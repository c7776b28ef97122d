// Takes the three texts out of a result, trims each to what is the kernel's own, and reads which lines belong together.
#include "core/app/kernel_listing.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/app/listing.h"
#include "core/app/run_lines.h"
#include "core/base/characters.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/workspace/kernel.h"
#include "core/workspace/run_result.h"

namespace stridescope {
namespace {

// What a runner says of the text of that name, beside the run's own fields or those of what it only compiled.
const JsonValue& field(const JsonValue& result, std::string_view key) {
  const JsonValue& own = result[key];
  return own.is_null() ? result["compiled"][key] : own;
}

// Of PTX the function `entry`, with its parameters, to the brace that ends it; all of it where that is not found.
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

// Between two instructions of one line these are of the same one.
bool goes_along(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t");
  return line.substr(begin, 2) == "//" || line[begin] == '.' || line[begin] == '{' || line[begin] == '}' ||
         line[last] == ':';
}

// What is indented is so by two blanks, as in the CUDA text; the room that nvdisasm leaves between an address and its
// instruction for what is not printed goes.
std::string tidy(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t end = line.find("*/");
  if (begin != std::string_view::npos && line.substr(begin, 2) == "/*" && end != std::string_view::npos) {
    const std::size_t code = std::min(line.find_first_not_of(" \t", end + 2), line.size());
    return cat(line.substr(begin, end + 2 - begin), "  ", line.substr(code));
  }
  return line.substr(0, 1) == "\t" ? cat("  ", line.substr(1)) : std::string(line);
}

// A text with its pieces; of sources beyond `lines` nothing is said: they are of other kernels' text.
ListedText listed(std::string_view language, std::string_view text, std::int64_t lines) {
  ListedText out = {language, {}, {}};
  std::int64_t at = 0;
  std::int64_t along = 0;  // since the last instruction
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

// Which lines of the CUDA text became something, and how much of the other texts each.
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

// Of a result that has no PTX, or no SASS.
Message why_missing(const JsonValue& result, bool ptx) {
  const std::string& status = result["status"].string();
  if (status == "cancelled") return say("No PTX and no SASS: the run was cancelled. Run the kernel again.");
  if (status == "error") return say("No PTX and no SASS, because the run failed: {}", told(result, "message"));
  if (result["recorded"].boolean())
    return say("A recorded run has no PTX and no SASS: attach a runner, and run this kernel there.");
  if (const JsonValue& error = result["compiled"]["error"]; error.is_string())
    return say("No PTX and no SASS, because NVRTC refuses the kernel: {}", error.string());
  if (!ptx) {
    return say(
        "No PTX and no SASS: the runner found no NVRTC. Install the CUDA toolkit where the runner is, and run the "
        "kernel again.");
  }
  const JsonValue& said = result["sass_missing"].is_null() ? result["compiled"] : result;
  if (said["sass_missing"].is_string()) return told(said, "sass_missing");
  return say("No SASS: the runner does not disassemble. Use one of this version, and run the kernel again.");
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
    std::string_view line = take_line(assembly);
    const auto skip = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip();
    // SASS has an address, and predicates stand before an instruction.
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
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  return out;
}

Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, std::string_view text) {
  std::optional<JsonValue> result;
  if (!text.empty()) {
    result = JsonValue::parse(text);
    const Message problem = result ? run_result_problem(*result) : say("it is no JSON");
    if (!problem.empty()) return failure(ErrorCode::arguments, unbelievable(problem), unbelievable_hint());
  }
  static const JsonValue none;
  const JsonValue& told = result ? *result : none;
  std::string cuda = told["cuda"].string();
  std::string entry = field(told, "entry").string();
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
  const std::string& ptx = field(told, "ptx").string();
  const std::string& sass = field(told, "sass").string();
  out.texts.push_back({"CUDA", std::move(cuda), {}, std::move(modes)});
  if (!ptx.empty()) out.texts.push_back(listed("PTX", own_ptx(ptx, entry), lines));
  if (!sass.empty()) out.texts.push_back(listed("SASS", sass, lines));
  link(out);
  if (!result)
    out.missing = say("PTX and SASS come with a run: attach a runner, and run this kernel.");
  else if (ptx.empty() || sass.empty())
    out.missing = why_missing(told, !ptx.empty());
  if (told["recorded"].boolean() && !ptx.empty()) {
    const std::string& day = told["date"].string();
    out.origin = say("What ran on {}, {}.", told["device"]["name"].string(), day.substr(0, day.find('T')));
  }
  return out;
}

}  // namespace stridescope
