// Reads the text statement by statement, since line breaks are arbitrary. Everything except memory instructions stays
// byte for byte.
#include "tests/gpu/ptx_tracer/ptx.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/machine/program.h"

namespace stridescope {
namespace {

bool is_name(char c) { return is_word(c) || c == '$' || c == '%' || c == '.'; }

Error broken(const Message& what) {
  return {ErrorCode::syntax,
          say("this is not readable PTX: {}", what),
          say("give PTX as nvcc --ptx, NVRTC or Triton write it"),
          {},
          {}};
}

// Position after blanks and comments.
std::size_t behind_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = line_end(text, at);
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

// Position after the `end` that closes the `open` at `at`; npos if it is never closed.
std::size_t behind_pair(std::string_view text, std::size_t at, char open, char end) {
  int depth = 0;
  while (at < text.size()) {
    const std::size_t next = behind_blanks(text, at);
    if (next != at) {
      at = next;
      continue;
    }
    const char c = text[at++];
    if (c == '"') {
      at = text.find('"', at);
      if (at == std::string_view::npos) return at;
      ++at;
    } else if (c == open) {
      ++depth;
    } else if (c == end && --depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

// Position after the next ';', whatever brackets precede it.
std::size_t behind_statement(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t next = behind_blanks(text, at);
    if (next != at)
      at = next;
    else if (text[at++] == ';')
      return at;
  }
  return std::string_view::npos;
}

std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name(text[end])) ++end;
  return text.substr(at, end - at);
}

// The text on one line, without comments.
std::string one_line(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = behind_blanks(text, at);
    if (next != at && !out.empty() && next < text.size()) out += ' ';
    at = next;
    if (at < text.size()) out += text[at++];
  }
  return out;
}

struct Kernel {
  std::string name;
  std::size_t parameters = 0;  // position after the opening bracket; 0: none
  std::size_t body = 0;        // position of its {
};

std::vector<Kernel> kernels_of(std::string_view ptx) {
  std::vector<Kernel> out;
  for (std::size_t at = 0; (at = ptx.find(".entry", at)) != std::string_view::npos;) {
    // Skips .entry in comments.
    const std::size_t line = at == 0 ? 0 : ptx.rfind('\n', at - 1) + 1;
    const bool comment = ptx.substr(line, at - line).find("//") != std::string_view::npos;
    at += 6;
    if (comment || at >= ptx.size() || !is_blank(ptx[at])) continue;
    Kernel kernel;
    std::size_t next = behind_blanks(ptx, at);
    kernel.name = name_at(ptx, next);
    next = behind_blanks(ptx, next + kernel.name.size());
    if (kernel.name.empty() || next >= ptx.size()) continue;
    if (ptx[next] == '(') {
      kernel.parameters = next + 1;
      next = behind_pair(ptx, next, '(', ')');
    }
    while (next < ptx.size() && ptx[next] != '{' && ptx[next] != ';') next = behind_blanks(ptx, next + 1);
    if (next >= ptx.size() || ptx[next] != '{') continue;
    kernel.body = next;
    out.push_back(std::move(kernel));
  }
  return out;
}

// --- parameters and registers ---

std::int64_t bits_of_type(std::string_view type) {
  std::int64_t factor = 1;
  if (type.ends_with("x2")) {
    factor = 2;
    type.remove_suffix(2);
  } else if (type.ends_with("x4")) {
    factor = 4;
    type.remove_suffix(2);
  }
  const std::size_t digits = type.find_first_of("0123456789");
  if (digits == std::string_view::npos) return 0;
  // e4m3 and similar types are bytes.
  if (type.starts_with("e") || type.starts_with("ue")) return 8 * factor;
  std::int64_t bits = 0;
  const auto [end, error] = std::from_chars(type.data() + digits, type.data() + type.size(), bits);
  return error == std::errc() && end == type.data() + type.size() ? bits * factor : 0;
}

std::int64_t number_of(std::string_view text) {
  text = trimmed(text);
  std::int64_t out = 0;
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, hexadecimal ? 16 : 10);
  return error == std::errc() && end != text.data() ? out : -1;
}

// ".param .u64 .ptr .align 1 transpose_param_0, .param .align 8 .b8 p[16]".
std::vector<PtxParameter> parameters_of(const std::string& text) {
  std::vector<PtxParameter> out;
  for (const std::string_view part : split_outside(text, ',')) {
    if (!part.starts_with(".param")) continue;
    PtxParameter parameter;
    std::int64_t element = 0;
    std::int64_t count = 1;
    bool aligned = false;
    std::size_t at = 0;
    while ((at = behind_blanks(part, at)) < part.size()) {
      const std::string_view word = name_at(part, at);
      if (word.empty()) {
        if (part[at] == '[') count = number_of(part.substr(at + 1, part.find(']', at) - at - 1));
        ++at;
        if (part[at - 1] == '[') at = std::min(part.find(']', at), part.size());
        continue;
      }
      at += word.size();
      if (aligned && word[0] >= '0' && word[0] <= '9') {
        parameter.alignment = std::max<std::int64_t>(parameter.alignment, number_of(word));
        aligned = false;
      } else if (word == ".align") {
        aligned = true;
      } else if (word == ".ptr") {
        // The alignment of a .ptr belongs to its target.
        parameter.alignment = -1;
      } else if (word[0] == '.') {
        if (const std::int64_t bits = bits_of_type(word.substr(1)); bits > 0 && element == 0) element = bits / 8;
      } else {
        parameter.name = word;
      }
    }
    parameter.bytes = element * std::max<std::int64_t>(count, 0);
    if (part.find(".ptr") != std::string_view::npos || parameter.alignment <= 0) parameter.alignment = element;
    out.push_back(std::move(parameter));
  }
  return out;
}

class DeclaredRegisters {
 public:
  // ".reg .b64 %rd<9>, x;"
  void declare(std::string_view statement) {
    std::size_t at = statement.find(".reg") + 4;
    std::int64_t bits = 0;
    while ((at = behind_blanks(statement, at)) < statement.size() && statement[at] == '.') {
      const std::string_view word = name_at(statement, at);
      if (const std::int64_t told = bits_of_type(word.substr(1)); told > 0) bits = told;
      at += word.size();
    }
    for (const std::string_view part : split_outside(statement.substr(std::min(at, statement.size())), ',')) {
      const std::string_view name = name_at(part, 0);
      if (name.empty()) continue;
      if (part.substr(name.size()).starts_with("<"))
        ranges_[std::string(name)] = bits;
      else
        names_[std::string(name)] = bits;
    }
  }
  // Bits of a register by its name; 0 if the name is not a register.
  std::int64_t bits(std::string_view name) const {
    if (const auto one = names_.find(std::string(name)); one != names_.end()) return one->second;
    std::size_t digits = name.size();
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
    if (digits == name.size()) return 0;
    const auto range = ranges_.find(std::string(name.substr(0, digits)));
    return range == ranges_.end() ? 0 : range->second;
  }

 private:
  std::map<std::string, std::int64_t> names_;
  std::map<std::string, std::int64_t> ranges_;
};

// --- instructions ---

struct Statement {
  std::string guard;                    // "@%p1"
  std::vector<std::string_view> words;  // parts of the operation: ld, global, v4, f32
  std::string_view operation;
  std::vector<std::string_view> operands;
  bool has(std::string_view word) const { return std::find(words.begin(), words.end(), word) != words.end(); }
};

Statement statement_of(std::string_view text) {
  Statement out;
  std::size_t at = behind_blanks(text, 0);
  if (at < text.size() && text[at] == '@') {
    std::size_t end = at + 1;
    while (end < text.size() && (is_name(text[end]) || text[end] == '!')) ++end;
    out.guard = text.substr(at, end - at);
    at = behind_blanks(text, end);
  }
  std::size_t end = at;
  while (end < text.size() && (is_name(text[end]) || text[end] == ':')) ++end;
  out.operation = text.substr(at, end - at);
  // Dots separate words; double colons do not.
  for (std::size_t begin = 0; begin < out.operation.size();) {
    const std::size_t dot = std::min(out.operation.find('.', begin), out.operation.size());
    out.words.push_back(out.operation.substr(begin, dot - begin));
    begin = dot + 1;
  }
  out.operands = split_outside(text.substr(end), ',');
  return out;
}

// Contents of the brackets of the n-th operand that has brackets; or empty.
std::string_view address_of(const Statement& s, int n = 0) {
  for (const std::string_view operand : s.operands) {
    const std::size_t open = operand.find('[');
    const std::size_t close = operand.rfind(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open || n-- > 0) continue;
    return trimmed(operand.substr(open + 1, close - open - 1));
  }
  return {};
}

int vector_of(const Statement& s) {
  for (const std::string_view word : s.words) {
    if (word.size() == 2 && word[0] == 'v' && word[1] >= '2' && word[1] <= '8') return word[1] - '0';
  }
  return 1;
}

enum class Taken : std::uint8_t { no, yes, unrecorded };

Taken access_of(const Statement& s, PtxInstruction& out) {
  if (s.words.empty()) return Taken::no;
  const std::string_view base = s.words[0];
  if (base == "ld" || base == "ldu" || base == "st" || base == "atom" || base == "red") {
    for (const std::string_view word : s.words) {
      if (word.starts_with("param") || word == "const" || word == "async")
        return word == "async" ? Taken::unrecorded : Taken::no;
    }
    const bool remote = s.has("shared::cluster");
    const bool shared = s.has("shared") || s.has("shared::cta");
    out.generic = !remote && !shared && !s.has("global") && !s.has("local");
    out.record = remote           ? PtxRecord::remote_access
                 : shared         ? PtxRecord::shared_access
                 : s.has("local") ? PtxRecord::local_access
                                  : PtxRecord::global_access;
    out.flags = base == "st" ? ptx_writes : base.starts_with("ld") ? ptx_reads : ptx_reads | ptx_writes;
    out.bytes = static_cast<int>(bits_of_type(s.words.back()) / 8 * vector_of(s));
    const bool possible = out.bytes >= 1 && out.bytes <= 32 && (out.bytes & (out.bytes - 1)) == 0;
    return possible ? Taken::yes : Taken::unrecorded;
  }
  if (base == "ldmatrix" || base == "stmatrix") {
    out.record = PtxRecord::matrix_access;
    out.flags = base == "ldmatrix" ? ptx_reads : ptx_writes;
    out.matrices = s.has("x4") ? 4 : s.has("x2") ? 2 : 1;
    out.bytes = 16;
    return Taken::yes;
  }
  if (base == "cp" && s.words.size() > 2 && s.words[1] == "async") {
    if (s.words[2] == "wait_all" || s.words[2] == "wait_group") {
      out.record = PtxRecord::other_wait;
      return Taken::yes;
    }
    if (s.words[2] != "ca" && s.words[2] != "cg") return s.words[2] == "bulk" ? Taken::unrecorded : Taken::no;
    out.record = PtxRecord::async_copy;
    out.flags = ptx_reads;
    out.bytes = s.operands.size() > 2 ? static_cast<int>(number_of(s.operands[2])) : 0;
    return out.bytes == 4 || out.bytes == 8 || out.bytes == 16 ? Taken::yes : Taken::unrecorded;
  }
  if ((base == "bar" || base == "barrier") && s.words.size() > 1 && s.words[1] != "warp") {
    const bool all = (s.has("sync") || s.has("red")) && !s.has("cluster") && s.operands.size() == 1;
    out.record = all ? PtxRecord::barrier : PtxRecord::other_wait;
    return Taken::yes;
  }
  if (base == "mbarrier" && s.words.size() > 1 && (s.words[1] == "try_wait" || s.words[1] == "test_wait")) {
    out.record = PtxRecord::other_wait;
    return Taken::yes;
  }
  if (base == "wgmma" || base == "tcgen05")
    return s.has("mma_async") || s.has("mma") || s.has("cp") ? Taken::unrecorded : Taken::no;
  return base == "multimem" || base == "tex" || base == "suld" || base == "sust" ? Taken::unrecorded : Taken::no;
}

// Lines that load the address into a 64-bit register; false for an unknown form of address.
bool put_address(std::string& out, std::string_view address, const DeclaredRegisters& registers, char which) {
  const std::size_t plus = address.find('+');
  std::string_view base = trimmed(address.substr(0, plus));
  std::string_view offset = plus == std::string_view::npos ? std::string_view() : trimmed(address.substr(plus + 1));
  if (base.empty() ||
      (!offset.empty() && offset.find_first_not_of("-0123456789xabcdefABCDEF") != std::string_view::npos))
    return false;
  const std::int64_t bits = registers.bits(base);
  if (bits == 32)
    append_all(out, "cvt.u64.u32 %stridescope_", which, ", ", base, ";\n");
  else if (bits == 64 || bits == 0)
    append_all(out, "mov.u64 %stridescope_", which, ", ", base, ";\n");
  else
    return false;
  if (!offset.empty()) append_all(out, "add.s64 %stridescope_", which, ", %stridescope_", which, ", ", offset, ";\n");
  return true;
}

// The call before an instruction; empty for an unknown form of address.
std::string call_of(const Statement& s, const PtxInstruction& i, std::size_t number,
                    const DeclaredRegisters& registers) {
  const bool copy = i.record == PtxRecord::async_copy;
  const bool waits = i.record == PtxRecord::barrier || i.record == PtxRecord::other_wait;
  std::string out = "{\n.reg .b64 %stridescope_a, %stridescope_b;\n";
  if (waits)
    out += "mov.u64 %stridescope_a, 0;\n";
  else if (!put_address(out, address_of(s, copy ? 1 : 0), registers, 'a'))
    return {};
  if (!copy)
    out += "mov.u64 %stridescope_b, 0;\n";
  else if (!put_address(out, address_of(s), registers, 'b'))
    return {};
  const unsigned numbers = waits ? 0 : copy ? 2 : 1;
  const std::uint32_t what = static_cast<std::uint32_t>(i.record) | numbers << 8 | (i.generic ? 1u << 16 : 0);
  const std::uint32_t flags = i.flags | static_cast<std::uint32_t>(i.matrices) << 8;
  const std::uint64_t values[] = {static_cast<std::uint64_t>(ptx_place(number)), what,
                                  static_cast<std::uint64_t>(i.bytes), flags};
  std::string names;
  for (std::size_t p = 0; p < 6; ++p) {
    append_all(out, ".param .b", p < 4 ? 32 : 64, " stridescope_p", p, ";\n");
    append_all(names, p == 0 ? "" : ", ", "stridescope_p", p);
  }
  for (std::size_t p = 0; p < 4; ++p) append_all(out, "st.param.b32 [stridescope_p", p, "], ", values[p], ";\n");
  out += "st.param.b64 [stridescope_p4], %stridescope_a;\nst.param.b64 [stridescope_p5], %stridescope_b;\n";
  append_all(out, s.guard, s.guard.empty() ? "" : " ", "call ", ptx_recorder, ", (", names, ");\n}\n");
  return out;
}

// File names by number, from ".file 1 "/tmp/k.cu"".
std::map<std::int64_t, std::string> files_of(std::string_view ptx) {
  std::map<std::int64_t, std::string> out;
  for (std::size_t at = 0; (at = ptx.find(".file", at)) != std::string_view::npos; at += 5) {
    const std::string_view line = ptx.substr(at, line_end(ptx, at) - at);
    const std::size_t open = line.find('"');
    const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
    if (close == std::string_view::npos) continue;
    out[number_of(line.substr(5, open - 5))] = line.substr(open + 1, close - open - 1);
  }
  return out;
}

}  // namespace

Result<TracedPtx> traced_ptx(std::string_view ptx, std::string_view kernel) {
  if (ptx.size() > machine::max_ptx_bytes)
    return failure(ErrorCode::too_large, say("the PTX is larger than {} bytes", machine::max_ptx_bytes));
  const std::vector<Kernel> all = kernels_of(ptx);
  if (all.empty()) return failure(broken(say("it has no kernel")));
  const Kernel* found = nullptr;
  std::size_t matches = 0;
  for (const Kernel& one : all) {
    if (!kernel.empty() && one.name != kernel && machine::source_function(one.name) != kernel) continue;
    if (found == nullptr || one.name == kernel) found = &one;
    matches += 1;
  }
  if (found == nullptr || (matches > 1 && found->name != kernel)) {
    std::string names;
    for (const Kernel& one : all) append_all(names, names.empty() ? "" : ", ", one.name);
    return failure(ErrorCode::arguments,
                   found == nullptr ? say("the PTX does not contain kernel {}", kernel)
                                    : say("the PTX contains several such kernels"),
                   say("name one of {}", names));
  }
  TracedPtx out;
  out.kernel = found->name;
  if (const std::size_t target = ptx.find(".target"); target != std::string_view::npos)
    out.target = name_at(ptx, behind_blanks(ptx, target + 7));
  if (found->parameters > 0) {
    const std::size_t end = behind_pair(ptx, found->parameters - 1, '(', ')');
    out.parameters = parameters_of(one_line(ptx.substr(found->parameters, end - 1 - found->parameters)));
  }
  const std::map<std::int64_t, std::string> files = files_of(ptx);

  // The declaration of the recorder precedes the first definition.
  std::size_t head = ptx.find(".address_size");
  head = head == std::string_view::npos ? std::string_view::npos : line_end(ptx, head);
  if (head == std::string_view::npos || head > found->body) return failure(broken(say("it has no .address_size")));
  std::string& text = out.text;
  text = ptx.substr(0, head);
  append_all(text, "\n.extern .func ", ptx_recorder,
             " (.param .b32 p0, .param .b32 p1, .param .b32 p2, .param .b32 p3, .param .b64 p4, .param .b64 p5);");
  text += ptx.substr(head, found->body + 1 - head);

  DeclaredRegisters registers;
  std::int64_t file = 0;
  std::int64_t line = 0;
  int depth = 1;
  std::size_t copied = found->body + 1;
  for (std::size_t at = copied; depth > 0;) {
    at = behind_blanks(ptx, at);
    if (at >= ptx.size()) return failure(broken(say("the kernel is cut off")));
    if (ptx[at] == '{' || ptx[at] == '}') {
      depth += ptx[at++] == '{' ? 1 : -1;
      continue;
    }
    if (ptx.substr(at).starts_with(".loc")) {
      const std::size_t end = line_end(ptx, at);
      const std::string loc = one_line(ptx.substr(at + 4, end - at - 4));
      const std::vector<std::string_view> words = split_outside(loc, ' ');
      if (words.size() >= 2) {
        file = number_of(words[0]);
        line = number_of(words[1]);
      }
      at = end;
      continue;
    }
    const std::string_view label = name_at(ptx, at);
    const std::size_t colon = behind_blanks(ptx, at + label.size());
    if (!label.empty() && label[0] != '.' && colon < ptx.size() && ptx[colon] == ':' && ptx.substr(colon, 2) != "::") {
      at = colon + 1;
      continue;
    }
    const std::size_t end = behind_statement(ptx, at);
    if (end == std::string_view::npos) return failure(broken(say("the kernel is cut off")));
    const std::string_view whole = ptx.substr(at, end - 1 - at);
    if (whole.starts_with(".")) {
      if (whole.starts_with(".reg")) registers.declare(one_line(whole));
      at = end;
      continue;
    }
    const std::string flat = one_line(whole);
    const Statement statement = statement_of(flat);
    PtxInstruction instruction;
    Taken taken = access_of(statement, instruction);
    if (taken == Taken::yes) {
      const std::string call = call_of(statement, instruction, out.instructions.size(), registers);
      if (call.empty()) {
        taken = Taken::unrecorded;
      } else {
        instruction.text = flat;
        if (const auto known = files.find(file); known != files.end() && line > 0) {
          instruction.file = known->second;
          instruction.line = line;
        }
        text += ptx.substr(copied, at - copied);
        text += call;
        copied = at;
        out.instructions.push_back(std::move(instruction));
      }
    }
    if (taken == Taken::unrecorded) {
      std::string name(statement.operation);
      if (std::find(out.unrecorded.begin(), out.unrecorded.end(), name) == out.unrecorded.end())
        out.unrecorded.push_back(std::move(name));
    }
    at = end;
  }
  text += ptx.substr(copied);
  return out;
}

}  // namespace stridescope
