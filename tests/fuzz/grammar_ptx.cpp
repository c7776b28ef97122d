// Mutates PTX so that most of it stays executable: whole statements, registers of a type, immediates, modifiers of an
// opcode, and numbers of the launch.
#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "tests/fuzz/grammar.h"

namespace stridescope::fuzz {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return is_letter(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A modifier is exchanged for one of its group.
constexpr std::string_view modifiers[] = {
    "b8 u8 s8",
    "b16 u16 s16 f16 bf16",
    "b32 u32 s32 f32 f16x2 bf16x2 u16x2 s16x2 tf32",
    "b64 u64 s64 f64 f32x2",
    "e4m3x2 e5m2x2",
    "b32 b64",
    "u16 u32 u64",
    "lo hi wide",
    "eq ne lt le gt ge ltu leu equ neu gtu geu num nan",
    "rn rz rm rp rni rzi rmi rpi rna",
    "ftz sat relu approx full",
    "shared global local",
    "shared::cta shared::cluster",
    "relaxed acquire release acq_rel volatile weak",
    "cta cluster gpu sys",
    "and or xor add min max exch cas inc dec popc",
    "up down bfly idx",
    "all any uni ballot",
    "x1 x2 x4",
    "v2 v4",
    "clamp wrap l r",
    "row col",
    "sync arrive red",
    "cg ca",
    "parity state",
    "init inval arrive arrive_drop expect_tx complete_tx test_wait try_wait",
    "wait_group wait_all commit_group",
    "1d 2d 3d",
    "cta_group m64n8k16 m64n16k16 m64n32k16 m64n64k16 m64n128k16",
    "m16n8k8 m16n8k16 m16n8k32 m8n8k4",
};

// Statements of a new kernel. <a|b> is an alternative; $R, $D, $F, $H, $P: a register of 32 or 64 bits, f32, 16 bits, a
// predicate; $I: a register of 32 bits or a number; $N: a number; $S, $G: an address in shared, in global memory; $L: a
// label.
constexpr std::string_view forms[] = {
    "<add|sub|mul.lo|min|max|and|or|xor|div|rem>.<s32|u32|b32> $R, $R, $I;",
    "<mad.lo|mad.hi|sad|dp4a.u32>.<s32|u32> $R, $R, $I, $R;",
    "<shl|shr>.<b32|u32|s32> $R, $R, $I;",
    "<add|sub|mul.lo|and|or>.<s64|u64|b64> $D, $D, $D;",
    "mul.wide.<u32|s32> $D, $R, $I;",
    "<add|sub|mul|min|max>.<f32|ftz.f32|rn.f32> $F, $F, $F;",
    "fma.<rn|rz|rm|rp>.<f32|ftz.f32|sat.f32> $F, $F, $F, $F;",
    "<rcp|sqrt|rsqrt|ex2|lg2|sin|cos|tanh>.approx.f32 $F, $F;",
    "cvt.<rn|rz>.f32.<s32|u32> $F, $R;",
    "cvt.<rni|rzi|rpi>.<s32|u32|s64>.f32 $R, $F;",
    "cvt.<rn|rz>.<f16x2|bf16x2>.f32 $R, $F, $F;",
    "cvt.<u32|s32>.<u16|s16|u8|s8> $R, $H;",
    "setp.<eq|ne|lt|gt>.<s32|u32> $P, $R, $I;",
    "@<!|>$P mov.u32 $R, $I;",
    "selp.b32 $R, $R, $I, $P;",
    "mov.u32 $R, %<tid.x|laneid|warpid|ctaid.x|ntid.x|lanemask_lt|clock>;",
    "prmt.b32 $R, $R, $R, $I;",
    "<bfe.u32|bfi.b32 $R,> $R, $R, $N, $N;",
    "lop3.b32 $R, $R, $R, $R, $N;",
    "<st|red>.shared.<u32|add.u32> [$S], $R;",
    "ld.shared.<u32|s32|f32> $R, [$S];",
    "ld.shared.v4.u32 {$R, $R, $R, $R}, [$S];",
    "atom.<shared|shared.relaxed.cta>.<add|max|exch>.u32 $R, [$S], $I;",
    "ld.<global|global.nc|volatile.global>.u32 $R, [$G];",
    "st.global.<u32|f32> [$G], $R;",
    "atom.global.<add|cas|inc>.u32 $R, [$G], $I<|, $R>;",
    "shfl.sync.<up|down|bfly|idx>.b32 $R<||$P>, $R, $N, 31, -1;",
    "vote.sync.<ballot.b32 $R|any.pred $P>, $P, -1;",
    "redux.sync.<add|min|max|or>.<s32|u32|b32> $R, $R, -1;",
    "match.<any|all>.sync.b32 $R, $R, -1;",
    "bar.sync <0|1|1, 32|$N>;",
    "bar.warp.sync -1;",
    "<membar.cta|fence.acq_rel.gpu|fence.proxy.async|fence.sc.cta>;",
    "mbarrier.init.shared.b64 [%r20], $N;",
    "mbarrier.arrive.shared.b64 $D, [%r20];",
    "mbarrier.<try|test>_wait.parity.shared.b64 $P, [%r20], $N;",
    "mbarrier.arrive.expect_tx.shared.b64 $D, [%r20], $N;",
    "cp.async.<ca|cg>.shared.global [$S], [$G], <4|8|16>;",
    "cp.async.<commit_group|wait_all|wait_group $N>;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$S], [$G], $N, [%r20];",
    "cp.async.bulk.<commit_group|wait_group $N>;",
    "<ld|st>matrix.sync.aligned.m8n8.x1<|.trans>.shared.b16 <{$R}, [$S]|[$S], {$R}>;",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$F,$F,$F,$F}, {$R,$R,$R,$R}, {$R,$R}, {$F,$F,$F,$F};",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$F,$F,$F,$F}, {$R,$R,$R,$R}, {$R,$R}, {$F,$F,$F,$F};",
    "wgmma.<fence|commit_group|wait_group 0>.sync.aligned<|>;",
    "elect.sync $R|$P, -1;",
    "@$P bra $L;",
};

struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
  enum class Kind { instruction, label, declaration } kind = Kind::instruction;
};

// A kind of registers of a text: "%rd" of 12.
struct Registers {
  std::string_view type;
  std::string_view prefix;
  std::size_t count = 0;
};

// The statements of a function's body and its registers.
struct Body {
  std::vector<Statement> instructions;
  std::vector<Statement> all;
  std::vector<Registers> registers;
  std::vector<std::string_view> labels;
  std::vector<std::string_view> addresses;  // registers in square brackets

  const Registers* of_prefix(std::string_view prefix) const {
    for (const Registers& one : registers)
      if (one.prefix == prefix) return &one;
    return nullptr;
  }
  const Registers* of_type(std::string_view type) const {
    for (const Registers& one : registers)
      if (one.type == type) return &one;
    return nullptr;
  }
};

// ".reg .b32 %r<12>"
void read_registers(std::string_view text, Body& out) {
  const std::size_t type = text.find('.', 1);
  const std::size_t percent = text.find('%');
  const std::size_t angle = text.find('<');
  if (!text.starts_with(".reg") || type == std::string_view::npos || percent == std::string_view::npos ||
      angle == std::string_view::npos || angle < percent || percent < type)
    return;
  Registers one;
  one.type = text.substr(type + 1, percent - type - 1);
  while (!one.type.empty() && is_blank(one.type.back())) one.type.remove_suffix(1);
  one.prefix = text.substr(percent, angle - percent);
  for (std::size_t i = angle + 1; i < text.size() && is_digit(text[i]) && one.count < 10'000; ++i)
    one.count = one.count * 10 + static_cast<std::size_t>(text[i] - '0');
  if (one.count > 0) out.registers.push_back(one);
}

Body body_of(std::string_view text) {
  Body out;
  std::size_t at = text.find(".entry");
  at = at == std::string_view::npos ? at : text.find('{', at);
  if (at == std::string_view::npos) return out;
  for (++at; at < text.size() && out.all.size() < 4096;) {
    if (is_blank(text[at]) || text[at] == '{' || text[at] == '}' || text[at] == ';') {
      ++at;
      continue;
    }
    if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    std::size_t name = at;
    while (name < text.size() && is_name(text[name])) ++name;
    if (name > at && name < text.size() && text[name] == ':') {
      out.labels.push_back(text.substr(at, name - at));
      out.all.push_back({at, name + 1, Statement::Kind::label});
      at = name + 1;
      continue;
    }
    const std::size_t end = text.find(';', at);
    if (end == std::string_view::npos) break;
    const bool declares = text[at] == '.';
    out.all.push_back({at, end + 1, declares ? Statement::Kind::declaration : Statement::Kind::instruction});
    if (declares) {
      read_registers(text.substr(at, end - at), out);
    } else {
      out.instructions.push_back(out.all.back());
      for (std::size_t open = text.find('[', at); open < end; open = text.find('[', open + 1)) {
        std::size_t to = open + 1;
        while (to < end && (text[to] == '%' || is_name(text[to]))) ++to;
        if (text[open + 1] == '%') out.addresses.push_back(text.substr(open + 1, to - open - 1));
      }
    }
    at = end + 1;
  }
  return out;
}

// The parts of an instruction that can be exchanged. A part of the opcode has no dot.
struct Tokens {
  std::vector<Part> registers, numbers, modifiers, specials, names;
};

Tokens tokens_of(std::string_view text, std::size_t begin, std::size_t end) {
  Tokens out;
  bool opcode = true;
  for (std::size_t i = begin; i < end;) {
    std::size_t to = i + 1;
    if (text[i] == '@') {
      while (to < end && !is_blank(text[to])) ++to;
      std::size_t from = i + (to > i + 1 && text[i + 1] == '!' ? 2 : 1);
      if (from < to && text[from] == '%') out.registers.push_back({from, to});
    } else if (opcode && is_letter(text[i])) {
      while (to < end && !is_blank(text[to])) ++to;
      for (std::size_t dot = text.find('.', i); dot < to;) {
        const std::size_t next = std::min(text.find('.', dot + 1), to);
        out.modifiers.push_back({dot + 1, next});
        dot = next;
      }
      opcode = false;
    } else if (text[i] == '%') {
      while (to < end && (is_name(text[to]) || text[to] == '.')) ++to;
      (is_digit(text[to - 1]) ? out.registers : out.specials).push_back({i, to});
    } else if (is_digit(text[i])) {
      while (to < end && is_name(text[to])) ++to;
      out.numbers.push_back({i, to});
    } else if (is_letter(text[i])) {
      while (to < end && is_name(text[to])) ++to;
      out.names.push_back({i, to});
    }
    i = to;
  }
  return out;
}

std::string_view prefix_of(std::string_view reg) {
  while (!reg.empty() && is_digit(reg.back())) reg.remove_suffix(1);
  return reg;
}

// A register of the kind: in square brackets mostly one that is an address elsewhere.
std::string register_of(const Body& body, const Registers& kind, bool address, Random& random) {
  std::vector<std::string_view> addresses;
  for (const std::string_view one : body.addresses)
    if (address && prefix_of(one) == kind.prefix) addresses.push_back(one);
  if (!addresses.empty() && !random.one_in(8)) return std::string(random.of(addresses));
  return cat(kind.prefix, random.below(kind.count));
}

}  // namespace

std::string Grammar::ptx_number() {
  static constexpr std::string_view extremes[] = {"0",  "-1", "0xffffffff", "2147483647", "4294967296", "65535",
                                                  "31", "33", "0x80000000", "-16",        "1048576",    "0f7FC00000"};
  static constexpr std::string_view usual[] = {"0", "1", "2", "4", "8", "16", "32", "64", "128", "256"};
  if (random_.one_in(8)) return std::string(random_.of(extremes));
  return random_.one_in(2) ? std::string(random_.of(usual)) : std::to_string(random_.below(40));
}

std::string Grammar::ptx_form() {
  const std::string_view form = random_.of(forms);
  std::string out;
  const auto add_register = [&](std::string_view prefix, std::size_t below) {
    out += cat(prefix, 1 + random_.below(below));
  };
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '<') {
      const std::size_t end = form.find('>', i);
      std::string_view choices = form.substr(i + 1, end - i - 1);
      // "||" is the bar of a pair, after an empty alternative.
      if (choices.starts_with("||")) {
        if (random_.one_in(2)) out += '|', add_register("%p", 3);
        i = end;
        continue;
      }
      const auto n = static_cast<std::size_t>(std::count(choices.begin(), choices.end(), '|')) + 1;
      for (std::size_t skip = random_.below(n); skip > 0; --skip) choices.remove_prefix(choices.find('|') + 1);
      choices = choices.substr(0, choices.find('|'));
      for (std::size_t k = 0; k < choices.size(); ++k) {
        if (choices[k] == '$' && k + 1 < choices.size()) {
          out += ptx_operand(choices[++k]);
        } else {
          out += choices[k];
        }
      }
      i = end;
    } else if (form[i] == '$' && i + 1 < form.size()) {
      out += ptx_operand(form[++i]);
    } else {
      out += form[i];
    }
  }
  return out;
}

std::string Grammar::ptx_operand(char kind) {
  switch (kind) {
    case 'R':
      return cat("%r", 1 + random_.below(7));
    case 'D':
      return cat("%rd", 3 + random_.below(4));
    case 'F':
      return cat("%f", 1 + random_.below(7));
    case 'H':
      return cat("%h", 1 + random_.below(3));
    case 'P':
      return cat("%p", 1 + random_.below(3));
    case 'I':
      return random_.one_in(2) ? ptx_operand('R') : ptx_number();
    case 'S':
      return cat("%r", 21 + random_.below(2), '+', 16 * random_.below(8));
    case 'G':
      return cat("%rd", 1 + random_.below(2), '+', 16 * random_.below(4));
    case 'L':
      return random_.one_in(4) ? "BACK" : "END";
    default:
      return ptx_number();
  }
}

std::string Grammar::ptx() {
  std::string out = cat("// launch grid=", 1 + random_.below(2), " block=", 32 * (1 + random_.below(4)),
                        " shared=0 arg=u32:256 arg=u32:256=zeros\n"
                        ".version 8.0\n.target sm_90a\n.address_size 64\n"
                        ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
                        ".reg .b32 %r<24>;\n.reg .b64 %rd<12>;\n.reg .f32 %f<9>;\n.reg .b16 %h<5>;\n.reg .pred %p<5>;\n"
                        ".shared .align 16 .b8 s[4096];\n.shared .align 8 .b8 m[16];\n"
                        "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u32 %r1, %tid.x;\nmov.u32 %r20, m;\n"
                        "mov.u32 %r21, s;\nmad.lo.u32 %r22, %r1, 16, %r21;\nmul.wide.u32 %rd3, %r1, 4;\n"
                        "add.s64 %rd1, %rd1, %rd3;\nadd.s64 %rd2, %rd2, %rd3;\n");
  if (random_.one_in(2)) out += "mbarrier.init.shared.b64 [%r20], 1;\nbar.sync 0;\n";
  out += "BACK:\n";
  for (std::size_t n = 1 + random_.below(12); n > 0; --n) out += ptx_form() + "\n";
  return out + "END:\nst.global.u32 [%rd2], %r2;\nret;\n}\n";
}

// A copy of an instruction of another text, with registers and labels of this one; empty if it has none of a type.
std::string Grammar::ptx_adopted(std::string_view text, std::string_view from) {
  const Body body = body_of(text);
  const Body theirs = body_of(from);
  if (theirs.instructions.empty()) return {};
  const Statement chosen = random_.of(theirs.instructions);
  const Tokens tokens = tokens_of(from, chosen.begin, chosen.end);
  std::string out;
  std::size_t at = chosen.begin;
  std::vector<Part> parts = tokens.registers;
  parts.insert(parts.end(), tokens.names.begin(), tokens.names.end());
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.begin < b.begin; });
  for (const Part& part : parts) {
    const std::string_view word = from.substr(part.begin, part.end - part.begin);
    out += from.substr(at, part.begin - at);
    at = part.end;
    const Registers* const source = word[0] == '%' ? theirs.of_prefix(prefix_of(word)) : nullptr;
    const Registers* const target = source != nullptr ? body.of_type(source->type) : nullptr;
    if (target != nullptr) {
      out += register_of(body, *target, from[part.begin - 1] == '[', random_);
    } else if (std::find(theirs.labels.begin(), theirs.labels.end(), word) != theirs.labels.end() &&
               !body.labels.empty()) {
      out += random_.of(body.labels);
    } else if (word[0] == '%' || text.find(word) == std::string_view::npos) {
      return {};
    } else {
      out += word;
    }
  }
  return out + std::string(from.substr(at, chosen.end - at));
}

// Exchanges a part of an instruction; false if it has none of the chosen kind.
bool Grammar::change_ptx_operand(std::string& text, std::size_t begin, std::size_t end) {
  const Tokens tokens = tokens_of(text, begin, end);
  const auto replace = [&](const Part& part, std::string_view by) {
    text.replace(part.begin, part.end - part.begin, by);
    return true;
  };
  const auto word_of = [&](const Part& part) {
    return std::string_view(text).substr(part.begin, part.end - part.begin);
  };
  switch (random_.below(6)) {
    case 0:
    case 1: {
      if (tokens.registers.empty()) return false;
      const Part part = random_.of(tokens.registers);
      const Body body = body_of(text);
      const Registers* const of = body.of_prefix(prefix_of(word_of(part)));
      return of != nullptr && replace(part, register_of(body, *of, text[part.begin - 1] == '[', random_));
    }
    case 2:
    case 3: {
      if (tokens.numbers.empty()) return false;
      const Part part = random_.of(tokens.numbers);
      // A neighbor of a decimal number, or another.
      const std::string_view word = word_of(part);
      if (random_.one_in(2) && word.size() < 9 && std::all_of(word.begin(), word.end(), is_digit)) {
        const std::int64_t value = std::stoll(std::string(word));
        const std::int64_t near[] = {value + 1, value > 0 ? value - 1 : 0, value * 2, value / 2, value + 16};
        return replace(part, std::to_string(random_.of(near)));
      }
      return replace(part, ptx_number());
    }
    case 4: {
      if (tokens.modifiers.empty()) return false;
      const Part part = random_.of(tokens.modifiers);
      const std::string_view word = word_of(part);
      for (const std::string_view group : modifiers) {
        std::vector<std::string_view> words;
        for (std::size_t i = 0; i < group.size();) {
          const std::size_t to = std::min(group.find(' ', i), group.size());
          words.push_back(group.substr(i, to - i));
          i = to + 1;
        }
        if (std::find(words.begin(), words.end(), word) == words.end() || random_.one_in(8)) continue;
        return replace(part, random_.of(words));
      }
      if (!random_.one_in(4)) return false;
      text.erase(part.begin - 1, part.end - part.begin + 1);
      return true;
    }
    default: {
      static constexpr std::string_view specials[] = {"%tid.x",  "%laneid", "%warpid",   "%ctaid.x",
                                                      "%ntid.x", "%tid.y",  "%nctaid.x", "%cluster_ctarank"};
      if (!tokens.specials.empty()) return replace(random_.of(tokens.specials), random_.of(specials));
      const Body body = body_of(text);
      for (const Part& part : tokens.names) {
        if (std::find(body.labels.begin(), body.labels.end(), word_of(part)) != body.labels.end())
          return replace(part, std::string(random_.of(body.labels)));
      }
      return false;
    }
  }
}

// A number of the comments at the head: the launch, an order.
bool Grammar::change_ptx_launch(std::string& text) {
  std::vector<Part> numbers;
  for (std::size_t at = 0; text.compare(at, 2, "//") == 0;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    for (std::size_t i = at; i < end; ++i) {
      if (!is_digit(text[i]) || is_name(text[i - 1])) continue;
      std::size_t to = i;
      while (to < end && is_digit(text[to])) ++to;
      numbers.push_back({i, to});
      i = to;
    }
    at = std::min(end + 1, text.size());
  }
  if (numbers.empty()) return false;
  const Part part = random_.of(numbers);
  text.replace(part.begin, part.end - part.begin,
               random_.one_in(8) ? ptx_number() : std::to_string(random_.below(130)));
  return true;
}

bool Grammar::change_ptx(std::string& text, std::string_view other) {
  const Body body = body_of(text);
  if (body.instructions.empty()) return false;
  const Statement one = random_.of(body.instructions);
  const Statement two = random_.of(body.all);
  const std::string here = text.substr(one.begin, one.end - one.begin);
  switch (random_.below(16)) {
    case 0: {  // exchanges two
      const Statement next = random_.of(body.instructions);
      if (next.begin == one.begin) return false;
      const Statement& first = one.begin < next.begin ? one : next;
      const Statement& last = one.begin < next.begin ? next : one;
      const std::string a = text.substr(first.begin, first.end - first.begin);
      const std::string b = text.substr(last.begin, last.end - last.begin);
      text.replace(last.begin, b.size(), a);
      text.replace(first.begin, a.size(), b);
      return true;
    }
    case 1:
    case 2:
      text.erase(one.begin, here.size());
      return true;
    case 3:  // repeats one elsewhere
      if (two.kind == Statement::Kind::declaration) return false;
      text.insert(two.end, "\n" + here);
      return true;
    case 4: {  // gives it a guard, or takes it away
      if (here[0] == '@') {
        text.erase(one.begin, here.find_first_of(" \t"));
        return true;
      }
      const Registers* const predicates = body.of_type("pred");
      if (predicates == nullptr) return false;
      text.insert(one.begin,
                  cat(random_.one_in(2) ? "@!" : "@", predicates->prefix, random_.below(predicates->count), ' '));
      return true;
    }
    case 5:
    case 6:
    case 7: {  // an instruction of another text, or a new one
      if (two.kind == Statement::Kind::declaration) return false;
      const std::string made =
          !other.empty() && !random_.one_in(8) ? ptx_adopted(text, other) : ptx_adopted(text, ptx());
      if (made.empty()) return false;
      if (random_.one_in(3))
        text.replace(one.begin, here.size(), made);
      else
        text.insert(two.end, "\n" + made);
      return true;
    }
    case 8:
    case 9:
      return change_ptx_launch(text);
    case 10: {  // a declaration: how many registers, bytes of a variable, bounds of a block
      std::vector<Part> numbers;
      for (const Statement& each : body.all) {
        if (each.kind != Statement::Kind::declaration) continue;
        const Tokens tokens = tokens_of(text, each.begin, each.end);
        numbers.insert(numbers.end(), tokens.numbers.begin(), tokens.numbers.end());
      }
      if (numbers.empty() || !random_.one_in(4)) return false;
      const Part part = random_.of(numbers);
      text.replace(part.begin, part.end - part.begin, ptx_number());
      return true;
    }
    default:
      return change_ptx_operand(text, one.begin, one.end);
  }
}

}  // namespace stridescope::fuzz
