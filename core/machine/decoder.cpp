// Numbers the rows, places the variables, and asks the families for each instruction.
#include "core/machine/decoder.h"

#include <algorithm>
#include <string>

#include "core/base/bit_cast.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/machine/numbers.h"

namespace stridescope::machine {
namespace {

using Family = bool (*)(Decoder&);
struct OpcodeRow {
  std::string_view word;
  Family family;
};
constexpr OpcodeRow opcodes[] = {
#define PTX_FAMILY(name)
#define PTX_OPCODE(word, family) {word, family::decode},
#include "core/machine/opcodes.def"
#undef PTX_OPCODE
#undef PTX_FAMILY
};
Family family_of(std::string_view word) {
  for (const OpcodeRow& row : opcodes) {
    if (row.word == word) return row.family;
  }
  return nullptr;
}

constexpr std::uint32_t most_rows = 1 << 20;
constexpr std::uint64_t most_shared_bytes = 1 << 20;
constexpr std::uint64_t most_local_bytes = 1 << 20;

std::uint64_t aligned(std::uint64_t value, std::int64_t alignment) {
  const auto unit = static_cast<std::uint64_t>(std::max<std::int64_t>(alignment, 1));
  return (value + unit - 1) / unit * unit;
}

// The instruction on one line, without comments.
std::string one_line(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = line_end(text, i);
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i), text.size() - 2) + 1;
      continue;
    }
    const char c = i < text.size() ? text[i] : ' ';
    if (!is_blank(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ';') out.pop_back();
  return out;
}

}  // namespace

Type Decoder::type(std::size_t n) const {
  for (const std::string_view word : instruction_->words) {
    const Type type = type_named(word);
    if (type != Type::none && n-- == 0) return type;
  }
  return Type::none;
}
Space Decoder::space() const {
  if (has("global") || has("const")) return Space::global;
  if (has("shared") || has("shared::cta") || has("shared::cluster")) return Space::shared;
  if (has("local")) return Space::local;
  if (has("param") || has("param::entry") || has("param::func")) return Space::parameter;
  return Space::generic;
}

Type Decoder::last_type() const {
  for (std::size_t i = instruction_->words.size(); i-- > 1;) {
    const Type type = type_named(instruction_->words[i]);
    if (type != Type::none) return type;
  }
  return Type::none;
}

bool Decoder::wrong(Message what, Message hint) {
  if (!error_)
    error_ = Error{ErrorCode::syntax,
                   say("line {} of the PTX: {}", instruction_->line, std::move(what)),
                   std::move(hint),
                   instruction_->span,
                   {}};
  return true;
}
bool Decoder::wants(std::size_t count) { return wants(count, count); }
bool Decoder::wants(std::size_t least, std::size_t most) {
  if (operands() >= least && operands() <= most) return true;
  wrong(say("{} has {} {operand|operands}; expected {}", instruction_->opcode, operands(), least));
  return false;
}

bool Decoder::wants_elements(const Operand& operand) {
  const std::size_t wanted = has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1;
  const std::size_t given = operand.kind == Operand::Kind::vector ? operand.elements.size() : 1;
  if (given == wanted) return true;
  wrong(say("{} has {} {element|elements}; expected {}", instruction_->opcode, given, wanted));
  return false;
}

bool Decoder::only(std::initializer_list<std::string_view> words) const {
  for (std::size_t i = 1; i < instruction_->words.size(); ++i) {
    const std::string_view word = instruction_->words[i];
    if (type_named(word) == Type::none && std::find(words.begin(), words.end(), word) == words.end()) return false;
  }
  return true;
}

Rounding Decoder::rounding(Rounding otherwise) const {
  for (const std::string_view word : instruction_->words) {
    if (word == "rn" || word == "rni") return Rounding::nearest;
    if (word == "rz" || word == "rzi") return Rounding::zero;
    if (word == "rm" || word == "rmi") return Rounding::down;
    if (word == "rp" || word == "rpi") return Rounding::up;
    if (word == "rna") return Rounding::nearest_away;
  }
  return otherwise;
}

std::uint32_t Decoder::constant(std::uint64_t value) {
  const auto [place, added] = constants_.try_emplace(value, code_.rows);
  if (added) {
    code_.constants.emplace_back(code_.rows, value);
    ++code_.rows;
  }
  return place->second;
}

std::uint32_t Decoder::carry() {
  if (carry_ == nowhere) carry_ = scratch();
  return carry_;
}

std::uint64_t Decoder::address_of(const Operand& operand) const {
  if (operand.of_program) {
    const std::uint64_t base = operand.index < program_addresses_.size() ? program_addresses_[operand.index] : 0;
    return base + operand.value;
  }
  return body_->addresses[operand.index] + operand.value;
}

const Operand& Decoder::operand(std::size_t i) {
  static const Operand missing = {Operand::Kind::words, false, false, false, 0, 0, {}, {}};
  if (i < operands()) return instruction_->operands[i];
  wrong(say("{} has {} {operand|operands}; expected {}", instruction_->opcode, operands(), i + 1));
  return missing;
}

std::uint32_t Decoder::source(const Operand& operand, Type type) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      if (operand.value != 0) wrong(say("a register with an offset is not an operand here"));
      return body_->first_row + operand.index;
    case Operand::Kind::immediate: {
      std::uint64_t value = operand.value;
      if (operand.floating) {
        const auto real = bit_cast<double>(value);
        if (const Format* format = format_of(type))
          value = rounded(*format, real, Rounding::nearest);
        else if (type != Type::f64 && bits_of(type) <= 32)
          value = rounded(format_f32, real, Rounding::nearest);
      }
      return constant(type == Type::pred ? std::uint64_t{value != 0}
                                         : low_bits(value, bits_of(type) == 0 ? 64 : bits_of(type)));
    }
    case Operand::Kind::special: {
      if (!is_special(operand.text)) {
        wrong(say("'{}' is not a declared register or a special register that the machine has", operand.text));
        return 0;
      }
      const auto [place, added] = specials_.try_emplace(operand.text, code_.rows);
      if (added) {
        code_.specials.push_back({code_.rows, operand.text});
        ++code_.rows;
      }
      return place->second;
    }
    case Operand::Kind::variable:
      return constant(address_of(operand));
    default:
      wrong(say("'{}' is not an operand here", operand.text));
      return 0;
  }
}

std::uint32_t Decoder::result(const Operand& operand) {
  if (operand.kind == Operand::Kind::sink) return scratch();
  if (operand.kind == Operand::Kind::reg && operand.value == 0) return body_->first_row + operand.index;
  wrong(say("the result of {} is not a register", instruction_->opcode));
  return 0;
}

void Decoder::results() {
  const Operand& to = operand(0);
  if (to.kind == Operand::Kind::pair) {
    step_.d = result(to.elements[0]);
    step_.p = result(to.elements[1]);
  } else {
    step_.d = result(to);
  }
}

bool Decoder::operands_of(Type type, std::size_t sources) {
  if (!wants(sources + 1)) return true;
  step_.d = result(0);
  step_.a = source(1, type);
  if (sources > 1) step_.b = source(2, type);
  if (sources > 2) step_.c = source(3, type);
  return true;
}

void Decoder::address(const Operand& operand) {
  if (operand.kind != Operand::Kind::memory || operand.elements.empty()) {
    wrong(say("{} has no address in square brackets", instruction_->opcode));
    return;
  }
  const Operand& base = operand.elements[0];
  switch (base.kind) {
    case Operand::Kind::reg:
      step_.a = body_->first_row + base.index;
      step_.value = base.value;
      return;
    case Operand::Kind::immediate:
      step_.a = constant(0);
      step_.value = base.value;
      return;
    case Operand::Kind::variable:
      step_.a = constant(address_of(base));
      step_.value = 0;
      return;
    default:
      wrong(say("'{}' is not an address", base.text));
  }
}

void Decoder::list(const Operand& operand, bool written, Type type) {
  const auto first = static_cast<std::uint32_t>(code_.lists.size());
  if (operand.kind == Operand::Kind::vector) {
    std::vector<std::uint32_t> rows;
    for (const Operand& element : operand.elements) rows.push_back(written ? result(element) : source(element, type));
    code_.lists.insert(code_.lists.end(), rows.begin(), rows.end());
    step_.count = static_cast<std::uint8_t>(std::min<std::size_t>(rows.size(), 255));
  } else {
    const std::uint32_t row = written ? result(operand) : source(operand, type);
    code_.lists.push_back(row);
    step_.count = 1;
  }
  step_.list = first;
}

void Decoder::record(AccessKind kind, int bytes, int matrices) {
  TracedInstruction out;
  out.pc = 16 * static_cast<std::int64_t>(code_.places.size());
  out.kind = kind;
  out.bytes = bytes;
  out.matrices = matrices;
  const Span span = instruction_->span;
  out.sass = one_line(std::string_view(*program_.text).substr(span.begin, span.end - span.begin));
  if (instruction_->source_line > 0 && instruction_->source_file < program_.files.size()) {
    out.file = program_.files[instruction_->source_file];
    out.line = instruction_->source_line;
  }
  step_.place = static_cast<std::uint32_t>(code_.places.size());
  code_.places.push_back(std::move(out));
}
void Decoder::not_recorded() {
  std::string name(instruction_->opcode);
  if (std::find(code_.unrecorded.begin(), code_.unrecorded.end(), name) == code_.unrecorded.end())
    code_.unrecorded.push_back(std::move(name));
}

int Decoder::register_bits(const Operand& operand) const {
  return operand.kind == Operand::Kind::reg ? bits_of(body_->function->registers[operand.index].type) : 64;
}

bool Decoder::is_kernel_parameter(const Operand& operand) const {
  return operand.kind == Operand::Kind::variable && !operand.of_program && body_->function->kernel &&
         operand.index < body_->function->parameters.size();
}

void Decoder::add_step() {
  code_.steps.push_back(step_);
  code_.instructions.push_back(instruction_);
}

// --- calls ---

namespace {

// Copies bytes of the thread's own memory: the arguments into the parameters of a function, or its results back.
void copy_parameters(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const std::uint64_t local = m.code.local_bytes;
  for_lanes(active, [&](std::size_t lane) {
    char* const thread = w.block->local.data() + std::size_t{m.thread_of(w, lane)} * local;
    for (std::uint32_t i = 0; i + 2 < s.mode * 3; i += 3) {
      const std::uint32_t* triple = m.code.lists.data() + s.list + i;
      std::memmove(thread + triple[1], thread + triple[0], triple[2]);
    }
  });
}

}  // namespace

// call (results), name, (arguments): a step that copies the arguments, the call, a step that copies the results.
bool Decoder::call() {
  const Operand* called = nullptr;
  const Operand* results = nullptr;
  const Operand* arguments = nullptr;
  for (std::size_t i = 0; i < operands(); ++i) {
    const Operand& one = operand(i);
    if (one.kind == Operand::Kind::function)
      called = &one;
    else if (one.kind == Operand::Kind::words)
      (called == nullptr ? results : arguments) = &one;
  }
  const Function* function = called == nullptr ? nullptr : program_.function(called->text);
  if (function == nullptr) return false;
  if (!function->defined) return call_system(function->name, arguments, results);
  const std::size_t to = body_of(*function);
  const Step guard = step_;
  const auto copy = [&](const Operand* given, const std::vector<Parameter>& wanted, std::size_t first, bool back) {
    const std::size_t count = given == nullptr ? 0 : given->elements.size();
    if (count != wanted.size())
      return wrong(
          say("'{}' takes {} {argument|arguments}, but {} {is|are} given", function->name, wanted.size(), count));
    step_ = guard;
    step_.execute = copy_parameters;
    step_.list = static_cast<std::uint32_t>(code_.lists.size());
    step_.mode = static_cast<std::uint32_t>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Operand& one = given->elements[i];
      if (one.kind != Operand::Kind::variable || one.of_program)
        return wrong(say("argument {} of the call is not a parameter variable", i));
      const auto here = static_cast<std::uint32_t>(body_->addresses[one.index]);
      const auto there = static_cast<std::uint32_t>(bodies_[to].addresses[first + i]);
      const auto bytes =
          static_cast<std::uint32_t>(std::min(body_->function->variables[one.index].bytes, wanted[i].bytes));
      code_.lists.insert(code_.lists.end(), {back ? there : here, back ? here : there, bytes});
    }
    add_step();
    return false;
  };
  if (copy(arguments, function->parameters, 0, false)) return true;
  step_ = guard;
  step_.flow = Flow::call;
  step_.mode = static_cast<std::uint32_t>(to);
  add_step();
  (void)copy(results, function->results, function->parameters.size(), true);
  return true;
}

// --- variables ---

void Decoder::place_variables(Body& body) {
  const Function& function = *body.function;
  std::uint64_t parameter = 0;
  for (std::size_t i = 0; i < function.variables.size(); ++i) {
    const Variable& variable = function.variables[i];
    const bool argument = function.kernel && i < function.parameters.size();
    if (argument) {
      parameter = aligned(parameter, variable.alignment);
      body.addresses.push_back(parameter);
      parameter += static_cast<std::uint64_t>(variable.bytes);
    } else if (variable.space == Space::shared) {
      code_.static_shared = aligned(code_.static_shared, variable.alignment);
      body.addresses.push_back(shared_base + code_.static_shared);
      code_.shared.push_back({&variable, body.addresses.back()});
      code_.static_shared += static_cast<std::uint64_t>(variable.bytes);
    } else {
      code_.local_bytes = aligned(code_.local_bytes, variable.alignment);
      body.addresses.push_back(code_.local_bytes);
      code_.local_bytes += static_cast<std::uint64_t>(variable.bytes);
    }
  }
}

std::size_t Decoder::body_of(const Function& function) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].function == &function) return i;
  }
  Body body;
  body.function = &function;
  body.first_row = code_.rows;
  code_.first_rows.emplace_back(&function, body.first_row);
  code_.rows += static_cast<std::uint32_t>(function.registers.size());
  place_variables(body);
  bodies_.push_back(std::move(body));
  return bodies_.size() - 1;
}

// --- functions ---

bool Decoder::decode(const Function& kernel, const std::vector<std::uint64_t>& program_addresses) {
  program_addresses_ = program_addresses;
  // Shared variables of the program: those with an extent first, then the dynamic ones, which begin at the same place.
  std::uint64_t dynamic_alignment = 16;
  program_addresses_.resize(program_.variables.size());
  std::vector<bool> used(program_.variables.size(), false);
  const auto mark = [&](const Operand& operand) {
    if (operand.kind == Operand::Kind::variable && operand.of_program) used[operand.index] = true;
  };
  for (const Function& function : program_.functions) {
    for (const Instruction& one : function.instructions) {
      for (const Operand& operand : one.operands) {
        mark(operand);
        for (const Operand& element : operand.elements) mark(element);
      }
    }
  }
  for (std::size_t i = 0; i < program_.variables.size(); ++i) {
    const Variable& variable = program_.variables[i];
    if (variable.space != Space::shared || !used[i]) continue;
    if (variable.bytes == 0) {
      dynamic_alignment = std::max(dynamic_alignment, static_cast<std::uint64_t>(variable.alignment));
      continue;
    }
    code_.static_shared = aligned(code_.static_shared, variable.alignment);
    program_addresses_[i] = shared_base + code_.static_shared;
    code_.shared.push_back({&variable, program_addresses_[i]});
    code_.static_shared += static_cast<std::uint64_t>(variable.bytes);
  }
  body_of(kernel);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    // A function's own shared variables are placed before the dynamic part: they are known once its body is.
    if (!calls_of(i)) return false;
  }
  code_.dynamic_shared = aligned(code_.static_shared, static_cast<std::int64_t>(dynamic_alignment));
  for (std::size_t i = 0; i < program_.variables.size(); ++i) {
    const Variable& variable = program_.variables[i];
    if (variable.space != Space::shared || variable.bytes != 0) continue;
    program_addresses_[i] = shared_base + code_.dynamic_shared;
    if (used[i]) code_.shared.push_back({&variable, program_addresses_[i]});
  }
  if (code_.static_shared > most_shared_bytes || code_.local_bytes > most_local_bytes) {
    error_ =
        Error{ErrorCode::too_large,
              say("the kernel declares {} {byte|bytes} of shared memory and {} {byte|bytes} of local memory a thread",
                  code_.static_shared, code_.local_bytes),
              say("expected at most {} and {}", most_shared_bytes, most_local_bytes),
              {},
              {}};
    return false;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!body(i)) return false;
  }
  // Calls lead to the first step of their function.
  for (Step& step : code_.steps) {
    if (step.flow == Flow::call) step.target = bodies_[step.mode].first_step;
  }
  return true;
}

// The bodies of all functions that this one calls. An error for recursion: the rows of a function exist once.
bool Decoder::calls_of(std::size_t index) {
  const Function& function = *bodies_[index].function;
  for (const Instruction& one : function.instructions) {
    if (one.words.empty() || one.words[0] != "call") continue;
    for (const Operand& operand : one.operands) {
      if (operand.kind != Operand::Kind::function) continue;
      const Function* called = program_.function(operand.text);
      if (called == nullptr || !called->defined) continue;
      const std::size_t before = bodies_.size();
      const std::size_t to = body_of(*called);
      if (to < before) {
        // A function that was met before may call this one.
        std::vector<const Function*> left = {called};
        std::vector<const Function*> seen;
        while (!left.empty()) {
          const Function* at = left.back();
          left.pop_back();
          if (at == &function) {
            instruction_ = &one;
            if (!error_)
              error_ = Error{ErrorCode::unsupported,
                             say("line {} of the PTX: function '{}' calls itself", one.line, function.name),
                             {},
                             one.span,
                             {}};
            return false;
          }
          if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
          seen.push_back(at);
          for (const Instruction& inner : at->instructions) {
            for (const Operand& o : inner.operands) {
              const Function* next = o.kind == Operand::Kind::function ? program_.function(o.text) : nullptr;
              if (next != nullptr) left.push_back(next);
            }
          }
        }
      }
    }
  }
  return true;
}

bool Decoder::body(std::size_t index) {
  const Function& function = *bodies_[index].function;
  bodies_[index].first_step = static_cast<std::uint32_t>(code_.steps.size());
  const std::vector<std::uint32_t> meets = meeting_points(function);
  // A call is followed by a step that copies its results, so that the numbers of steps and instructions differ.
  std::vector<std::uint32_t> first_steps;
  const auto first = code_.steps.size();
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    first_steps.push_back(static_cast<std::uint32_t>(code_.steps.size()));
    body_ = &bodies_[index];
    if (!one(function, i)) return false;
    if (code_.rows > most_rows) {
      error_ = Error{
          ErrorCode::too_large, say("the kernel uses more than {} registers and constants", most_rows), {}, {}, {}};
      return false;
    }
  }
  // The end of the text ends the function.
  first_steps.push_back(static_cast<std::uint32_t>(code_.steps.size()));
  Step end;
  end.flow = function.kernel ? Flow::exit : Flow::leave;
  code_.steps.push_back(end);
  code_.instructions.push_back(function.instructions.empty() ? nullptr : &function.instructions.back());
  for (std::size_t i = first; i < code_.steps.size(); ++i) {
    Step& step = code_.steps[i];
    if (step.flow != Flow::branch && step.flow != Flow::branch_table) continue;
    const std::uint32_t meet = meets[step.instruction];
    step.meet = meet >= function.instructions.size() ? nowhere : first_steps[meet];
    if (step.flow == Flow::branch) {
      step.target = first_steps[step.target];
    } else {
      for (std::uint32_t k = 0; k < step.mode; ++k)
        code_.lists[step.list + k] = first_steps[code_.lists[step.list + k]];
    }
  }
  return true;
}

bool Decoder::one(const Function& function, std::size_t i) {
  instruction_ = &function.instructions[i];
  step_ = Step();
  step_.instruction = static_cast<std::uint32_t>(i);
  if (instruction_->guard >= 0) {
    step_.guard = static_cast<std::int32_t>(body_->first_row + static_cast<std::uint32_t>(instruction_->guard));
    step_.guard_negated = instruction_->guard_negated;
  }
  const std::string_view word = instruction_->words[0];
  bool done = true;
  if (word == "bra") {
    if (!wants(1)) return false;
    if (operand(0).kind != Operand::Kind::label) return !wrong(say("the target of a branch is not a label"));
    step_.flow = Flow::branch;
    step_.target = operand(0).index;
  } else if (word == "brx") {
    if (!wants(2)) return false;
    step_.flow = Flow::branch_table;
    step_.a = source(0, Type::u32);
    step_.list = static_cast<std::uint32_t>(code_.lists.size());
    for (const Operand& target : operand(1).elements) code_.lists.push_back(target.index);
    step_.mode = static_cast<std::uint32_t>(operand(1).elements.size());
  } else if (word == "ret") {
    step_.flow = function.kernel ? Flow::exit : Flow::leave;
  } else if (word == "exit") {
    step_.flow = Flow::exit;
  } else if (word == "call") {
    done = call();
    if (done && !error_) return true;
  } else {
    const Family family = family_of(word);
    done = family != nullptr && family(*this);
  }
  if (error_) return false;
  if (!done) {
    if (missing_ != nullptr) {
      missing_->push_back(instruction_);
      return true;
    }
    error_ = Error{ErrorCode::unsupported,
                   say("line {} of the PTX: {} is not supported", instruction_->line, instruction_->opcode),
                   say("`stridescope machine --coverage` lists the unsupported instructions of a file"),
                   instruction_->span,
                   {}};
    return false;
  }
  add_step();
  return true;
}

}  // namespace stridescope::machine
