// Messages about alignment: identifies the operand of the copy from the types in the operation, and the cause.
#include "core/foreign/cpp/paste_message.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/memory/vectorization.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_operands = 16;  // operands
constexpr std::size_t max_operand_layout = 512;
constexpr std::size_t max_between = 1 << 14;  // between a message and its operation

std::int64_t number_before(std::string_view in, std::size_t at) {
  std::size_t first = at;
  while (first > 0 && is_digit(in[first - 1]) && at - first < 9) --first;
  std::int64_t out = 0;
  for (; first < at; ++first) out = out * 10 + (in[first] - '0');
  return out;
}

// Parses `(16 bits)` after `at` on the same line; 0 if it is missing.
std::int64_t bits_behind(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  if (!line.starts_with(" (")) return 0;
  const std::size_t word = line.find(" bits)");
  return word == std::string_view::npos || word > 12 ? 0 : number_before(line, word);
}

// The width that the layout of the operand allows, independent of the pointer's alignment; empty if the layout has
// unknown integers.
std::optional<VectorWidth> width_of(std::string_view operand, std::int64_t element_bits) {
  const std::size_t first = operand.find('"');
  if (first == std::string_view::npos || element_bits <= 0) return std::nullopt;
  const std::string_view layout = operand.substr(first + 1, operand.find('"', first + 1) - first - 1);
  if (layout.empty() || layout.size() > max_operand_layout ||
      layout.find_first_not_of("0123456789(),:_-") != std::string_view::npos)
    return std::nullopt;
  Budget budget(200'000, 1 << 16);
  const Evaluation made = evaluate(layout, IntegerMode::teaching, budget);
  const auto* value = made.bindings.empty() ? nullptr : made.bindings.back().value.as<Layout>();
  if (value == nullptr) return std::nullopt;
  return vector_width(*value, static_cast<int>(element_bits), max_vector_bits);
}

}  // namespace

std::optional<AlignmentMessage> alignment_message(std::string_view text) {
  constexpr std::string_view unmet = " does not meet requirement";
  constexpr std::string_view subject = "ptr alignment";
  const std::size_t at = text.rfind(unmet);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
  const std::string_view before = text.substr(begin, at - begin);
  const std::size_t what = before.rfind(subject);
  if (what == std::string_view::npos) return std::nullopt;
  AlignmentMessage out;
  out.position = begin + what;
  out.known_bits = bits_behind(text, begin + what + subject.size());
  out.needed_bits = bits_behind(text, at + unmet.size());
  for (const std::string_view pointer : {"dst", "src"}) {
    if (before.substr(0, what).ends_with(cat(pointer, ' '))) out.pointer = pointer;
  }
  return out;
}

bool find_misaligned(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree) {
  const std::string_view message = text.substr(begin, end - begin);
  const bool operation = message.find("!cute.memref<") != std::string_view::npos;
  if (!operation && message.find("alignment") == std::string_view::npos) return false;
  const std::size_t near = begin - std::min(begin, max_between);
  auto told = alignment_message(text.substr(near, end - near));
  if (told) told->position += near;
  if (!told && message.find("see current operation: ") == std::string_view::npos) return false;
  const AlignmentMessage said = told.value_or(AlignmentMessage());
  const std::size_t before = tree.findings.size();
  const auto find = [&](Message what, Message fix, std::size_t at, std::size_t length) {
    const Span span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)};
    tree.findings.push_back({ErrorCode::arguments, std::move(what), std::move(fix), span, {}});
  };
  const auto promise = [](std::int64_t bytes) {
    return say("declare it where the pointer is made: assumed_align={}, and strides that keep it", bytes);
  };
  const std::size_t width = message.find(" b>");
  if (!operation) {
    // Only the message, without its operation.
    const bool alone = told && said.position >= begin && said.known_bits >= 8 && said.needed_bits >= 8;
    if (!alone || text.substr(end, max_between).find("!cute.memref<") != std::string_view::npos) return false;
    find(said.pointer.empty()
             ? say("the copy moves {} {byte|bytes} at once, but its pointer is known to be aligned only to {}",
                   said.needed_bits / 8, said.known_bits / 8)
             : say("the copy moves {} {byte|bytes} at once, but its {} pointer is known to be aligned only to {}",
                   said.needed_bits / 8, said.pointer, said.known_bits / 8),
         promise(said.needed_bits / 8), said.position, end - said.position);
    return true;
  }
  const std::int64_t needed_bits = width != std::string_view::npos ? number_before(message, width) : said.needed_bits;
  const std::int64_t needed = needed_bits / 8;
  for (std::size_t at = message.find("!cute.memref<");
       at != std::string_view::npos && tree.findings.size() - before < max_operands;
       at = message.find("!cute.memref<", at + 1)) {
    const std::size_t open = at + std::string_view("!cute.memref<").size();
    const std::size_t quote = std::min(message.find('"', open), message.size());
    const std::string_view operand = message.substr(at, quote - at);
    const std::string_view type = message.substr(open, message.find_first_of(",>", open) - open);
    const std::size_t comma = std::min(open + type.size() + 1, message.size());
    std::string_view space = message.substr(comma, message.find_first_of(",>", comma) - comma);
    while (space.starts_with(' ')) space.remove_prefix(1);
    if (space == "rmem") continue;
    const std::size_t align = operand.find("align<");
    const std::size_t closed = align == std::string_view::npos ? align : operand.find('>', align);
    const auto element = type_named(type);
    std::int64_t promised = element ? std::max(1, element->bits / 8) : 0;
    if (closed != std::string_view::npos) promised = number_before(operand, closed);
    const auto allowed = width_of(message.substr(at), element ? element->bits : 0);
    if (allowed && allowed->bits < needed_bits) {
      find(say("the copy moves {} {bit|bits} at once, but the tensor in {} allows {}: {}", needed_bits, space,
               allowed->bits, allowed->limit),
           say("make its strides multiples of {} {element|elements}, or use an atom of {} {bit|bits}",
               needed_bits / std::max(1, element->bits), allowed->bits),
           begin + at, operand.size());
    } else if (promised > 0 && promised < needed) {
      find(say("the copy moves {} {byte|bytes} at once, but the pointer to {} is known to be aligned only to {}",
               needed, space, promised),
           promise(needed), begin + at, operand.size());
    }
  }
  return tree.findings.size() > before;
}

void fit_of_printed_tma(std::string_view program, ForeignTree& tree) {
  const Statement* basis = nullptr;
  const Statement* global = nullptr;
  const Statement* shared = nullptr;
  for (const Statement& one : tree.statements) {
    if (!one.pasted || one.name.empty()) continue;
    const std::string_view text = program.substr(one.span.begin, one.span.end - one.span.begin);
    if (one.name == "tma_gbasis") basis = &one;
    if (tree.nodes[one.root].kind != Syntax::chain) continue;
    if (global == nullptr && text.find("tensor<(") != std::string_view::npos) global = &one;
    const bool pointer = text.find("tensor<ptr<") != std::string_view::npos;
    if (shared == nullptr && pointer && text.find("smem") != std::string_view::npos) shared = &one;
  }
  if (global == nullptr || shared == nullptr) return;
  // The start of the tile can be unknown: only its layout matters.
  const std::uint32_t tile = tree.nodes[global->root].children.back();
  const auto name = [&](const Statement& of) {
    return tree.add({.kind = Syntax::name, .span = of.name_span, .name_span = of.name_span, .text = of.name});
  };
  const std::uint32_t places = name(*shared);
  Statement out;
  out.span = basis != nullptr ? basis->span : global->span.begin > shared->span.begin ? global->span : shared->span;
  out.pasted = true;
  std::vector<std::uint32_t> operands = {tile, places};
  if (basis != nullptr) operands.insert(operands.begin(), name(*basis));
  out.root = tree.add({.kind = Syntax::call,
                       .span = out.span,
                       .name_span = out.span,
                       .text = "tma_fit",
                       .has_arguments = true,
                       .children = std::move(operands)});
  tree.statements.push_back(out);
}

}  // namespace stridescope
