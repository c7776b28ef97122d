// Assembles an X-ray of a module: its kind of text, its types as statements with their values, its operations, and the
// checks. Sources go through the language's own readers.
#include "core/foreign/modules/xray.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/marks.h"
#include "core/foreign/modules/checks.h"
#include "core/foreign/modules/dialect.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {
namespace {

using namespace ir;

// Budgets for all parts together, and for all checks: about half a second each.
constexpr Budget parts_budget = {40'000'000, 1 << 26};
constexpr Budget checks_budget = {40'000'000, 1 << 26};
constexpr std::size_t max_shown_value = 2000;
constexpr std::size_t max_shown_text = 1000;

bool wanted(std::string_view type) { return is_cute_type(type) || is_triton_type(type); }

XraySource source_of(std::string_view text) {
  switch (reader_of(text)) {
    case TextReader::cute_module:
      return XraySource::cute;
    case TextReader::triton_module:
      return XraySource::triton;
    case TextReader::mlir_module:
      return XraySource::mlir;
    case TextReader::source:
      break;
  }
  return XraySource::source;
}

std::string excerpt(std::string_view text, std::size_t most) {
  return text.size() <= most ? std::string(text) : cat(text.substr(0, most), "...");
}

// A name of the language that is unique in the module.
class Names {
 public:
  std::string take(std::string_view wanted) {
    std::string out;
    for (const char c : wanted) out.push_back(is_word(c) ? c : '_');
    if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out.insert(0, "v");
    if (out == "o" || out == "_" || out == "X") out += '_';
    std::string name = out;
    for (int i = 2; !taken_.insert(name).second; ++i) name = cat(out, '_', i);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
};

// True if an operation processes data; most only make views or decompose them.
bool moves_data(std::string_view name) {
  static constexpr std::string_view words[] = {"copy",    "gemm",   "mma",   "dot",     "load",      "store",
                                               "convert", "gather", "alloc", "scatter", "partition", "retile"};
  name = name.substr(name.find('.') + 1);
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

// The value of an operation, as a part.
XrayValue to_value(const ModuleValue& value, const std::vector<int>& part_of) {
  return {std::string(value.name), value.line, value.type < 0 ? -1 : part_of[static_cast<std::size_t>(value.type)]};
}

template <class T>
void keep(std::vector<T>& list, std::size_t most, std::size_t& left_out) {
  if (list.size() <= most) return;
  left_out += list.size() - most;
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(most), list.end());
}

template <class T>
void by_line(std::vector<T>& list) {
  sort_stable(std::span(list), [](const T& a, const T& b) { return a.line < b.line; });
}

// The value of an expression, or the reason why it is missing.
struct Known {
  std::optional<Value> value;
  Message refused;
};

// Covers all expressions of a file: several modules repeat theirs.
class KnownValues {
 public:
  // Valid as long as this object.
  const Known& value_of(const std::string& expression, Budget& budget) {
    const auto [found, is_new] = known_.try_emplace(expression);
    if (!is_new) return found->second;
    Evaluation made = evaluate(expression, IntegerMode::teaching, budget);
    if (made.errors.empty() && !made.bindings.empty()) {
      found->second.value = std::move(made.bindings.back().value);
    } else {
      found->second.refused = made.errors.empty() ? say("it has no value") : made.errors[0].message;
    }
    return found->second;
  }

 private:
  std::unordered_map<std::string, Known> known_;
};

// The types of a module, by line, as parts.
struct ModuleParts {
  std::vector<int> part_of;  // indexed by type
  std::vector<std::optional<Value>> values;
  std::vector<ReadType> read;
  std::vector<std::string_view> texts;
};

ModuleParts read_parts(const Module& module, const XrayLimits& limits, Xray& out) {
  ModuleParts parts;
  parts.part_of.assign(module.types.size(), -1);
  std::vector<std::size_t> order(module.types.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_stable(std::span(order),
              [&](std::size_t a, std::size_t b) { return module.types[a].line < module.types[b].line; });
  Names names;
  KnownValues known;
  Budget budget = parts_budget;
  for (const std::size_t i : order) {
    const ModuleType& type = module.types[i];
    ReadType read = out.source == XraySource::cute && is_cute_type(type.text) ? read_cute_type(module, type)
                                                                              : read_triton_type(module, type);
    if (read.expression.empty()) {
      out.unknown.push_back({type.line, excerpt(type.text, max_shown_text), read.refused});
      continue;
    }
    const Known* made = &known.value_of(read.filled, budget);
    if (!made->value && !read.stage.empty()) {
      // Several stages of the tile.
      const Known& one = known.value_of(read.stage, budget);
      if (one.value) {
        made = &one;
        read.expression = read.filled = read.spread = read.stage;
      }
    }
    if (!made->value) {
      out.unknown.push_back(
          {type.line, excerpt(read.written.empty() ? type.text : read.written, max_shown_text), made->refused});
      continue;
    }
    if (out.parts.size() >= limits.parts) {
      ++out.parts_left_out;
      continue;
    }
    XrayPart part;
    part.kind = read.kind;
    part.name = names.take(type.name.empty() ? cat(read.stem, out.source == XraySource::cute ? cat('_', type.line) : "")
                                             : type.name);
    part.line = type.line;
    part.text = excerpt(type.text, max_shown_text);
    part.program = cat(part.name, " = ", read.expression);
    part.open = read.open;
    part.uses = type.uses;
    Value value = *made->value;
    if (read.open == 0) part.value = excerpt(to_text(value, IntegerMode::teaching), max_shown_value);
    parts.part_of[i] = static_cast<int>(out.parts.size());
    parts.values.emplace_back(std::move(value));
    parts.read.push_back(std::move(read));
    parts.texts.push_back(type.text);
    out.parts.push_back(std::move(part));
  }
  return parts;
}

// Answers the verifier's message if its operation is missing or unreadable.
void find_message(std::string_view text, Xray& out) {
  const auto said = alignment_message(text);
  if (!said || said->known_bits < 8 || said->needed_bits < 8) return;
  const auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(said->position), '\n') + 1);
  out.findings.push_back(
      {XrayGrade::error,
       line,
       -1,
       said->pointer.empty()
           ? say("the copy moves {} {byte|bytes} at once, but its pointer is known to be aligned only to {}",
                 said->needed_bits / 8, said->known_bits / 8)
           : say("the copy moves {} {byte|bytes} at once, but its {} pointer is known to be aligned only to {}",
                 said->needed_bits / 8, said->pointer, said->known_bits / 8),
       say("declare it where the pointer is made: assumed_align={}, and strides that keep it", said->needed_bits / 8),
       {},
       XrayRule::alignment});
}

// A line break at the end does not begin a line.
std::uint32_t line_count(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') +
                                    (text.empty() || text.back() != '\n' ? 1 : 0));
}

void look_at_module(std::string_view text, const XrayLimits& limits, Xray& out) {
  const Module module = read_module(text, wanted);
  out.lines = line_count(text);  // the module's reader skips resources without their end
  out.parts_left_out = module.types_left_out;
  out.operations_left_out = module.operations_left_out;
  out.unknown_left_out = module.faults_left_out;
  for (const ModuleFault& fault : module.faults)
    out.unknown.push_back({fault.line, excerpt(fault.text, max_shown_text), fault.why});
  const ModuleParts parts = read_parts(module, limits, out);
  std::vector<Looked> looked;
  for (std::size_t i = 0; i < parts.values.size(); ++i) {
    const ReadType& read = parts.read[i];
    looked.push_back({&*parts.values[i], read.open > 0, parts.texts[i], read.filled, read.spread});
  }
  Budget budget = checks_budget;
  check_parts(looked, out.parts, budget, out.findings);
  const bool other = text.find("\"hip:") != std::string_view::npos ||
                     text.find("#ttg.amd_") != std::string_view::npos ||
                     text.find("threads-per-warp\" = 64") != std::string_view::npos;
  Checked all = {text, module, looked, parts.part_of, budget, out.findings, other};
  if (out.source == XraySource::cute) check_cute(all);
  if (out.source == XraySource::cute && out.findings.empty()) find_message(text, out);
  if (out.source == XraySource::triton) check_triton(all);
  for (const ModuleOperation& op : module.operations) {
    const auto is_part = [&](const ModuleValue& value) {
      return value.type >= 0 && parts.part_of[static_cast<std::size_t>(value.type)] >= 0;
    };
    const bool any = std::any_of(op.operands.begin(), op.operands.end(), is_part) ||
                     std::any_of(op.results.begin(), op.results.end(), is_part);
    if (!any) continue;
    if (out.operations.size() >= limits.operations) {
      ++out.operations_left_out;
      continue;
    }
    XrayOperation listed = {op.line, std::string(op.name), moves_data(op.name), {}, {}};
    for (const ModuleValue& value : op.operands) listed.operands.push_back(to_value(value, parts.part_of));
    for (const ModuleValue& value : op.results) listed.results.push_back(to_value(value, parts.part_of));
    out.operations.push_back(std::move(listed));
  }
  by_line(out.operations);
}

std::optional<XrayKind> kind_of(const Value& value) {
  if (value.is<Layout>() || value.is<ComposedLayout>() || value.is<Swizzle>()) return XrayKind::layout;
  if (value.is<Tensor>()) return XrayKind::tensor;
  if (value.is<TiledCopy>() || value.is<CopyAtom>() || value.is<ThrCopy>()) return XrayKind::copy;
  if (value.is<TiledMma>() || value.is<MmaAtom>() || value.is<ThrMma>()) return XrayKind::mma;
  return std::nullopt;
}

// Sets the thread and the block of a source to the first: the layouts are those of one thread and block.
std::string first_of_each(std::string_view text) {
  std::vector<Error> errors;
  std::string out;
  if (text.find("threadIdx") == std::string_view::npos && text.find("blockIdx") == std::string_view::npos) return out;
  const ForeignTree tree = parse(text, errors);
  for (const auto& [special, hole] : tree.special_holes) {
    if (special.starts_with("threadIdx") || special.starts_with("blockIdx")) append_all(out, hole, " = 0\n");
  }
  return out;
}

Result<void> look_at_source(std::string_view given, const XrayLimits& limits, Xray& out) {
  std::string whole = given.size() > max_program_bytes ? std::string() : first_of_each(given);
  const std::size_t before = static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n'));
  const bool first = before > 0 && whole.size() + given.size() <= max_program_bytes;
  if (first) whole.append(given);
  const std::string_view text = first ? std::string_view(whole) : given;
  const std::uint32_t skipped = first ? static_cast<std::uint32_t>(before) : 0;
  if (text.size() > max_program_bytes)
    return failure(ErrorCode::too_large,
                   say("the source has {} {byte|bytes}; the limit is {}", text.size(), max_program_bytes),
                   say("remove the lines that are not about layouts"));
  std::vector<std::uint32_t> lines = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(static_cast<std::uint32_t>(i + 1));
  }
  out.lines = line_count(given);
  const auto line_of = [&](std::uint32_t position) {
    const auto line =
        static_cast<std::uint32_t>(std::upper_bound(lines.begin(), lines.end(), position) - lines.begin());
    return line > skipped ? line - skipped : 1;
  };
  const Evaluation made = evaluate(text, IntegerMode::teaching);
  Names names;
  std::vector<int> part_of(made.bindings.size(), -1);
  std::vector<Looked> looked;
  for (std::size_t i = 0; i < made.bindings.size(); ++i) {
    const Binding& binding = made.bindings[i];
    const auto kind = kind_of(binding.value);
    if (!kind) continue;
    if (out.parts.size() >= limits.parts) {
      ++out.parts_left_out;
      continue;
    }
    XrayPart part;
    part.kind = *kind;
    part.line = line_of(binding.span.begin);
    part.name = names.take(binding.name.empty() ? cat(xray_kind_names[static_cast<std::size_t>(*kind)], '_', part.line)
                                                : binding.name);
    part.text = excerpt(text.substr(binding.span.begin, binding.span.end - binding.span.begin), max_shown_text);
    part.value = excerpt(to_text(binding.value, IntegerMode::teaching), max_shown_value);
    part.program = cat(part.name, " = ", part.value);
    part_of[i] = static_cast<int>(out.parts.size());
    looked.push_back({&binding.value, false, {}, {}, {}});
    out.parts.push_back(std::move(part));
  }
  for (std::size_t i = 0; i < made.bindings.size(); ++i) {
    const Binding& binding = made.bindings[i];
    for (const int used : binding.uses) {
      if (part_of[static_cast<std::size_t>(used)] >= 0)
        ++out.parts[static_cast<std::size_t>(part_of[static_cast<std::size_t>(used)])].uses;
    }
    if (part_of[i] < 0 || binding.uses.empty()) continue;
    if (out.operations.size() >= limits.operations) {
      ++out.operations_left_out;
      continue;
    }
    const auto value = [&](std::size_t of) {
      const Binding& b = made.bindings[of];
      return XrayValue{b.name, line_of(b.span.begin), part_of[of]};
    };
    XrayOperation op = {line_of(binding.span.begin), std::string(binding.origin.function), true, {}, {value(i)}};
    if (op.name.empty()) op.name = "=";
    for (const int used : binding.uses) op.operands.push_back(value(static_cast<std::size_t>(used)));
    out.operations.push_back(std::move(op));
  }
  for (const Error& error : made.errors) {
    const Span at = error.span;
    out.unknown.push_back(
        {line_of(at.begin), excerpt(text.substr(at.begin, at.end - at.begin), max_shown_text), error.message});
  }
  out.unknown_left_out += made.dropped_errors;
  Budget budget = checks_budget;
  check_parts(looked, out.parts, budget, out.findings);
  std::vector<std::uint32_t> line_of_binding;
  for (const Binding& binding : made.bindings) line_of_binding.push_back(line_of(binding.span.begin));
  if (first && !out.parts.empty())
    out.findings.push_back({XrayGrade::note,
                            1,
                            -1,
                            say("threadIdx and blockIdx are assumed to be 0: the layouts hold for every thread and "
                                "block, the start only for the first"),
                            {},
                            {}});
  check_source(made.bindings, line_of_binding, part_of, budget, out.findings);
  return {};
}

// Adds results of the source reader for lines that give nothing as a module.
void add_other_lines(std::string_view text, Xray& other, Xray& out) {
  std::unordered_set<std::uint32_t> lines;  // lines of the module's parts and faults
  std::unordered_set<std::uint32_t> added;
  std::unordered_set<std::string> names;
  for (const XrayPart& part : out.parts) {
    lines.insert(part.line);
    names.insert(part.name);
  }
  for (const XrayUnknown& one : out.unknown) lines.insert(one.line);
  std::uint32_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    // A repeated type is not another part.
    if (has_mark(line)) lines.insert(number);
    at = end + 1;
  }
  for (XrayPart& part : other.parts) {
    if (lines.contains(part.line) || !names.insert(part.name).second) continue;
    added.insert(part.line);
    out.parts.push_back(std::move(part));
  }
  // Sorts by line again, including the references to parts.
  std::vector<std::size_t> order(out.parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_stable(std::span(order), [&](std::size_t a, std::size_t b) { return out.parts[a].line < out.parts[b].line; });
  std::vector<int> now(order.size());
  std::vector<XrayPart> parts;
  for (std::size_t i = 0; i < order.size(); ++i) {
    now[order[i]] = static_cast<int>(i);
    parts.push_back(std::move(out.parts[order[i]]));
  }
  out.parts = std::move(parts);
  const auto move = [&](int& part) {
    if (part >= 0) part = now[static_cast<std::size_t>(part)];
  };
  for (XrayOperation& op : out.operations) {
    for (XrayValue& value : op.operands) move(value.part);
    for (XrayValue& value : op.results) move(value.part);
  }
  for (XrayFinding& finding : out.findings) move(finding.part);
  for (XrayUnknown& one : other.unknown) {
    if (!lines.contains(one.line) && !added.contains(one.line)) out.unknown.push_back(std::move(one));
  }
  out.parts_left_out += other.parts_left_out;
  out.unknown_left_out += other.unknown_left_out;
}

}  // namespace

std::optional<Value> ir::value_of_program(const std::string& program, Budget& budget) {
  Evaluation made = evaluate(program, IntegerMode::teaching, budget);
  if (!made.errors.empty() || made.bindings.empty()) return std::nullopt;
  return std::move(made.bindings.back().value);
}

std::vector<XrayFinding> check_bindings(const std::vector<Binding>& bindings, const std::vector<std::uint32_t>& lines) {
  std::vector<Looked> looked;
  std::vector<XrayPart> parts;
  std::vector<int> part_of;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    looked.push_back({&bindings[i].value, false, {}, {}, {}});
    parts.emplace_back();
    parts.back().line = lines[i];
    part_of.push_back(static_cast<int>(i));
  }
  Budget budget = checks_budget;
  std::vector<XrayFinding> findings;
  check_parts(looked, parts, budget, findings);
  check_source(bindings, lines, part_of, budget, findings);
  by_line(findings);
  return findings;
}

Result<Xray> xray_of(std::string_view text, const XrayLimits& limits) {
  if (text.size() > max_module_text)
    return failure(ErrorCode::too_large,
                   say("the text has {} {byte|bytes}; the limit is {}", text.size(), max_module_text));
  Xray out;
  out.source = source_of(text);
  if (out.source == XraySource::source) {
    if (const auto looked = look_at_source(text, limits, out); !looked) return failure(looked.error());
  } else {
    look_at_module(text, limits, out);
    // The text may have types among printed values or messages: reads the rest as pasted text.
    if (!is_module(text) && text.size() <= max_program_bytes) {
      Xray other;
      if (const auto looked = look_at_source(text, limits, other); looked) add_other_lines(text, other, out);
    }
  }
  by_line(out.unknown);
  by_line(out.findings);
  keep(out.unknown, limits.unknown, out.unknown_left_out);
  keep(out.findings, limits.findings, out.findings_left_out);
  return out;
}

}  // namespace stridescope
