// Writes a conversion as CUDA text (cuda/convert.cuh). Numbers that depend on the thread, such as the source lane or
// the source bytes, are expressions of t if they are linear over F2; otherwise tables.
#include <algorithm>
#include <bit>
#include <map>

#include "core/base/at.h"
#include "core/base/hexadecimal.h"
#include "core/base/text.h"
#include "core/kernels/convert/convert_plan.h"
#include "core/kernels/kernel_writer.h"
#include "core/kernels/proof_text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

using Numbers = std::vector<std::uint32_t>;  // by thread; a single entry is for all threads

std::string hexadecimal(std::uint32_t x) { return cat("0x", hex_digits(x)); }

// constant ^ the xor of the columns of the set bits of `x`. Groups bits with equal shifts, or selects each bit's
// column, whichever needs fewer terms.
std::string linear_text(std::uint32_t constant, const std::vector<std::uint64_t>& columns, std::string_view x) {
  std::map<int, std::uint64_t> by_shift;  // shift to the left -> mask of bits
  int multiplied = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    multiplied += columns[i] != 0;
    for (std::uint64_t rest = columns[i]; rest != 0; rest &= rest - 1)
      by_shift[std::countr_zero(rest) - static_cast<int>(i)] |= std::uint64_t{1} << i;
  }
  std::string out;
  const auto add = [&](const std::string& term) { append_all(out, out.empty() ? "" : " ^ ", term); };
  if (static_cast<int>(by_shift.size()) <= multiplied) {
    const std::uint64_t every = (std::uint64_t{1} << columns.size()) - 1;
    for (const auto& [shift, bits] : by_shift) {
      const std::string masked = bits == every ? std::string(x) : cat('(', x, " & ", bits, ')');
      add(shift == 0  ? masked
          : shift > 0 ? cat('(', masked, " << ", shift, ')')
                      : cat('(', masked, " >> ", -shift, ')'));
    }
  } else {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] != 0)
        add(cat('(', x, " >> ", i, " & 1) * ",
                columns[i] > 9 ? hexadecimal(static_cast<std::uint32_t>(columns[i])) : cat(columns[i])));
    }
  }
  if (constant != 0 || out.empty()) add(constant > 9 ? hexadecimal(constant) : cat(constant));
  return out;
}

class ConvertWriter {
 public:
  ConvertWriter(const ConvertPlan& plan, std::string_view name) : plan_(plan), p_(plan.problem), name_(name) {}

  KernelText write() {
    const Conversion& way = plan_.taken();
    MarkedText sent = way.shared ? stores() : shuffles();
    MarkedText received = way.shared ? loads() : MarkedText();
    append(received, results());
    KernelText out;
    const Holes common = {{"SHARED", shared()},
                          {"ONE_WARP", shared() && way.shared->one_warp},
                          {"SHARED_BYTES", plan_.shared_bytes()},
                          {"TYPE", element_type()},
                          {"REGISTERS_A", p_.registers_a()},
                          {"REGISTERS_B", p_.registers_b()},
                          {"BITS", p_.bits}};
    append(out, filled(templates::convert, "convert",
                       {{"ABOUT", about()},
                        {"WIDE", p_.pieces > 1},
                        {"NAME", plan_.kernel.type.name},
                        {"INDICES", indices()},
                        {"PLACE", place()},
                        {"TABLES", std::move(tables_)},
                        {"PARAMETERS", shared() ? "int t, unsigned char* shared" : "int t"},
                        {"NUMBERS", std::move(numbers_)},
                        {"SENT", std::move(sent)},
                        {"RECEIVED", std::move(received)}},
                       common));
    append(out, filled(templates::convert, "kernel",
                       {{"THREADS", p_.threads()},
                        {"KERNEL", name_},
                        {"TILE", plan_.tile},
                        {"VALUES_A", p_.a.values},
                        {"VALUES_B", p_.b.values},
                        {"PARTS", p_.parts()},
                        {"ARGUMENTS", shared() ? "t, shared" : "t"},
                        {"AT_A", place_of("a")},
                        {"AT_B", place_of("b")}},
                       common));
    out.name = name_;
    out.blocks = convert_blocks(plan_);
    out.threads = p_.threads();
    out.shared_bytes = plan_.shared_bytes();
    out.needs = plan_.needs;
    return out;
  }

  std::string_view element_type() const { return access_type(p_.bits / 8); }

  MarkedText indices() const {
    MarkedText out;
    for (const KernelSide* side : {&plan_.a, &plan_.b}) {
      const std::string owner = side == &plan_.a ? "A" : "B";
      append(out, index_text(cat(side->name, "_thread"), cat(owner, ": thread"), side->map.thread, false));
      append(out, index_text(cat(side->name, "_value"), cat(owner, ": value"), side->map.value, false));
      append(out, swizzle_text(side->name, side->swizzles, "int", owner));
    }
    return out;
  }

  // The element index of value v of thread t, in words.
  std::string place_of(std::string_view side, std::string_view value = "v") const {
    const KernelSide& which = side == "a" ? plan_.a : plan_.b;
    const bool wide = p_.pieces > 1;
    std::string at =
        cat(side, "_thread(t) + ", side, "_value(", value, wide ? cat(" / ", p_.pieces) : std::string(), ')');
    if (!which.swizzles.empty()) at = cat(side, "_swizzle(", at, ')');
    if (wide) at = cat('(', at, ") * ", p_.pieces, " + ", value, " % ", p_.pieces);
    return at;
  }

 private:
  bool shared() const { return plan_.taken().shared.has_value(); }

  std::string about() const {
    const Conversion& way = plan_.taken();
    const ConversionCost& cost = way.cost;
    std::string out = cat("//   A      ", to_text(plan_.kernel.a, IntegerMode::teaching), "\n//   B      ",
                          to_text(plan_.kernel.b, IntegerMode::teaching), "\n// ");
    switch (way.method) {
      case ConversionMethod::nothing:
        return out + "Every value is where it is wanted.";
      case ConversionMethod::registers:
        append_all(out, "Within each thread: ", cost.selects / p_.warps(), " selects and byte permutes.");
        return out;
      case ConversionMethod::shuffles:
        append_all(out, "Within each warp: ", cost.shuffles / p_.warps(), " shuffles, ", cost.selects / p_.warps(),
                   " selects and byte permutes.");
        return out;
      case ConversionMethod::plain:
        append_all(out, "Through shared memory, element by element.");
        break;
      case ConversionMethod::shared:
        append_all(out, "Through shared memory, ", stored_bytes(), " bytes at a time");
        if (loaded_bytes() != stored_bytes()) append_all(out, ", and ", loaded_bytes(), " back");
        out += '.';
        break;
    }
    append_all(out, "\n// Wavefronts of the block, predicted: ", cost.wavefronts, ", ",
               cost.wavefronts - way.shared->ideal_wavefronts, " of them conflicts.");
    return out;
  }

  // --- numbers by thread ---

  static bool constant(const Numbers& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t x) { return x == numbers[0]; });
  }

  // The expression of a number: a literal, or the name of a variable that is computed once.
  std::string number(const Numbers& numbers) {
    if (constant(numbers)) return numbers[0] > 9 ? hexadecimal(numbers[0]) : cat(numbers[0]);
    const auto found = names_.find(numbers);
    if (found != names_.end()) return found->second;
    const std::string name = cat('w', names_.size());
    names_[numbers] = name;
    append_all(numbers_.text, "const unsigned ", name, " = ", expression(numbers, name), ";\n");
    return name;
  }

  std::string expression(const Numbers& numbers, const std::string& name) {
    if (std::has_single_bit(numbers.size())) {
      std::vector<std::uint64_t> columns;
      for (std::size_t bit = 1; bit < numbers.size(); bit *= 2) columns.push_back(numbers[bit] ^ numbers[0]);
      bool linear = true;
      for (std::size_t t = 1; linear && t < numbers.size(); ++t) {
        const std::size_t high = std::bit_floor(t);
        linear = numbers[t] == (numbers[t ^ high] ^ numbers[high] ^ numbers[0]);
      }
      if (linear) return linear_text(numbers[0], columns, "t");
    }
    std::string list;
    for (const std::uint32_t x : numbers) append_all(list, list.empty() ? "" : ", ", x);
    const bool small = std::all_of(numbers.begin(), numbers.end(), [](std::uint32_t x) { return x < 65536; });
    append(tables_, filled(templates::convert, "table",
                           {{"TABLE_TYPE", small ? "unsigned short" : "unsigned"},
                            {"TABLE", cat(name, "_of")},
                            {"COUNT", numbers.size()},
                            {"LIST", list}}));
    return cat(name, "_of[t]");
  }

  // --- assembling registers ---

  template <class Name>
  std::string choice(const MixPlan::Choice& c, Name&& name) {
    if (c.regs.size() == 1) return name(c.regs[0]);
    const std::string which = number(Numbers(c.which.begin(), c.which.end()));
    const auto tree = [&](auto&& self, std::size_t first, std::size_t step) -> std::string {
      const std::size_t upper = first + step / 2;
      if (step == 1) return name(c.regs[first]);
      if (upper >= c.regs.size()) return self(self, first, step / 2);
      return cat('(', which, " & ", step / 2, " ? ", self(self, upper, step / 2), " : ", self(self, first, step / 2),
                 ')');
    };
    return tree(tree, 0, std::bit_ceil(c.regs.size()));
  }

  template <class Name>
  std::string mixed(const RegisterMix& mix, std::int64_t threads, Name&& name) {
    const MixPlan plan = mix_plan(mix, p_.parts(), threads);
    std::vector<std::string> in;
    for (const MixPlan::Choice& c : plan.inputs) in.push_back(choice(c, name));
    const auto permute = [&](const std::string& x, const std::string& y, std::size_t step) {
      const auto& s = plan.selectors[step];
      return cat("__byte_perm(", x, ", ", y, ", ", number(Numbers(s.begin(), s.end())), ')');
    };
    if (plan.selectors.empty()) return in[0];
    if (plan.selectors.size() == 1) return permute(in[0], in.size() > 1 ? in[1] : in[0], 0);
    return permute(permute(in[0], in[1], 0), permute(in[2], in[3], 1), 2);
  }

  std::string pool(int reg) const {
    return reg < p_.registers_a() ? cat("a[", reg, ']') : cat('r', reg - p_.registers_a());
  }

  MarkedText shuffles() {
    MarkedText out;
    const std::int64_t last = p_.threads() % lanes_per_warp;
    const std::string whole = "0xffffffffu";
    const std::string some = cat(hexadecimal((std::uint32_t{1} << last) - 1), 'u');
    const std::string mask = last == 0 ? whole
                             : p_.threads() < lanes_per_warp
                                 ? some
                                 : cat("t < ", p_.threads() - last, " ? ", whole, " : ", some);
    for (std::size_t r = 0; r < plan_.taken().rounds.size(); ++r) {
      const ConversionRound& round = plan_.taken().rounds[r];
      const std::string sent = mixed(round.send, p_.threads(), [&](int reg) { return pool(reg); });
      Numbers lanes;
      Numbers distance;
      for (std::size_t t = 0; t < round.lane.size(); ++t) {
        lanes.push_back(static_cast<std::uint32_t>(round.lane[t]));
        distance.push_back(lanes.back() ^ (static_cast<std::uint32_t>(t) & 31));
      }
      if (constant(distance)) {
        append_all(out.text, "const unsigned r", r, " = __shfl_xor_sync(", mask, ", ", sent, ", ", distance[0], ");\n");
      } else {
        append_all(out.text, "const unsigned r", r, " = __shfl_sync(", mask, ", ", sent, ", ", number(lanes), ");\n");
      }
    }
    return out;
  }

  // --- shared memory ---

  int stored_bytes() const { return plan_.taken().shared->store_elements * p_.bits / 8; }
  int loaded_bytes() const { return plan_.taken().shared->load_elements * p_.bits / 8; }

  MarkedText place() const {
    if (!shared() || by_xor()) return {};
    return filled(templates::convert, "place", {{"PLACED", linear_text(0, plan_.taken().shared->columns, "x")}});
  }

  // Adding the thread's part and the value's part does not carry, so the swizzle of the sum is the xor of the swizzled
  // parts.
  bool by_xor() const { return p_.linear && plan_.taken().method == ConversionMethod::shared; }

  std::string address(const ThreadOffsets& layout, std::string_view side, std::int64_t value) {
    const SharedTrip& trip = *plan_.taken().shared;
    const int bytes = p_.bits / 8;
    if (!by_xor()) {
      return cat("shared + place(", place_of(side, cat(value)), ") * ", bytes);
    }
    Numbers by_thread;
    for (std::int64_t t = 0; t < layout.threads; ++t)
      by_thread.push_back(static_cast<std::uint32_t>(trip.place(layout.offset[at(t)]) * bytes));
    const std::int64_t of_value = trip.place(layout.offset[at(value * layout.threads)]) * bytes;
    const std::string base = number(by_thread);
    return of_value == 0 ? cat("shared + ", base) : cat("shared + (", base, " ^ ", of_value, ')');
  }

  MarkedText stores() {
    MarkedText out;
    const Conversion& way = plan_.taken();
    const std::string type(access_type(stored_bytes()));
    for (std::size_t i = 0; i < way.stored.size(); ++i) {
      std::string words;
      for (const RegisterMix& word : way.stored[i])
        append_all(words, words.empty() ? "" : ", ", mixed(word, 1, [&](int reg) { return pool(reg); }));
      const std::string value = stored_bytes() < 4    ? cat("static_cast<", type, ">(", words, ')')
                                : stored_bytes() == 4 ? words
                                                      : cat("make_", type, '(', words, ')');
      append_all(out.text, "*reinterpret_cast<", type, "*>(", address(p_.a, "a", way.shared->stores[i][0]),
                 ") = ", value, ";\n");
    }
    return out;
  }

  MarkedText loads() {
    MarkedText out;
    const Conversion& way = plan_.taken();
    const std::string type(access_type(loaded_bytes()));
    for (std::size_t i = 0; i < way.shared->loads.size(); ++i) {
      append_all(out.text, "const ", loaded_bytes() <= 4 ? "unsigned" : type, " l", i, " = *reinterpret_cast<const ",
                 type, "*>(", address(p_.b, "b", way.shared->loads[i][0]), ");\n");
    }
    return out;
  }

  MarkedText results() {
    MarkedText out;
    const Conversion& way = plan_.taken();
    const int words = std::max(1, shared() ? loaded_bytes() / 4 : 1);
    const auto loaded = [&](int word) {
      if (!shared()) return pool(word);
      if (words == 1) return cat('l', word);
      return cat('l', word / words, '.', "xyzw"[word % words]);
    };
    for (std::size_t d = 0; d < way.result.size(); ++d)
      append_all(out.text, "b[", d, "] = ", mixed(way.result[d], shared() ? 1 : p_.threads(), loaded), ";\n");
    return out;
  }

  const ConvertPlan& plan_;
  const ConversionProblem& p_;
  std::string name_;
  MarkedText tables_;
  MarkedText numbers_;
  std::map<Numbers, std::string> names_;
};

// True if B holds every element of the tile.
bool covers(const ConvertPlan& plan) {
  std::vector<bool> held(at(plan.tile), false);
  for (const std::int64_t e : plan.problem.b.offset) held[at(e)] = true;
  return std::all_of(held.begin(), held.end(), [](bool one) { return one; });
}

}  // namespace

KernelText cuda_text(const ConvertPlan& plan) { return ConvertWriter(plan, "stridescope_convert").write(); }

std::string check_text(const ConvertPlan& plan, bool with_element_type) {
  const ConvertWriter writer(plan, "stridescope_convert");
  const bool pairs = !covers(plan);
  const std::int64_t all = pairs ? plan.problem.b.values * plan.problem.threads() : plan.tile;
  return filled(templates::convert, "proof",
                {{"TYPED", with_element_type},
                 {"INDICES", writer.indices()},
                 {"CODE", element_code_text()},
                 {"POISON", poison_text()},
                 {"ELEMENTS", cat(all * convert_blocks(plan), "LL")},
                 {"PAIRS", pairs},
                 {"VALUES_B", plan.problem.b.values},
                 {"THREADS", plan.problem.threads()},
                 {"TILE", cat(plan.tile, "LL")},
                 {"AT_B", writer.place_of("b")},
                 {"LISTED", max_wrong_listed}},
                {{"TYPE", writer.element_type()}})
      .text;
}

std::string yardstick_text(const ConvertPlan& plan) {
  const ConvertPlan plain = plainly(plan);
  return cat("namespace plain {\n", ConvertWriter(plain, "stridescope_convert_plainly").write().text,
             "}  // namespace plain\n");
}

std::string standalone_text(const ConvertPlan& plan) {
  const ConvertPlan plain = plainly(plan);
  MarkedText out = standalone_begin("convert", plan.needs, false);
  append_all(out.text, cuda_text(plan).text, check_text(plan, false));
  append(out, standalone_check());
  append(out, filled(templates::host_convert, "main",
                     {{"PLAIN", yardstick_text(plan)},
                      {"SHARED_BYTES", plan.shared_bytes()},
                      {"PLAIN_BYTES", plain.shared_bytes()},
                      {"BLOCKS", convert_blocks(plan)},
                      {"THREADS", plan.problem.threads()},
                      {"TILE", plan.tile},
                      {"BYTES_MOVED", cat(plan.bytes_moved(), ".0")},
                      {"VERDICT", standalone_verdict("stridescope_check<<<1024, 256>>>(src, dst, wrong);")},
                      {"MEDIAN", standalone_median("1")}}));
  return std::move(out.text);
}

}  // namespace stridescope
