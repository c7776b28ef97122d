// Expands forms and writes their kernels.
#include "tests/unit/machine_forms.h"

#include <array>
#include <bit>
#include <cstdio>
#include <map>

#include "core/base/bit_cast.h"
#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// Expands the first {a,b} of a text, and the others in turn.
void expand(const std::string& text, std::vector<std::string>& out) {
  const std::size_t open = text.find('{');
  if (open == std::string::npos) {
    out.push_back(text);
    return;
  }
  const std::size_t close = text.find('}', open);
  for (std::size_t from = open + 1; from <= close;) {
    const std::size_t end = std::min(text.find(',', from), close);
    expand(text.substr(0, open) + text.substr(from, end - from) + text.substr(close + 1), out);
    from = end + 1;
  }
}

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    out.emplace_back(trimmed(std::string_view(text).substr(from, end - from)));
    from = end + 1;
  }
  return out;
}

int width_of(const std::string& type) {
  if (type == "pred") return 1;
  if (type.ends_with("x2")) return type.starts_with("e") ? 16 : 32;
  if (type == "n8" || type == "h16" || type == "hb16" || type == "h32" || type == "he4" || type == "he5" ||
      type == "hmeta" || type == "hpair")
    return 32;
  if (type == "h64") return 64;
  const std::size_t digit = type.find_first_of("0123456789");
  if (type == "tf32") return 32;
  return std::stoi(type.substr(digit));
}
bool is_type(const std::string& word) {
  for (const char* type :
       {"u8",  "s8",  "u16", "s16",  "u32",  "s32",   "u64",   "s64",   "b16",    "b32",    "b64",
        "f16", "f32", "f64", "bf16", "tf32", "u16x2", "s16x2", "f16x2", "bf16x2", "e4m3x2", "e5m2x2"}) {
    if (word == type) return true;
  }
  return false;
}
// Registers have at least 16 bits.
int register_width(const std::string& type) { return std::max(width_of(type), 16); }

// 64 numbers of a type that are likely to matter.
std::vector<std::uint64_t> special_numbers(const std::string& type) {
  std::vector<std::uint64_t> out;
  const int width = width_of(type);
  if (type == "n8") {
    for (std::uint64_t i = 0; i < 48; ++i) out.push_back(i);
    for (const std::uint64_t i : {63, 64, 65, 127, 128, 200, 255, 256, 257, 300, 511, 512, 1000, 4096, 65535, 31})
      out.push_back(i);
    return out;
  }
  // Metadata of a sparse A: 8 times two different indices below 4 in order; of tf32 one of two codes.
  if (type == "hmeta" || type == "hpair") {
    constexpr std::array<std::uint64_t, 6> codes = {0x4, 0xe, 0x8, 0xc, 0x9, 0xd};
    const std::uint64_t count = type == "hmeta" ? 6 : 2;
    for (std::uint64_t i = 0; i < 64; ++i) {
      std::uint64_t word = 0;
      for (std::uint64_t k = 0; k < 8; ++k) word |= codes[(i * (k + 1) + i / 6 + k * k) % count] << (4 * k);
      out.push_back(word);
    }
    return out;
  }
  // Four of the numbers 0, 1, 2, -1 in 8 bits.
  if (type == "he4" || type == "he5") {
    const std::array<std::uint64_t, 4> codes = type == "he4" ? std::array<std::uint64_t, 4>{0, 0x38, 0x40, 0xb8}
                                                             : std::array<std::uint64_t, 4>{0, 0x3c, 0x40, 0xbc};
    for (std::uint64_t i = 0; i < 64; ++i)
      out.push_back(codes[i % 4] | codes[i / 4 % 4] << 8 | codes[i / 16] << 16 | codes[(i * 7 + 3) % 4] << 24);
    return out;
  }
  // Pairs of small integers: sums of their products are exact.
  if (type == "h16" || type == "h32" || type == "hb16" || type == "h64") {
    for (std::uint64_t i = 0; i < 64; ++i) {
      const float low = static_cast<float>(i % 8) - 4;
      const float high = static_cast<float>(i / 8) - 3;
      const auto bits = [&](float value) -> std::uint64_t {
        const auto single = bit_cast<std::uint32_t>(value);
        if (type == "h32") return single;
        if (type == "h64") return bit_cast<std::uint64_t>(static_cast<double>(value));
        if (type == "hb16") return single >> 16;
        // Small integers are normal in f16: the exponent's bias differs by 112.
        return value == 0 ? 0 : (single >> 16 & 0x8000) | (((single >> 23 & 255) - 112) << 10 | (single >> 13 & 1023));
      };
      out.push_back(type == "h32" || type == "h64" ? bits(low * high) : bits(low) | bits(high) << 16);
    }
    return out;
  }
  const auto add_floats = [&](int mantissa, int exponent) {
    const std::uint64_t sign = std::uint64_t{1} << (mantissa + exponent);
    const std::uint64_t one = ((std::uint64_t{1} << (exponent - 1)) - 1) << mantissa;
    const std::uint64_t infinity = ((std::uint64_t{1} << exponent) - 1) << mantissa;
    const std::uint64_t unit = std::uint64_t{1} << mantissa;
    for (const std::uint64_t magnitude : {std::uint64_t{0},
                                          std::uint64_t{1},
                                          unit - 1,
                                          unit,
                                          unit + 1,
                                          one,
                                          one + 1,
                                          one - 1,
                                          one + unit,
                                          one - unit,
                                          one + unit / 2,
                                          one + 3 * unit / 2,
                                          infinity,
                                          infinity - 1,
                                          infinity + unit / 2,
                                          infinity + 1,
                                          one + 2 * unit + unit / 4,
                                          one + 4 * unit + 3 * unit / 8,
                                          one + 5 * unit + 7,
                                          one - 3 * unit + 5,
                                          one + 7 * unit,
                                          unit / 2,
                                          2 * unit + 3,
                                          one + 6 * unit + unit / 2 + 1,
                                          infinity - unit}) {
      out.push_back(magnitude);
      out.push_back(magnitude | sign);
    }
  };
  if (type == "f16" || type == "f16x2") add_floats(10, 5);
  if (type == "bf16" || type == "bf16x2") add_floats(7, 8);
  if (type == "f32" || type == "tf32") add_floats(23, 8);
  if (type == "f64") add_floats(52, 11);
  if (type.ends_with("x2") && width == 32) {
    const std::size_t count = out.size();
    for (std::size_t i = 0; i < count; ++i) out[i] |= out[(i * 7 + 3) % count] << 16;
  }
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, top - 1, top, top + 1,
        ~std::uint64_t{0}, ~std::uint64_t{0} - 1, std::uint64_t{7}, std::uint64_t{31}, std::uint64_t{32},
        std::uint64_t{100}, std::uint64_t{255}, std::uint64_t{0x5555555555555555}, std::uint64_t{0x8000800080008000}})
    out.push_back(value);
  while (out.size() < 64) out.push_back(out[out.size() - 16] * 3 + 1);
  out.resize(64);
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  for (std::uint64_t& value : out) value &= mask;
  return out;
}

// The number 3 in the type of wgmma's result.
std::string initial_of(const std::string& opcode) {
  const std::vector<std::string> words = parts(opcode, '.');
  const std::string type = words[words[2] == "sp" ? 6 : 5];
  return type == "f16" ? "0x42004200" : type == "f32" ? "0x40400000" : "3";
}

// A table in constant memory of the 64 numbers of a type.
std::string table_of(const std::string& name, const std::string& type) {
  std::string out = cat(".const .align 8 .b64 ", name, "[64] = {");
  bool first = true;
  for (const std::uint64_t value : special_numbers(type)) {
    char text[32];
    std::snprintf(text, sizeof text, "%s0x%llx", first ? "" : ", ", static_cast<unsigned long long>(value));
    out += text;
    first = false;
  }
  return out + "};\n";
}

// Fills the shared variable `operands` with numbers of a type, the same in all threads, as a table of the module. Its
// address is in %s.
std::string fill_shared(const std::string& type, std::string& tables) {
  tables += table_of("shared_numbers", type);
  return cat(".shared .align 1024 .b8 operands[", form_shared_bytes,
             "];\nmov.u32 %s, operands;\nshl.b32 %r1, %r0, 2;\nFILL: mul.lo.u32 %t, %r1, 0x9e3779b1;\nshr.u32 %t, %t, "
             "26;\nmul.wide.u32 %x, %t, 8;\nmov.u64 %y, shared_numbers;\nadd.u64 %x, %x, %y;\nld.const.u32 %t, "
             "[%x];\nadd.u32 %u, %s, %r1;\nst.shared.b32 [%u], %t;\nadd.u32 %r1, %r1, ",
             4 * form_threads, ";\nsetp.lt.u32 %p0, %r1, ", form_shared_bytes,
             ";\n@%p0 bra FILL;\nfence.proxy.async.shared::cta;\nbar.sync 0;\nshr.u32 %s, %s, 4;\n");
}

std::string kernel_of(const std::string& opcode, const std::vector<std::string>& results, bool paired,
                      const std::vector<std::string>& sources, const std::string& shared) {
  std::string tables;
  std::string body = shared.empty() ? "" : fill_shared(shared, tables);
  std::string operands;
  std::string declared;
  std::map<std::string, std::string> table_names;
  std::size_t number = 0;
  // "4*h16" is a vector of four.
  std::vector<std::pair<std::string, const char*>> elements;  // and the text after each
  std::vector<const char*> before;
  for (const std::string& source : sources) {
    const std::size_t star = source.find('*');
    const int count = star == std::string::npos ? 1 : std::stoi(source);
    for (int k = 0; k < count; ++k) {
      before.push_back(k > 0 || star == std::string::npos ? ", " : ", {");
      elements.emplace_back(star == std::string::npos ? source : source.substr(star + 1),
                            star != std::string::npos && k + 1 == count ? "}" : "");
    }
  }
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const std::string& source = elements[e].first;
    operands += before[e];
    // A descriptor of shared memory, after its address.
    if (source.starts_with("smem:")) {
      append_all(declared, ".reg .b64 %a", number, ";\n");
      append_all(body, "cvt.u64.u32 %a", number, ", %s;\nadd.u64 %a", number, ", %a", number, ", ", source.substr(5),
                 ";\n");
      append_all(operands, "%a", number++);
      continue;
    }
    // A predicate that holds in all threads, or in none.
    if (source == "true" || source == "false") {
      append_all(declared, ".reg .pred %q", number, ";\n");
      append_all(body, "setp.", source == "true" ? "ge" : "lt", ".u32 %q", number, ", %r0, 0;\n");
      append_all(operands, "%q", number++);
      continue;
    }
    if (source.starts_with("imm:")) {
      operands += source.substr(4);
      continue;
    }
    const std::string type = source == "pred" ? "b32" : source;
    std::string& table = table_names[type];
    if (table.empty()) {
      table = cat("special_", table_names.size());
      tables += table_of(table, type);
    }
    // A mixed number of the thread and the operand, then a special number or its bits.
    append_all(body, "mad.lo.u32 %r1, %r0, 5, ", number + 1,
               ";\ncvt.u64.u32 %x, %r1;\nmul.lo.u64 %x, %x, 0x9e3779b97f4a7c15;\n",
               "shr.u64 %y, %x, 30;\nxor.b64 %x, %x, %y;\nmul.lo.u64 %x, %x, 0xbf58476d1ce4e5b9;\nshr.u64 %y, %x, "
               "27;\nxor.b64 %x, %x, %y;\n",
               "mul.lo.u64 %x, %x, 0x94d049bb133111eb;\nshr.u64 %y, %x, 31;\nxor.b64 %x, %x, %y;\n",
               "shr.u64 %y, %x, 8;\nand.b64 %y, %y, 63;\nshl.b64 %y, %y, 3;\nmov.u64 %z, ", table,
               ";\nadd.u64 %y, %y, %z;\nld.const.u64 %y, [%y];\n");
    if (type == "n8" || type[0] == 'h')
      body += "mov.b64 %x, %y;\n";
    else
      body +=
          "and.b64 %z, %x, 1;\nsetp.ne.u64 %p0, %z, 0;\nshr.u64 %z, %x, 17;\nxor.b64 %x, %x, %z;\nselp.b64 %x, %y, %x, "
          "%p0;\n";
    const int width = register_width(type);
    append_all(declared, ".reg .b", width, " %a", number, ";\n");
    append_all(body, width == 64 ? "mov.b64 %a" : width == 32 ? "cvt.u32.u64 %a" : "cvt.u16.u64 %a", number, ", %x;\n");
    if (source == "pred") {
      append_all(declared, ".reg .pred %q", number, ";\n");
      append_all(body, "and.b32 %a", number, ", %a", number, ", 4;\nsetp.ne.u32 %q", number, ", %a", number, ", 0;\n");
    }
    append_all(operands, source == "pred" ? "%q" : "%a", number, elements[e].second);
    ++number;
  }
  const std::string around = shared.empty() ? "" : "wgmma.fence.sync.aligned;\n";
  const std::string behind =
      shared.empty() ? "" : "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  std::string written;
  std::string stored;
  // A vector of results: two of 32 bits are a number.
  if (const std::size_t star = results[0].find('*'); star != std::string::npos) {
    const int count = std::stoi(results[0]);
    const int width = register_width(results[0].substr(star + 1));
    for (int k = 0; k < count; ++k) {
      append_all(declared, ".reg .b", width, " %d", k, ";\n");
      // Three in all types: wgmma adds to its result.
      if (!shared.empty()) append_all(body, "mov.b32 %d", k, ", ", initial_of(opcode), ";\n");
      append_all(written, k == 0 ? "{" : ", ", "%d", k, k + 1 == count ? "}" : "");
      if (width == 64) append_all(stored, "st.global.u64 [%o+", 8 * k, "], %d", k, ";\n");
      if (width == 32) append_all(stored, "st.global.u32 [%o+", 4 * k, "], %d", k, ";\n");
    }
  }
  for (std::size_t i = 0; i < results.size() && results[0].find('*') == std::string::npos; ++i) {
    const bool predicate = results[i] == "pred";
    const int width = predicate ? 1 : register_width(results[i]);
    append_all(declared, ".reg ", predicate ? ".pred" : cat(".b", width), " %d", i, ";\n");
    append_all(written, i == 0 ? "" : paired ? "|" : ", ", "%d", i);
    if (predicate)
      append_all(stored, "selp.b64 %x, 1, 0, %d", i, ";\n");
    else
      append_all(stored,
                 width == 64   ? "mov.b64 %x, %d"
                 : width == 32 ? "cvt.u64.u32 %x, %d"
                               : "cvt.u64.u16 %x, %d",
                 i, ";\n");
    append_all(stored, "st.global.u64 [%o+", 8 * i, "], %x;\n");
  }
  return cat(".version ", shared.empty() ? "8.4\n.target sm_90" : "8.4\n.target sm_90a", "\n.address_size 64\n", tables,
             ".visible .entry form(.param .u64 buffer)\n{\n.reg .b32 %r0, %r1, %s, %t, %u;\n.reg .b64 %x, %y, %z, "
             "%o;\n.reg .pred %p0;\n",
             declared,
             "ld.param.u64 %o, [buffer];\ncvta.to.global.u64 %o, %o;\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %x, %r0, ",
             8 * form_results, ";\nadd.u64 %o, %o, %x;\n", body, around, opcode, " ", written, operands, ";\n", behind,
             stored, "ret;\n}\n");
}

}  // namespace

std::vector<MachineForm> machine_forms(const std::string& text) {
  std::vector<MachineForm> out;
  for (const std::string& line : parts(text, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> forms;
    expand(line, forms);
    for (const std::string& form : forms) {
      const std::vector<std::string> columns = parts(form, ';');
      std::vector<std::string> types;
      for (const std::string& word : parts(columns[0], '.')) {
        if (is_type(word)) types.push_back(word);
      }
      const auto resolved = [&](const std::string& word) {
        return word == "T" ? types.back() : word == "T0" ? types.front() : word;
      };
      const bool paired = columns[1].find('|') != std::string::npos;
      std::vector<std::string> results;
      for (const std::string& one : parts(columns[1], paired ? '|' : ',')) results.push_back(resolved(one));
      std::vector<std::string> sources;
      std::string name = columns[0] + (paired ? " |" : "");
      for (const std::string& one : parts(columns[2], ',')) {
        sources.push_back(resolved(one));
        if (one.starts_with("imm:") && one != "imm:0xffffffff") append_all(name, " ", one.substr(4));
      }
      const bool numbered = columns.size() > 3;
      if (numbered) append_all(name, " ", columns[2], " ", columns[3]);
      out.push_back({name, kernel_of(columns[0], results, paired, sources, numbered ? columns[3] : "")});
    }
  }
  return out;
}

std::string buffer_hash(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace stridescope
