// The report as text, as JSON, and as a layout program. All numbers are those of the trace.
#include "core/trace/report.h"

#include <algorithm>
#include <map>

#include "core/base/hexadecimal.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

std::string_view verb_of(AccessKind kind, int number) {
  switch (kind) {
    case AccessKind::global_load:
    case AccessKind::shared_load:
    case AccessKind::local_load:
    case AccessKind::remote_load:
      return "load";
    case AccessKind::global_store:
    case AccessKind::shared_store:
    case AccessKind::local_store:
    case AccessKind::remote_store:
      return "store";
    case AccessKind::global_atomic:
    case AccessKind::shared_atomic:
      return "atomic";
    case AccessKind::async_copy:
    case AccessKind::bulk_load:
    case AccessKind::bulk_store:
      return number == 0 ? "copy_from" : "copy_to";
    default:
      return name_of(kind);
  }
}

// Names in the order of executed_addresses.
std::vector<std::string> names_of(const TracedLaunch& launch, const Executions& executions) {
  const auto addresses = executed_addresses(launch, executions);
  const auto verb = [&](std::size_t i) {
    return verb_of(launch.instructions[addresses[i].first].kind, addresses[i].second);
  };
  const auto line = [&](std::size_t i) { return launch.instructions[addresses[i].first].line; };
  std::vector<std::string> out;
  std::map<std::string, int> used;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    out.push_back(cat(verb(i), "_", line(i)));
    ++used[out.back()];
  }
  std::map<std::string, int> taken;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    // A line in an unrolled loop has several instructions.
    if (line(i) == 0 || used[out[i]] > 1)
      out[i] = cat(verb(i), line(i) == 0 ? std::string() : cat("_", line(i)), "_x",
                   hex_digits(static_cast<std::uint64_t>(launch.instructions[addresses[i].first].pc)));
    if (const int again = taken[out[i]]++; again > 0) out[i] += cat("_", again);
  }
  return out;
}

// "(32,8)" of extents or strides; without brackets for one mode, `empty` for no mode.
template <class Part>
std::string modes_text(const std::vector<FitMode>& modes, const Part& part, std::string_view empty) {
  if (modes.empty()) return std::string(empty);
  std::string out;
  for (const FitMode& mode : modes) append_all(out, out.empty() ? "" : ",", part(mode));
  return modes.size() == 1 ? out : "(" + out + ")";
}

// The modes, covering every index: an index without a mode gets one of stride 0.
std::vector<FitMode> covering(std::vector<FitMode> modes, std::int64_t indices) {
  if (modes.empty() && indices > 1) modes.push_back({indices, 0});
  return modes;
}

void express(TracedAccess& access) {
  const AccessLayout& layout = access.layout;
  if (!layout.exact() || layout.bases.empty()) return;
  const std::int64_t unit = layout.bytes;
  const bool by_thread = layout.index == AccessIndex::thread_repetition;
  const std::int64_t lanes_running = 32 * layout.repetitions;
  const std::vector<FitMode> first =
      covering(layout.first, by_thread                              ? layout.threads
                             : layout.index == AccessIndex::running ? layout.threads * layout.repetitions
                                                                    : lanes_running);
  const std::vector<FitMode> second =
      covering(layout.second, by_thread                              ? layout.repetitions
                              : layout.index == AccessIndex::running ? 1
                                                                     : (layout.threads + 31) / 32);
  access.expression = index_layout_text(first, second, unit);
  if (!layout.swizzles.empty()) {
    // The base of one block: the origin of a swizzle is the same in all blocks.
    const int width = std::countr_zero(static_cast<unsigned>(unit));
    std::int64_t offset = layout.bases[0].bytes / unit;
    bool whole = layout.bases[0].bytes % unit == 0;
    for (std::size_t i = layout.swizzles.size(); i-- > 0; offset = 0) {
      const Swizzle& s = layout.swizzles[i];
      access.expression =
          cat("Sw<", s.bits, ",", s.base - width, ",", s.shift, "> o ", offset, " o ", access.expression);
      whole = whole && s.base >= width;
    }
    if (!whole) access.expression.clear();
  }
  if (layout.index == AccessIndex::running) {
    access.running = cat("(", layout.threads, ",", layout.repetitions, "):(1,", layout.threads, ")");
  } else if (layout.index == AccessIndex::lane_running) {
    std::int64_t size = 1;
    for (const FitMode& mode : first) size *= mode.extent;
    access.running = cat("((32,", (layout.threads + 31) / 32, "),", layout.repetitions, "):((1,", size, "),32)");
  }
}

std::string swizzle_text(const AccessLayout& a) {
  std::string out;
  for (const Swizzle& s : a.swizzles)
    append_all(out, out.empty() ? "" : " o ", "Sw<", s.bits, ",", s.base, ",", s.shift, ">");
  return out;
}

// "2048, 1024, 512", up to a limit.
std::string offsets_text(const AccessLayout& a) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, a.offsets.size()); ++i)
    append_all(out, out.empty() ? "" : ", ", a.bases[0].bytes + a.offsets[i] + a.origin);
  return a.offsets.size() > most ? out + ", ..." : out;
}

// "thread % 32 from 0 up to 7" for each mode that is partly active.
Message mask_words(const std::vector<FitBound>& mask, Term of) {
  std::vector<Message> parts;
  std::int64_t divisor = 1;
  std::int64_t extents = 1;
  for (const FitBound& bound : mask) extents *= bound.extent;
  for (const FitBound& bound : mask) {
    if (bound.begin > 0 || bound.end < bound.extent) {
      std::string digit = divisor == 1 ? std::string() : cat(" / ", divisor);
      if (divisor * bound.extent < extents) digit += cat(" % ", bound.extent);
      parts.push_back(say("{}{} from {} up to {}", of, digit, bound.begin, bound.end - 1));
    }
    divisor *= bound.extent;
  }
  return comma_list(parts);
}

Message masks_of(const AccessLayout& a) {
  if (a.masked == 0) return {};
  if (a.irregular_mask) return say("{} {lane|lanes} are masked, irregularly", a.masked);
  std::vector<Message> parts;
  if (a.thread_mask) parts.push_back(mask_words(*a.thread_mask, term("thread")));
  if (a.repetition_mask) parts.push_back(mask_words(*a.repetition_mask, term("repetition")));
  return say("only {}", comma_list(parts));
}

Message costs_of(const AccessLayout& a, const AccessCosts& c) {
  if (!c.counted) return say("{} {request|requests}", c.requests);
  if (a.space == AccessSpace::shared)
    return say("{} {request|requests}, {} {wavefront|wavefronts}, ideal {}", c.requests, c.wavefronts,
               c.ideal_wavefronts);
  return say("{} {request|requests}, {} {sector|sectors}, ideal {}", c.requests, c.sectors, c.ideal_sectors);
}

Message miss_of(const AccessLayout& a) {
  if (a.undecided) return say("not decided: the budget of the recovery is exhausted");
  return say(
      "not a layout: thread {}, repetition {} of block {} is at {}, but the best partial layout gives {}; it matches "
      "{} of {} {address|addresses}",
      a.miss->thread, a.miss->repetition, a.miss->block, a.miss->address, a.miss->layout_says, a.agreeing, a.addresses);
}

std::string extents_text(const std::array<std::int64_t, 3>& e) { return cat(e[0], " x ", e[1], " x ", e[2]); }

std::string source_place(const TracedInstruction& i) {
  return i.file.empty() ? std::string() : cat(i.file.substr(i.file.find_last_of('/') + 1), ":", i.line);
}

std::string place_text(const TracedInstruction& i) {
  std::string out = "0x" + hex_digits(static_cast<std::uint64_t>(i.pc));
  if (!i.file.empty()) append_all(out, " ", source_place(i));
  if (!i.sass.empty()) append_all(out, "  ", i.sass);
  return out;
}

}  // namespace

std::string short_kernel_name(std::string_view name) {
  constexpr std::size_t most = 120;
  if (name.size() <= most) return std::string(name);
  // Removes the contents of the outermost pair of brackets.
  const auto without = [](std::string_view text, char open, char close) {
    std::string out;
    int depth = 0;
    for (const char c : text) {
      if (c == close && depth > 0 && --depth == 0) out += "...";
      if (depth == 0) out += c;
      if (c == open) ++depth;
    }
    return out;
  };
  std::string out = without(name, '<', '>');
  if (out.size() > most) out = without(out, '(', ')');
  if (out.size() <= most) return out;
  return out.substr(0, character_begin(out, most - 3)) + "...";
}

std::string index_layout_text(const std::vector<FitMode>& first, const std::vector<FitMode>& second,
                              std::int64_t unit) {
  const auto extent = [](const FitMode& m) { return m.extent; };
  const auto stride = [&](const FitMode& m) { return m.stride / unit; };
  return cat("(", modes_text(first, extent, "1"), ",", modes_text(second, extent, "1"), "):(",
             modes_text(first, stride, "0"), ",", modes_text(second, stride, "0"), ")");
}

std::map<std::uint32_t, std::string> instruction_names(const TracedLaunch& launch) {
  const Executions executions = executions_of(launch);
  std::vector<std::string> names = names_of(launch, executions);
  std::map<std::uint32_t, std::string> out;
  const auto addresses = executed_addresses(launch, executions);
  for (std::size_t i = 0; i < addresses.size(); ++i) out.try_emplace(addresses[i].first, std::move(names[i]));
  return out;
}

LaunchReport report_launch(const TracedLaunch& launch, Budget& budget) {
  LaunchReport out;
  const Executions executions = executions_of(launch);
  std::vector<std::string> names = names_of(launch, executions);
  for (AccessLayout& layout : recover_layouts(launch, executions, budget)) {
    TracedAccess access;
    access.name = std::move(names[out.accesses.size()]);
    access.costs = access_costs(launch, executions, layout.instruction, layout.number);
    access.layout = std::move(layout);
    out.spent = out.spent || access.layout.undecided;
    express(access);
    out.accesses.push_back(std::move(access));
  }
  return out;
}

Message to_message(const TracedLaunch& launch) {
  return say(
      "{}, launch {}: {} {block|blocks} of {} {thread|threads}, {} {byte|bytes} of shared "
      "memory; {} of {} {block|blocks} traced",
      short_kernel_name(launch.kernel), launch.number, extents_text(launch.grid), extents_text(launch.block),
      launch.shared_bytes, launch.blocks.size(), launch.blocks_in_all());
}

std::string place_of(const TracedInstruction& instruction) {
  const std::string source = source_place(instruction);
  return source.empty() ? "0x" + hex_digits(static_cast<std::uint64_t>(instruction.pc)) : source;
}

Message cost_of(const TracedAccess& access) { return costs_of(access.layout, access.costs); }

std::vector<Message> facts_of(const TracedLaunch& launch, const TracedAccess& access) {
  const TracedInstruction& i = launch.instructions[access.layout.instruction];
  const Message meaning = meaning_of(i.kind);
  std::vector<Message> out = {i.bytes > 0 ? say("{}, {}", meaning, say("{} {byte|bytes} per lane", i.bytes)) : meaning};
  out.push_back(cost_of(access));
  if (!access.layout.exact()) out.push_back(miss_of(access.layout));
  if (access.layout.exact() && !access.layout.offsets.empty())
    out.push_back(say("offsets of its repetitions: {}", offsets_text(access.layout)));
  if (Message masks = masks_of(access.layout); !masks.empty()) out.push_back(std::move(masks));
  return out;
}

std::string report_text(const TracedLaunch& launch, const LaunchReport& report, const Catalog& catalog) {
  std::string out = render(to_message(launch), catalog) + "\n";
  std::int64_t left_out = 0;
  for (const TracedBlock& block : launch.blocks) left_out += block.left_out;
  if (left_out > 0) out += render(say("skipped: {} {request|requests} beyond the limit", left_out), catalog) + "\n";
  for (const std::string& kind : launch.unrecorded)
    out += render(say("not recorded, although the kernel has them: {}", kind), catalog) + "\n";
  for (const TracedAccess& access : report.accesses) {
    const TracedInstruction& i = launch.instructions[access.layout.instruction];
    append_all(out, "\n", access.name, "  ", place_text(i), "\n  ", render(Message(meaning_of(i.kind)), catalog));
    if (i.bytes > 0) append_all(out, ", ", render(say("{} {byte|bytes} per lane", i.bytes), catalog));
    append_all(out, "; ", render(costs_of(access.layout, access.costs), catalog), "\n  ");
    if (access.layout.exact()) {
      append_all(out, access.expression.empty() ? swizzle_text(access.layout) : access.expression);
      if (!access.running.empty()) append_all(out, " o ", access.running);
      if (!access.layout.offsets.empty())
        append_all(out, "\n  ", render(say("offsets of its repetitions: {}", offsets_text(access.layout)), catalog));
    } else {
      out += render(miss_of(access.layout), catalog);
    }
    if (const Message masks = masks_of(access.layout); !masks.empty()) append_all(out, "\n  ", render(masks, catalog));
    out += "\n";
  }
  return out;
}

namespace {

void write_modes(JsonWriter& out, std::string_view key, const std::vector<FitMode>& modes) {
  out.list(key, modes, [&](const FitMode& mode) {
    out.open_array();
    out.number(mode.extent);
    out.number(mode.stride);
    out.close_array();
  });
}

void write_mask(JsonWriter& out, std::string_view key, const std::optional<std::vector<FitBound>>& mask) {
  if (!mask) return;
  out.list(key, *mask, [&](const FitBound& bound) {
    out.open_array();
    for (const std::int64_t x : {bound.extent, bound.begin, bound.end}) out.number(x);
    out.close_array();
  });
}

void write_access(JsonWriter& out, const TracedLaunch& launch, const TracedAccess& access) {
  const TracedInstruction& i = launch.instructions[access.layout.instruction];
  const AccessLayout& a = access.layout;
  out.open_object();
  out.field("name", access.name);
  out.field("pc", i.pc);
  out.field("kind", name_of(i.kind));
  if (i.bytes > 0) out.field("bytes", i.bytes);
  if (i.matrices > 0) out.field("matrices", i.matrices);
  if (!i.sass.empty()) out.field("sass", i.sass);
  if (!i.file.empty()) {
    out.field("file", i.file);
    out.field("line", i.line);
  }
  out.field("exact", a.exact());
  if (!access.expression.empty()) out.field("layout", access.expression);
  if (!access.running.empty()) out.field("index", access.running);
  out.field("first_thread", a.first_thread);
  out.field("threads", a.threads);
  out.field("repetitions", a.repetitions);
  write_modes(out, "first_bytes", a.first);
  write_modes(out, "second_bytes", a.second);
  if (!a.swizzles.empty()) out.field("swizzle_bytes", swizzle_text(a));
  if (!a.offsets.empty()) out.numbers("offsets_bytes", a.offsets);
  out.field("origin", a.origin);
  out.list("bases", a.bases, [&](const AccessLayout::Base& base) {
    out.open_array();
    out.number(base.block);
    out.number(base.bytes);
    out.close_array();
  });
  out.field("masked", a.masked);
  write_mask(out, "thread_mask", a.thread_mask);
  write_mask(out, "repetition_mask", a.repetition_mask);
  out.field("addresses", a.addresses);
  out.field("agreeing", a.agreeing);
  if (a.miss) {
    out.key("miss");
    out.open_object();
    out.field("thread", a.miss->thread);
    out.field("repetition", a.miss->repetition);
    out.field("block", a.miss->block);
    out.field("address", a.miss->address);
    out.field("layout_says", a.miss->layout_says);
    out.close_object();
  }
  out.field("requests", access.costs.requests);
  if (access.costs.counted && a.space == AccessSpace::shared) {
    out.field("wavefronts", access.costs.wavefronts);
    out.field("ideal_wavefronts", access.costs.ideal_wavefronts);
  } else if (access.costs.counted) {
    out.field("sectors", access.costs.sectors);
    out.field("ideal_sectors", access.costs.ideal_sectors);
  }
  out.close_object();
}

}  // namespace

void write_report(JsonWriter& out, const TracedLaunch& launch, const LaunchReport& report) {
  out.field("kernel", launch.kernel);
  out.field("launch", launch.number);
  out.numbers("grid", launch.grid);
  out.numbers("block", launch.block);
  out.field("shared_bytes", launch.shared_bytes);
  out.objects("blocks", launch.blocks, [&](const TracedBlock& block) {
    out.field("block", block.block);
    out.field("requests", block.requests.size());
    out.field("left_out", block.left_out);
  });
  out.list("accesses", report.accesses, [&](const TracedAccess& access) { write_access(out, launch, access); });
}

std::string program_of(const TracedLaunch& launch, const TracedAccess& access) {
  if (access.expression.empty()) return {};
  const TracedInstruction& i = launch.instructions[access.layout.instruction];
  std::string out = cat(access.name, " = ", access.expression, "\n");
  if (!access.layout.offsets.empty())
    append_all(out, "# ", english(say("offsets of its repetitions: {}", offsets_text(access.layout))), "\n");
  if (!access.costs.counted || !access.layout.offsets.empty()) return out;
  const std::string pattern = access.running.empty() ? access.name : cat(access.name, ", ", access.running);
  if (const auto shared = shared_kind(i)) {
    append_all(out, access.name, "_banks = bank_conflicts<", 8 * i.bytes, ">(", pattern, ", \"",
               name_of(shared->operation), "\")\n");
  } else if (i.bytes <= 16) {
    // Sectors depend on the base address of the block.
    const std::int64_t base = !access.layout.swizzles.empty() ? 0 : access.layout.bases[0].bytes & 127;
    append_all(out, access.name, "_sectors = coalescing<", 8 * i.bytes);
    if (base != 0) append_all(out, ",", base);
    append_all(out, ">(", pattern, ")\n");
  }
  return out;
}

std::string report_program(const TracedLaunch& launch, const LaunchReport& report) {
  std::string out = cat("# ", short_kernel_name(launch.kernel), ", launch ", launch.number, "\n");
  for (const TracedAccess& access : report.accesses) {
    const TracedInstruction& i = launch.instructions[access.layout.instruction];
    append_all(out, "\n# ", place_text(i), ": ", english(Message(meaning_of(i.kind))), "\n");
    if (const Message masks = masks_of(access.layout); !masks.empty()) append_all(out, "# ", english(masks), "\n");
    if (access.expression.empty()) {
      append_all(out, "# ", access.layout.exact() ? "no layout of whole elements" : english(miss_of(access.layout)),
                 "\n");
      continue;
    }
    out += program_of(launch, access);
  }
  return out;
}

}  // namespace stridescope
