// Findings as sentences and as JSON.
#include "core/machine/checks/finding.h"

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

Message memory_name(Space space) {
  switch (space) {
    case Space::shared:
      return say("shared memory");
    case Space::local:
      return say("local memory");
    case Space::parameter:
      return say("the parameters");
    default:
      return say("global memory");
  }
}

Message address_name(const Finding& finding) {
  const Message memory = memory_name(finding.space);
  if (!finding.tile.empty())
    return say("{} at {}, element {} of tile {}", memory, finding.address, finding.element, finding.tile);
  if (!finding.element.empty())
    return say("{} at {}, element {} of argument {}", memory, finding.address, finding.element, finding.argument);
  return say("{} at {}", memory, finding.address);
}

void write_party(JsonWriter& out, const Party& party, const FindingContext& context) {
  out.open_object();
  if (party.instruction != nullptr) {
    out.field("line", party.instruction->line);
    out.field("instruction", party.instruction->opcode);
    if (party.instruction->source_line != 0) {
      out.field("source_file", file_of(*party.instruction, *context.program));
      out.field("source_line", party.instruction->source_line);
    }
  }
  out.field("block", party.block);
  out.field("thread", party.thread);
  out.field("access", party.touch == Touch::read ? "read" : party.touch == Touch::write ? "write" : "atomic");
  out.key("asynchronous");
  out.boolean(party.asynchronous);
  out.close_object();
}

}  // namespace

std::string_view name_of(FindingKind kind) {
  constexpr std::string_view names[] = {
#define STRIDESCOPE_FINDING(name) #name,
#include "core/machine/checks/findings.def"
#undef STRIDESCOPE_FINDING
  };
  return names[static_cast<std::size_t>(kind)];
}

std::string_view file_of(const Instruction& instruction, const Program& program) {
  return instruction.source_line != 0 && instruction.source_file < program.files.size()
             ? program.files[instruction.source_file]
             : std::string_view();
}

Message line_of(const Instruction& instruction, const Program& program) {
  const std::string_view file = file_of(instruction, program);
  if (file.empty()) return say("line {}, {}", instruction.line, instruction.opcode);
  return say("line {}, {} ({}:{})", instruction.line, instruction.opcode, file, instruction.source_line);
}

Message to_message(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::race:
      return say("race: nothing orders two accesses to {}", address_name(finding));
    case FindingKind::early_access:
      return say("early access: an asynchronous operation on {} may still be running", address_name(finding));
    case FindingKind::missing_proxy_fence:
      return say("missing fence.proxy.async between two accesses to {}", address_name(finding));
    case FindingKind::unwritten:
      return say("unwritten: {} is read, but no thread wrote it", address_name(finding));
    case FindingKind::outside_layout:
      return say("outside of the layout: {}", finding.what);
    case FindingKind::deadlock:
      return say("deadlock: {}", finding.what);
    case FindingKind::unfinished_phase:
      return say("unfinished phase: the mbarrier at {} of block {}; {}", finding.address, finding.block, finding.what);
    case FindingKind::in_flight:
      return say("in flight: {}", finding.what);
    case FindingKind::missing_wgmma_fence:
      return say("missing wgmma.fence: {}", finding.what);
    case FindingKind::outside_tile:
      return say("outside of the tile: {}", finding.what);
    case FindingKind::out_of_bounds:
      return say("out of bounds: {}", finding.what);
    case FindingKind::misaligned:
      return finding.element.empty() ? say("misaligned: {}", finding.what)
                                     : say("misaligned: {}; it is in {}", finding.what, address_name(finding));
    case FindingKind::divergent_barrier:
      return say("divergent barrier: {}", finding.what);
    case FindingKind::arrivals:
      return say("arrivals: {}", finding.what);
    case FindingKind::barrier_count:
      return say("barrier count: {}", finding.what);
    default:
      return finding.what;
  }
}

Message to_message(const Party& party, FindingKind kind, const FindingContext& context) {
  const std::string thread = place_of(context.block, party.thread);
  if (kind == FindingKind::divergent_barrier || kind == FindingKind::arrivals || kind == FindingKind::failure ||
      kind == FindingKind::barrier_count)
    return say("thread {} of block {} executes it", thread, party.block);
  if (party.asynchronous)
    return party.touch == Touch::read ? say("thread {} of block {} reads it asynchronously", thread, party.block)
                                      : say("thread {} of block {} writes it asynchronously", thread, party.block);
  return party.touch == Touch::read    ? say("thread {} of block {} reads it", thread, party.block)
         : party.touch == Touch::write ? say("thread {} of block {} writes it", thread, party.block)
                                       : say("thread {} of block {} updates it", thread, party.block);
}

std::string finding_text(const Finding& finding, const FindingContext& context, const Catalog& catalog) {
  std::string out = render(to_message(finding), catalog) + "\n";
  const auto line = [&](const Instruction* instruction, const Message& text) {
    append_all(
        out, "  ",
        render(instruction == nullptr ? text : say("{}: {}", line_of(*instruction, *context.program), text), catalog),
        "\n");
  };
  if (finding.names_threads()) {
    if (finding.other.instruction != nullptr)
      line(finding.other.instruction, to_message(finding.other, finding.kind, context));
    if (finding.here.instruction != nullptr)
      line(finding.here.instruction, to_message(finding.here, finding.kind, context));
  }
  for (const Finding::Note& note : finding.notes) line(note.instruction, note.text);
  if (finding.times > 1) line(nullptr, say("{} {time|times}", finding.times));
  return out;
}

void write_finding(JsonWriter& out, const Finding& finding, const FindingContext& context) {
  out.open_object();
  out.field("kind", name_of(finding.kind));
  out.field("message", english(to_message(finding)));
  out.key("here");
  write_party(out, finding.here, context);
  if (finding.other.instruction != nullptr) {
    out.key("other");
    write_party(out, finding.other, context);
  }
  if (finding.space != Space::generic) {
    out.field("space", finding.space == Space::shared ? "shared" : finding.space == Space::local ? "local" : "global");
    out.field("address", finding.address);
  }
  if (!finding.element.empty()) out.field("element", finding.element);
  if (!finding.tile.empty()) out.field("tile", finding.tile);
  out.field("times", finding.times);
  out.objects("notes", finding.notes, [&](const Finding::Note& note) {
    out.field("message", english(note.text));
    if (note.instruction != nullptr) {
      out.field("line", note.instruction->line);
      out.field("instruction", note.instruction->opcode);
    }
  });
  out.close_object();
}

}  // namespace stridescope::machine
