// Reads PTX statement by statement: directives, declarations, labels, instructions. Registers are numbered at their
// first use, so that a declared range costs nothing. Labels are resolved at the end of a function.
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "core/machine/declaration_parser.h"

namespace stridescope::machine {
namespace {

constexpr int most_nesting = 64;
constexpr std::size_t most_registers = 1 << 20;

// After the first error the parser reads nothing more.
class Parser : public DeclarationParser {
 public:
  using DeclarationParser::DeclarationParser;

  bool parse(Program& program) {
    program_ = &program;
    while (ok() && skip_blanks()) module_statement();
    if (ok() && program.functions.empty())
      fail(say("the text contains no function"), say("give PTX as nvcc --ptx, NVRTC or Triton write it"));
    if (ok() && !saw_version_)
      fail(say("the text does not begin with .version"), say("give PTX as nvcc --ptx, NVRTC or Triton write it"));
    return ok();
  }

 private:
  struct Scope {
    std::unordered_map<std::string_view, Type> names;
    std::vector<std::pair<std::string_view, std::pair<Type, std::uint64_t>>> ranges;
    std::unordered_map<std::string_view, std::uint32_t> numbers;    // registers in use
    std::unordered_map<std::string_view, std::uint32_t> variables;  // indices in Function::variables
    std::unordered_map<std::string_view, std::uint32_t> labels;     // instruction
  };
  // A use of a label, resolved when its scope ends.
  struct LabelUse {
    std::string_view name;
    std::size_t instruction;
    std::size_t operand;
    std::size_t element;  // npos: the operand itself
    std::size_t depth;
    std::size_t at;
  };

  // --- the module ---

  void module_statement() {
    if (peek() != '.') {
      fail(say("found '{}'; expected a directive", rest_of_line()),
           say("give PTX as nvcc --ptx, NVRTC or Triton write it"));
      return;
    }
    const std::size_t begin = at_;
    const std::string_view word = directive();
    if (word == ".version") {
      saw_version_ = true;
      skip_blanks();
      const std::size_t first = at_;
      while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
      program_->version = text_.substr(first, at_ - first);
    } else if (word == ".target") {
      program_->target = name();
      while (accept(',')) name();
    } else if (word == ".address_size") {
      if (integer() != 64)
        fail(say("addresses do not have 64 bits"), say("compile for 64 bits"), ErrorCode::unsupported);
    } else if (word == ".file") {
      file_statement();
    } else if (word == ".loc") {
      skip_line();
    } else if (word == ".section") {
      while (at_ < text_.size() && text_[at_] != '{') ++at_;
      skip_block();
    } else if (word == ".visible" || word == ".extern" || word == ".weak" || word == ".common") {
      // Linkage: the statement follows.
    } else if (word == ".entry" || word == ".func") {
      function(word == ".entry");
    } else if (word == ".pragma" || word == ".alias") {
      skip_statement();
    } else if (const auto space = space_named(word)) {
      do {
        program_->variables.push_back(declaration(*space).variable);
        const std::string_view declared = program_->variables.back().name;
        globals_[declared] = static_cast<std::uint32_t>(program_->variables.size() - 1);
      } while (ok() && accept(','));
      expect(';');
    } else {
      at_ = begin;
      fail(say("the directive '{}' is not known", word));
    }
  }

  // .file 1 "k.cu", 123, 456
  void file_statement() {
    const std::int64_t number = integer();
    expect('"');
    const std::size_t end = std::min(text_.find('"', at_), text_.size());
    if (ok() && number >= 0 && number < 65536) {
      if (program_->files.size() <= static_cast<std::size_t>(number))
        program_->files.resize(static_cast<std::size_t>(number) + 1);
      program_->files[static_cast<std::size_t>(number)] = text_.substr(at_, end - at_);
    }
    at_ = end;
    skip_line();
  }

  std::vector<Parameter> parameters() {
    std::vector<Parameter> out;
    expect('(');
    if (accept(')')) return out;
    do {
      const std::string_view space = directive();
      if (space != ".param" && space != ".reg") fail(say("found '{}'; expected .param", space));
      const Declared one = declaration(Space::parameter);
      out.push_back({one.variable.name, one.type, one.variable.bytes, one.variable.alignment});
    } while (ok() && accept(','));
    expect(')');
    return out;
  }

  void function(bool kernel) {
    Function out;
    out.kernel = kernel;
    if (!kernel && peek() == '(') out.results = parameters();
    out.name = name();
    functions_.insert(out.name);
    if (out.name.empty()) fail(say("found '{}'; expected the name of a function", rest_of_line()));
    if (ok() && peek() == '(') out.parameters = parameters();
    while (ok() && peek() == '.') {
      const std::string_view word = directive();
      if (word == ".reqntid")
        out.required_block = extents();
      else if (word == ".reqnctapercluster")
        out.required_cluster = extents();
      else if (word == ".maxntid")
        out.largest_block = extents();
      else if (word == ".maxnreg" || word == ".minnctapersm" || word == ".maxnctapersm" || word == ".maxclusterrank")
        extents();
      else if (word == ".abi_preserve" || word == ".abi_preserve_control")
        integer();
      else if (word == ".pragma")
        skip_statement();
      else if (word != ".noreturn" && word != ".explicitcluster" && word != ".blocksareclusters" && word != ".unique")
        fail(say("the directive '{}' is not known", word));
    }
    if (ok() && !accept(';')) {
      expect('{');
      out.defined = true;
      body(out);
    }
    if (!ok()) return;
    // A definition takes the place of its declaration.
    const auto known = std::find_if(program_->functions.begin(), program_->functions.end(),
                                    [&](const Function& one) { return one.name == out.name; });
    if (known == program_->functions.end())
      program_->functions.push_back(std::move(out));
    else if (out.defined)
      *known = std::move(out);
  }

  // --- the body of a function ---

  void body(Function& out) {
    function_ = &out;
    scopes_.clear();
    scopes_.emplace_back();
    uses_.clear();
    source_file_ = source_line_ = 0;
    // The first variables are the parameters, then the results.
    for (const Parameter& one : out.parameters)
      declare_variable({one.name, Space::parameter, one.bytes, one.alignment, {}, {}});
    for (const Parameter& one : out.results)
      declare_variable({one.name, Space::parameter, one.bytes, one.alignment, {}, {}});
    while (ok() && !scopes_.empty()) {
      if (!skip_blanks()) {
        fail(say("the text ends inside of function '{}'", out.name));
        return;
      }
      body_statement();
    }
  }

  void declare_variable(Variable variable) {
    scopes_.back().variables[variable.name] = static_cast<std::uint32_t>(function_->variables.size());
    function_->variables.push_back(std::move(variable));
  }

  void body_statement() {
    const char c = text_[at_];
    if (c == '{') {
      ++at_;
      if (scopes_.size() >= most_nesting)
        return fail(say("blocks are nested deeper than {} levels", most_nesting), {}, ErrorCode::too_deep);
      scopes_.emplace_back();
      return;
    }
    if (c == '}') {
      ++at_;
      end_scope();
      return;
    }
    if (c == ';') {
      ++at_;
      return;
    }
    if (c == '.') return body_directive();
    const std::size_t begin = at_;
    if (c != '@') {
      const std::string_view label = name();
      if (!label.empty() && peek() == ':' && text_.substr(at_, 2) != "::") {
        ++at_;
        labelled(label);
        return;
      }
      at_ = begin;
    }
    instruction();
  }

  void labelled(std::string_view label) {
    const std::size_t before = at_;
    const std::string_view word = directive();
    if (word == ".branchtargets") {
      Operand targets;
      targets.kind = Operand::Kind::vector;
      std::vector<std::string_view>& list = branch_lists_[label];
      do list.push_back(name());
      while (ok() && accept(','));
      expect(';');
      return;
    }
    if (word == ".callprototype" || word == ".calltargets") return skip_statement();
    at_ = before;
    scopes_.back().labels[label] = static_cast<std::uint32_t>(function_->instructions.size());
  }

  static Message undeclared(std::string_view word) {
    return say("'{}' is not a declared register, variable or label", word);
  }

  void end_scope() {
    const std::size_t depth = scopes_.size();
    std::vector<LabelUse> left;
    for (LabelUse& use : uses_) {
      if (use.depth != depth) {
        left.push_back(use);
        continue;
      }
      const auto found = scopes_.back().labels.find(use.name);
      if (found != scopes_.back().labels.end()) {
        Operand& operand = function_->instructions[use.instruction].operands[use.operand];
        (use.element == std::string_view::npos ? operand : operand.elements[use.element]).index = found->second;
        continue;
      }
      if (depth == 1) {
        at_ = use.at;
        fail(undeclared(use.name), {}, ErrorCode::unknown_name);
        return;
      }
      use.depth = depth - 1;
      left.push_back(use);
    }
    uses_ = std::move(left);
    scopes_.pop_back();
  }

  void body_directive() {
    const std::size_t begin = at_;
    const std::string_view word = directive();
    if (word == ".loc") {
      // .loc 1 12 5, function_name $L, inlined_at 1 5 3
      source_file_ = static_cast<std::uint32_t>(integer());
      source_line_ = static_cast<std::uint32_t>(integer());
      skip_line();
    } else if (word == ".reg") {
      registers();
    } else if (word == ".pragma") {
      skip_statement();
    } else if (word == ".file") {
      file_statement();
    } else if (const auto space = space_named(word)) {
      do declare_variable(declaration(*space).variable);
      while (ok() && accept(','));
      expect(';');
    } else {
      at_ = begin;
      fail(say("the directive '{}' is not known", word));
    }
  }

  // .reg .b32 %r<9>, x, y;
  void registers() {
    Type type = Type::none;
    while (ok() && peek() == '.') {
      const std::string_view word = directive();
      if (word == ".v2" || word == ".v4")
        return fail(say("registers of vectors are not supported"), {}, ErrorCode::unsupported);
      type = type_named(word.substr(1));
      if (type == Type::none) fail(say("found '{}'; expected a type", word));
    }
    do {
      const std::string_view word = name();
      if (word.empty()) fail(say("found '{}'; expected the name of a register", rest_of_line()));
      if (accept('<')) {
        scopes_.back().ranges.push_back({word, {type, static_cast<std::uint64_t>(integer())}});
        expect('>');
      } else {
        scopes_.back().names[word] = type;
      }
    } while (ok() && accept(','));
    expect(';');
  }

  // The number of a register; nothing if the name is not one.
  std::optional<std::uint32_t> find_register(std::string_view word) {
    for (std::size_t depth = scopes_.size(); depth-- > 0;) {
      Scope& scope = scopes_[depth];
      if (const auto known = scope.numbers.find(word); known != scope.numbers.end()) return known->second;
      Type type = Type::none;
      if (const auto one = scope.names.find(word); one != scope.names.end()) {
        type = one->second;
      } else {
        std::size_t digits = word.size();
        while (digits > 0 && is_digit(word[digits - 1])) --digits;
        // A prefix may end with digits itself.
        for (const auto& [prefix, range] : scope.ranges) {
          if (!word.starts_with(prefix) || prefix.size() < digits || prefix.size() == word.size()) continue;
          std::uint64_t index = 0;
          std::from_chars(word.data() + prefix.size(), word.data() + word.size(), index);
          if (index < range.second) type = range.first;
        }
      }
      if (type == Type::none) continue;
      if (function_->registers.size() >= most_registers) {
        fail(say("the function uses more than {} registers", most_registers), {}, ErrorCode::too_large);
        return std::nullopt;
      }
      const auto number = static_cast<std::uint32_t>(function_->registers.size());
      function_->registers.push_back({word, type});
      scope.numbers[word] = number;
      return number;
    }
    return std::nullopt;
  }

  std::optional<std::uint32_t> find_variable(std::string_view word) const {
    for (std::size_t depth = scopes_.size(); depth-- > 0;) {
      const auto found = scopes_[depth].variables.find(word);
      if (found != scopes_[depth].variables.end()) return found->second;
    }
    return std::nullopt;
  }

  // --- instructions ---

  void instruction() {
    Instruction out;
    const std::size_t begin = at_;
    if (accept('@')) {
      out.guard_negated = accept('!');
      const std::string_view word = name();
      const auto number = find_register(word);
      if (!number) return fail(say("'{}' is not a declared predicate", word), {}, ErrorCode::unknown_name);
      out.guard = static_cast<std::int32_t>(*number);
    }
    skip_blanks();
    const std::size_t first = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.' || text_.substr(at_, 2) == "::"))
      at_ += text_[at_] == ':' ? 2 : 1;
    out.opcode = text_.substr(first, at_ - first);
    if (out.opcode.empty()) return fail(say("found '{}'; expected an instruction", rest_of_line()));
    for (std::size_t from = 0; from <= out.opcode.size();) {
      const std::size_t dot = std::min(out.opcode.find('.', from), out.opcode.size());
      out.words.push_back(out.opcode.substr(from, dot - from));
      from = dot + 1;
    }
    while (line_at_ < first) {
      const auto next = std::find(text_.begin() + static_cast<std::ptrdiff_t>(line_at_),
                                  text_.begin() + static_cast<std::ptrdiff_t>(first), '\n');
      line_at_ = static_cast<std::size_t>(next - text_.begin()) + 1;
      if (line_at_ <= first) ++line_;
    }
    out.line = line_;
    out.source_file = source_file_;
    out.source_line = source_line_;
    number_ = function_->instructions.size();
    while (ok() && peek() != ';' && peek() != '\0') {
      operand_ = out.operands.size();
      out.operands.push_back(operand(0));
      if (!accept(',')) break;
    }
    expect(';');
    if (!ok()) return;
    out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    function_->instructions.push_back(std::move(out));
  }

  Operand list_of(Operand::Kind kind, char close, int depth) {
    Operand out;
    out.kind = kind;
    if (depth > 4) fail(say("operands are nested deeper than {} levels", 4), {}, ErrorCode::too_deep);
    if (kind == Operand::Kind::words && accept(close)) return out;
    do {
      element_ = out.elements.size();
      out.elements.push_back(operand(depth + 1));
    } while (ok() && accept(','));
    expect(close);
    return out;
  }

  // pre: depth 0 for an operand, more for the parts of one.
  Operand operand(int depth) {
    if (accept('{')) return list_of(Operand::Kind::vector, '}', depth);
    if (accept('(')) return list_of(Operand::Kind::words, ')', depth);
    if (accept('[')) {
      Operand out = list_of(Operand::Kind::memory, ']', depth);
      // [base+offset]: the base's offset is that of the access.
      if (!out.elements.empty()) {
        out.value = out.elements[0].kind == Operand::Kind::immediate ? 0 : out.elements[0].value;
      }
      return out;
    }
    Operand out = single(depth);
    if (ok() && peek() == '|') {
      ++at_;
      Operand pair;
      pair.kind = Operand::Kind::pair;
      pair.elements.push_back(std::move(out));
      pair.elements.push_back(single(depth));
      return pair;
    }
    return out;
  }

  Operand single(int depth) {
    Operand out;
    if (accept('!')) out.negated = true;
    if (at_number()) {
      out = number();
      return out;
    }
    if (accept('-')) {
      out = single(depth);
      if (out.kind != Operand::Kind::immediate) fail(say("only a number may be negated"));
      return out;
    }
    skip_blanks();
    const std::size_t begin = at_;
    std::string_view word = name();
    if (word.empty()) {
      fail(say("found '{}'; expected an operand", rest_of_line()));
      return out;
    }
    if (word == "_") {
      out.kind = Operand::Kind::sink;
      return out;
    }
    out.text = word;
    if (const auto number = find_register(word)) {
      out.kind = Operand::Kind::reg;
      out.index = *number;
      offset(out);
      return out;
    }
    if (word[0] == '%') {
      // A special register; %tid.x has a component.
      if (at_ + 1 < text_.size() && text_[at_] == '.') {
        ++at_;
        name();
        out.text = text_.substr(begin, at_ - begin);
      }
      out.kind = Operand::Kind::special;
      return out;
    }
    if (const auto variable = find_variable(word)) {
      out.kind = Operand::Kind::variable;
      out.index = *variable;
      offset(out);
      return out;
    }
    if (const auto global = globals_.find(word); global != globals_.end()) {
      out.kind = Operand::Kind::variable;
      out.index = global->second;
      out.of_program = true;
      offset(out);
      return out;
    }
    if (functions_.contains(word)) {
      out.kind = Operand::Kind::function;
      return out;
    }
    if (word == "WARP_SZ") {
      out.kind = Operand::Kind::immediate;
      out.value = 32;
      return out;
    }
    const auto list = branch_lists_.find(word);
    // A label is an operand or an element of one, a table of labels an operand: end_scope() finds no others.
    if (depth > (list == branch_lists_.end() ? 1 : 0)) {
      at_ = begin;
      fail(undeclared(word), {}, ErrorCode::unknown_name);
      return out;
    }
    if (list != branch_lists_.end()) {
      out.kind = Operand::Kind::vector;
      for (const std::string_view one : list->second) {
        uses_.push_back({one, number_, operand_, out.elements.size(), scopes_.size(), begin});
        Operand label;
        label.kind = Operand::Kind::label;
        out.elements.push_back(label);
      }
      return out;
    }
    out.kind = Operand::Kind::label;
    uses_.push_back({word, number_, operand_, depth > 0 ? element_ : std::string_view::npos, scopes_.size(), begin});
    return out;
  }
  void offset(Operand& out) {
    const char sign = peek();
    if (sign != '+' && sign != '-') return;
    if (sign == '+') ++at_;
    out.value = number().value;
  }

  std::size_t line_at_ = 0;
  std::uint32_t line_ = 1;
  Program* program_ = nullptr;
  Function* function_ = nullptr;
  bool saw_version_ = false;
  std::unordered_set<std::string_view> functions_;
  std::unordered_map<std::string_view, std::uint32_t> globals_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> branch_lists_;
  std::vector<Scope> scopes_;
  std::vector<LabelUse> uses_;
  std::size_t number_ = 0;
  std::size_t operand_ = 0;
  std::size_t element_ = 0;
  std::uint32_t source_file_ = 0;
  std::uint32_t source_line_ = 0;
};

}  // namespace

Result<Program> read_ptx(std::string_view text) {
  if (text.size() > max_ptx_bytes)
    return failure(ErrorCode::too_large, say("the PTX is larger than {} bytes", max_ptx_bytes));
  Program out;
  out.text = std::make_unique<const std::string>(text);
  Parser parser(*out.text);
  if (!parser.parse(out)) return failure(std::move(parser).error());
  return out;
}

}  // namespace stridescope::machine
