// Types of Triton's modules with an encoding: each becomes a call of triton("...") with the expanded encoding.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/text.h"
#include "core/foreign/modules/dialect.h"

namespace stridescope::ir {
namespace {

constexpr std::size_t max_expanded = 1 << 14;
constexpr int max_aliases_deep = 16;

// Expands every #name that is an alias. False beyond max_expanded characters.
bool expand(const Module& module, std::uint32_t section, std::string_view text, int depth, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '#') {
      out.push_back(text[i++]);
      if (out.size() > max_expanded) return false;
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && (is_word(text[end]) || text[end] == '.' || text[end] == '$')) ++end;
    const std::string_view name = text.substr(i + 1, end - i - 1);
    const ModuleAlias* alias = find_alias(module.attributes, name, section);
    if (alias != nullptr) {
      if (depth >= max_aliases_deep || !expand(module, section, alias->text, depth + 1, out)) return false;
    } else {
      out.append(text.substr(i, end - i));
    }
    i = end;
  }
  return out.size() <= max_expanded;
}

std::vector<std::string_view> split(std::string_view text) {
  return split_outside(text, ',', {.angles = true, .quotes = Quotes::none});
}

// The text between the outermost angles.
std::string_view inside(std::string_view type) {
  const std::size_t open = type.find('<');
  if (open == std::string_view::npos || !type.ends_with('>')) return {};
  return type.substr(open + 1, type.size() - open - 2);
}

// True if the text names an encoding: #blocked, #ttg.blocked<...>.
bool has_encoding(std::string_view type) {
  const auto parts = split(inside(type));
  return parts.size() >= 2 && parts[1].starts_with('#');
}

}  // namespace

bool is_triton_type(std::string_view type) {
  static constexpr std::string_view memory[] = {"!ttg.memdesc<", "!tt.memdesc<", "!triton_gpu.memdesc<"};
  if (type.starts_with("tensor<")) return has_encoding(type);
  if (type.starts_with("!tt.tensordesc<") || type.starts_with("!ttng.tensordesc_im2col<")) {
    const auto parts = split(inside(type));
    return !parts.empty() && (parts.size() >= 2 || has_encoding(parts[0]));
  }
  return std::any_of(std::begin(memory), std::end(memory), [&](std::string_view m) { return type.starts_with(m); }) &&
         has_encoding(type);
}

ReadType read_triton_type(const Module& module, const ModuleType& type) {
  ReadType out;
  out.kind = XrayKind::tensor;
  std::string_view text = type.text;
  // A descriptor describes the tile in shared memory.
  const bool descriptor = text.starts_with("!tt.tensordesc<") || text.starts_with("!ttng.tensordesc_im2col<");
  if (descriptor) {
    const std::string_view inner = inside(text);
    text = inner.starts_with("tensor<") ? inner.substr(0, closing_bracket(inner, 6)) : inner;
  }
  const std::string_view body = descriptor && !text.starts_with("tensor<") ? text : inside(text);
  const auto parts = split(body);
  if (parts.size() < 2) {
    out.refused = say("it does not contain an encoding");
    return out;
  }
  std::string encoding;
  if (!expand(module, type.section, parts[1], 0, encoding)) {
    out.refused = say("its encoding is longer than {} characters when written out", max_expanded);
    return out;
  }
  std::replace(encoding.begin(), encoding.end(), '\n', ' ');
  // A pinned layout is the layout inside the wrapper.
  for (const std::string_view pinned : {"#tlx.no_verify_layout<", "#tlx.user_layout<", "#tlx.no_verify_layout<"}) {
    if (encoding.starts_with(pinned) && encoding.ends_with('>'))
      encoding = encoding.substr(pinned.size(), encoding.size() - pinned.size() - 1);
  }
  const bool memory = !type.text.starts_with("tensor<");
  const auto typed = [&](std::string_view tile) {
    std::string full = cat(memory ? "!ttg.memdesc<" : "tensor<", tile, ", ", encoding);
    const bool tensor_memory = encoding.find("tensor_memory") != std::string::npos;
    if (memory) full += tensor_memory ? ", #ttng.tensor_memory" : ", #ttg.shared_memory";
    return full + '>';
  };
  out.written = typed(parts[0]);
  out.expression = cat("triton(\"", out.written, "\")");
  if (memory && std::count(parts[0].begin(), parts[0].end(), 'x') > 2)
    out.stage = cat("triton(\"", typed(parts[0].substr(parts[0].find('x') + 1)), "\")");
  if (encoding.find('"') != std::string::npos) {
    out.refused = say("the encoding '{}' is not a layout", parts[1]);
    out.expression.clear();
    return out;
  }
  out.filled = out.spread = out.expression;
  // #blocked of 64x64xf16: blocked_64x64xf16
  std::string_view name = parts[1].substr(1);
  name = name.substr(0, name.find('<'));
  name = name.substr(name.rfind('.') + 1);
  out.stem = cat(name, '_', parts[0]);
  return out;
}

}  // namespace stridescope::ir
