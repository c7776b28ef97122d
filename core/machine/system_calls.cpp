// The lanes of a call print in order; an assertion that fails ends the run.
// Source: CUDA C++ Programming Guide, "Formatted Output" (conversions, return value) and "Assertion"; the ABI of
// vprintf: arguments follow one another, each at a multiple of its size.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/base/bit_cast.h"
#include "core/base/text.h"
#include "core/machine/decoder.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_text_bytes = 1 << 12;  // bytes of a string argument
// A longer width or precision would fill all of the kept output anyway.
constexpr int most_extent = static_cast<int>(max_printed_bytes);

// The lane that calls, and the memory that it reads.
class Caller {
 public:
  Caller(Machine& m, const Warp& w, const Step& s, std::size_t lane) : m_(m), w_(w), s_(s), lane_(lane) {}

  std::uint64_t argument(std::uint32_t i, std::size_t bytes = 8) const {
    std::uint64_t out = 0;
    std::memcpy(&out, local(m_.code.lists[s_.list + i]), bytes);
    return out;
  }
  char* local(std::uint32_t address) const {
    return w_.block->local.data() + std::size_t{m_.thread_of(w_, lane_)} * m_.code.local_bytes + address;
  }
  std::uint64_t number(std::uint64_t address, std::size_t bytes) {
    std::uint64_t out = 0;
    Space space = Space::generic;
    const char* const from = m_.at(s_, w_, lane_, address, bytes, space);
    if (from != nullptr) std::memcpy(&out, from, bytes);
    return out;
  }
  std::string text(std::uint64_t address) {
    std::string out;
    while (out.size() < most_text_bytes) {
      const auto one = static_cast<char>(number(address + out.size(), 1));
      if (m_.failed() || one == '\0') break;
      out += one;
    }
    m_.charge(out.size());
    return out;
  }
  void charge(std::uint64_t bytes) { m_.charge(bytes); }
  bool failed() const { return m_.failed() || m_.over_limit(); }

 private:
  Machine& m_;
  const Warp& w_;
  const Step& s_;
  std::size_t lane_;
};

// One conversion of a format: "%-8.3f".
struct Conversion {
  std::string before;  // flags, width and precision, with the percent sign
  bool wide = false;   // an integer has 8 bytes
  char letter = 0;     // 0: not a conversion
};

class Printer {
 public:
  Printer(Caller& caller, std::string text, std::uint64_t arguments)
      : caller_(caller), text_(std::move(text)), next_(arguments) {}

  std::string write() {
    std::string out;
    while (at_ < text_.size() && !caller_.failed() && out.size() < max_printed_bytes) {
      const std::size_t begin = at_;
      if (text_[at_++] != '%') {
        out += text_[begin];
        continue;
      }
      if (at_ < text_.size() && text_[at_] == '%') {
        out += text_[at_++];
        continue;
      }
      const Conversion one = conversion();
      out += one.letter == 0 ? text_.substr(begin, at_ - begin) : written(one);
    }
    return out;
  }
  int count() const { return count_; }

 private:
  std::uint64_t take(std::size_t bytes) {
    next_ = (next_ + bytes - 1) / bytes * bytes;
    const std::uint64_t out = caller_.number(next_, bytes);
    next_ += bytes;
    ++count_;
    return out;
  }
  // Digits, or * and an argument.
  int extent() {
    const bool given = at_ < text_.size() && text_[at_] == '*';
    at_ += given ? 1 : 0;
    int out = given ? static_cast<std::int32_t>(take(4)) : 0;
    for (; !given && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      out = out > most_extent ? out : out * 10 + (text_[at_] - '0');
    out = std::clamp(out, -most_extent, most_extent);
    caller_.charge(static_cast<std::uint64_t>(std::abs(out)));
    return out;
  }
  Conversion conversion() {
    Conversion out;
    out.before = "%";
    while (at_ < text_.size() && std::string_view("-+ #0").find(text_[at_]) != std::string_view::npos)
      if (out.before.find(text_[at_++]) == std::string::npos) out.before += text_[at_ - 1];
    if (const int width = extent(); width != 0) append_all(out.before, width);
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      const int precision = extent();
      if (precision >= 0) append_all(out.before, '.', precision);
    }
    for (; at_ < text_.size() && std::string_view("hljzt").find(text_[at_]) != std::string_view::npos; ++at_)
      out.wide = out.wide || text_[at_] != 'h';
    if (at_ < text_.size() && std::string_view("diouxXcspeEfFgGaA").find(text_[at_]) != std::string_view::npos)
      out.letter = text_[at_++];
    return out;
  }
  std::string written(const Conversion& one) {
    std::string line;
    const auto print = [&](const char* length, auto value) {
      const std::string format = cat(one.before, length, one.letter);
      line.resize(static_cast<std::size_t>(std::max(std::snprintf(nullptr, 0, format.c_str(), value), 0)));
      std::snprintf(line.data(), line.size() + 1, format.c_str(), value);
    };
    switch (one.letter) {
      case 'd':
      case 'i':
        print("ll",
              one.wide ? static_cast<long long>(take(8)) : static_cast<long long>(static_cast<std::int32_t>(take(4))));
        break;
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        print("ll", static_cast<unsigned long long>(take(one.wide ? 8 : 4)));
        break;
      case 'c':
        print("", static_cast<int>(take(4)));
        break;
      case 's': {
        const std::string text = caller_.text(take(8));
        print("", text.c_str());
        break;
      }
      case 'p':
        return cat("0x", hexadecimal(take(8)));
      default:
        print("", bit_cast<double>(take(8)));
    }
    return line;
  }
  static std::string hexadecimal(std::uint64_t value) {
    char line[20];
    return {line, line + std::snprintf(line, sizeof line, "%llx", static_cast<unsigned long long>(value))};
  }

  Caller& caller_;
  std::string text_;
  std::uint64_t next_;
  std::size_t at_ = 0;
  int count_ = 0;
};

// vprintf(format, arguments): the number of arguments; -1 without a format.
void print(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  for_lanes(active, [&](std::size_t lane) {
    Caller caller(m, w, s, lane);
    std::int32_t count = -1;
    if (const std::uint64_t address = caller.argument(0); address != 0) {
      Printer printer(caller, caller.text(address), caller.argument(1));
      const std::string text = printer.write();
      m.charge(text.size());
      m.printed.append(text, 0, max_printed_bytes - std::min(m.printed.size(), max_printed_bytes));
      count = printer.count();
    }
    if (s.p != nowhere) std::memcpy(caller.local(s.p), &count, 4);
  });
}

// __assertfail(assertion, file, line, function, bytes of a character)
void fail_assertion(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const std::size_t lane = __builtin_ctz(active);
  Caller caller(m, w, s, lane);
  // A message is text of one line.
  const auto word = [&](std::uint32_t argument) {
    std::string out = caller.text(caller.argument(argument));
    for (char& one : out) one = one >= ' ' && one <= '~' ? one : '?';
    return out;
  };
  const std::string assertion = word(0);
  const std::string file = word(1);
  const std::string function = word(3);
  m.fail(ErrorCode::arguments,
         say("assertion '{}' of {} fails in {}, line {}", assertion, function, file,
             static_cast<std::uint32_t>(caller.argument(2, 4))),
         s, w, lane);
}

struct SystemFunction {
  std::string_view name;
  Execute execute;
  std::initializer_list<std::int64_t> bytes;  // bytes of the arguments
};
const SystemFunction functions[] = {{"vprintf", print, {8, 8}}, {"__assertfail", fail_assertion, {8, 8, 4, 8, 8}}};

}  // namespace

// The step has the addresses of its arguments, in local memory, in Code::lists from `list` on, and that of its result
// in p.
bool Decoder::call_system(std::string_view name, const Operand* arguments, const Operand* results) {
  const auto found = std::find_if(std::begin(functions), std::end(functions),
                                  [&](const SystemFunction& one) { return one.name == name; });
  if (found == std::end(functions)) return false;
  const auto address = [&](const Operand& one, std::int64_t bytes, std::uint32_t& out) {
    if (one.kind != Operand::Kind::variable || one.of_program || body_->function->variables[one.index].bytes < bytes)
      return false;
    out = static_cast<std::uint32_t>(body_->addresses[one.index]);
    return true;
  };
  const std::size_t count = arguments == nullptr ? 0 : arguments->elements.size();
  if (count != found->bytes.size())
    return wrong(say("'{}' takes {} {argument|arguments}, but {} {is|are} given", name, found->bytes.size(), count));
  step_.execute = found->execute;
  step_.list = static_cast<std::uint32_t>(code_.lists.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t place = 0;
    if (!address(arguments->elements[i], found->bytes.begin()[i], place)) return false;
    code_.lists.push_back(place);
  }
  if (results != nullptr && !results->elements.empty() && !address(results->elements[0], 4, step_.p)) return false;
  add_step();
  return true;
}

}  // namespace stridescope::machine
