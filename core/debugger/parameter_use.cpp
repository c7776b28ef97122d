// Follows parameters through registers to the accesses to memory, and types through moves and shared memory from the
// instructions that compute with them.
#include "core/debugger/parameter_use.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/machine/tensor_words.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::debugger {
namespace {

using machine::Function;
using machine::Instruction;
using machine::Operand;
using machine::Type;
using machine::TypeKind;

constexpr int nothing = -1;
constexpr int most_passes = 8;
constexpr std::size_t most_members = 256;

// The elements of a packed type.
Type element_of(Type type) {
  switch (type) {
    case Type::f16x2:
      return Type::f16;
    case Type::bf16x2:
      return Type::bf16;
    case Type::f32x2:
    case Type::tf32:
      return Type::f32;
    default:
      return type;
  }
}

// A floating type that buffers can have.
bool is_known(Type type) {
  return type != Type::none && machine::kind_of(type) == TypeKind::floating &&
         element_type_named(machine::name_of(type)) != nullptr;
}

std::vector<Type> types_of(const Instruction& one) {
  std::vector<Type> out;
  for (std::size_t i = 1; i < one.words.size(); ++i) {
    if (const Type type = machine::type_named(one.words[i]); type != Type::none) out.push_back(element_of(type));
  }
  return out;
}

int rank_of(const Instruction& one) {
  for (const std::string_view word : one.words) {
    if (word.size() == 2 && word[0] >= '1' && word[0] <= '5' && word[1] == 'd') return word[0] - '0';
  }
  return 0;
}

// The floating types of registers and of shared memory.
class TypeSearch {
 public:
  explicit TypeSearch(const Function& kernel) : kernel_(kernel), types_(kernel.registers.size(), Type::none) {
    // Values flow forward through the text; the instructions that use a value are found backward.
    for (int pass = 0; pass < most_passes && changed_; ++pass) {
      changed_ = false;
      for (const Instruction& one : kernel.instructions) visit(one);
      for (auto one = kernel.instructions.rbegin(); one != kernel.instructions.rend(); ++one) visit(*one);
    }
  }

  // The elements of a vector have one type: the first that is known.
  Type of(const Operand& operand) const {
    Type out = Type::none;
    each_register(operand, [&](std::uint32_t index) {
      if (out == Type::none && index < types_.size()) out = types_[index];
    });
    return out;
  }
  // Tiles that matrix instructions read have the type of their operands.
  Type of_tile() const { return tile_; }
  // Copies fill tiles, if the kernel has some.
  Type of_copies() const { return tile_ != Type::none || mixed_ ? tile_ : plain_; }

 private:
  void note(const Operand& operand, Type type) {
    if (!is_known(type)) return;
    each_register(operand, [&](std::uint32_t index) {
      if (index >= types_.size() || types_[index] != Type::none) return;
      const Type declared = kernel_.registers[index].type;
      if (declared == Type::pred || machine::bits_of(declared) < machine::bits_of(type)) return;
      types_[index] = type;
      changed_ = true;
    });
  }
  void link(const Operand& a, const Operand& b) {
    note(a, of(b));
    note(b, of(a));
  }
  void meet(const Operand& value, Type& memory) {
    const Type type = of(value);
    if (type != Type::none && memory == Type::none) {
      memory = type;
      changed_ = true;
    }
    if (type != Type::none && memory != type && &memory == &plain_) mixed_ = true;
    if (!mixed_ || &memory == &tile_) note(value, memory);
  }

  void visit(const Instruction& one) {
    const std::vector<Operand>& operands = one.operands;
    const std::string_view opcode = one.words.front();
    const std::vector<Type> types = types_of(one);
    if (operands.empty() || opcode == "call" || opcode == "cp") return;
    if (opcode == "mov" || opcode == "shfl" || opcode == "selp") {
      // The upper half of an f32 is a bf16.
      if (opcode == "mov" && operands.size() == 2 && operands[1].kind == Operand::Kind::vector &&
          operands[1].elements.size() == 2 && operands[1].elements[0].kind == Operand::Kind::immediate &&
          of(operands[0]) == Type::f32)
        return note(operands[1], Type::bf16);
      for (std::size_t i = 1; i < std::min<std::size_t>(operands.size(), opcode == "selp" ? 3 : 2); ++i)
        link(operands[0], operands[i]);
    } else if (opcode == "cvt" && types.size() >= 2) {
      note(operands[0], types[types.size() - 2]);
      for (std::size_t i = 1; i < operands.size(); ++i) note(operands[i], types.back());
    } else if (opcode == "mma" && types.size() >= 4 && operands.size() >= 4) {
      for (std::size_t i = 0; i < 4; ++i) note(operands[i], types[types.size() - 4 + i]);
    } else if (opcode == "wgmma" && types.size() >= 3 && operands.size() >= 3) {
      const std::size_t first = types.size() - 3;
      note(operands[0], types[first]);
      if (operands[1].kind == Operand::Kind::vector) note(operands[1], types[first + 1]);
      if (tile_ == Type::none && is_known(types.back())) tile_ = types.back();
    } else if (opcode == "ldmatrix") {
      meet(operands[0], tile_);
    } else if ((opcode == "ld" || opcode == "st") && operands.size() >= 2) {
      const Operand& value = operands[opcode == "ld" ? 0 : 1];
      if (!types.empty()) note(value, types.back());
      if (!one.has("shared") && !one.has("shared::cta")) return;
      meet(value, plain_);
      if (opcode == "st") note(value, tile_);
    } else if (opcode != "stmatrix" && !types.empty()) {
      for (const Operand& operand : operands) {
        if (operand.kind != Operand::Kind::memory) note(operand, types.back());
      }
    }
  }

  const Function& kernel_;
  std::vector<Type> types_;  // by register
  Type plain_ = Type::none;  // type of shared memory that is loaded and stored
  Type tile_ = Type::none;   // type of shared memory that matrix instructions read
  bool mixed_ = false;       // several types are loaded and stored
  bool changed_ = true;
};

class UseSearch {
 public:
  explicit UseSearch(const Function& kernel)
      : kernel_(kernel),
        types_(kernel),
        places_(kernel.registers.size(), {nothing, 0}),
        from_(kernel.registers.size(), nothing) {}

  std::vector<ParameterUse> search() {
    repeat([&](const Instruction& one) { follow_place(one); });
    find_parts();
    repeat([&](const Instruction& one) { follow(one); });
    for (const Instruction& one : kernel_.instructions) note_accesses(one);
    for (ParameterUse& use : uses_) {
      if (use.map_rank > 0 && is_known(types_.of_tile())) use.element = std::string(machine::name_of(types_.of_tile()));
    }
    return std::move(uses_);
  }

 private:
  // An address in the parameters.
  struct Place {
    int parameter = nothing;
    std::int64_t offset = 0;
  };

  template <class F>
  void repeat(F&& visit) {
    changed_ = true;
    for (int pass = 0; pass < most_passes && changed_; ++pass) {
      changed_ = false;
      for (const Instruction& one : kernel_.instructions) visit(one);
    }
  }

  Place place_of(const Operand& operand) const {
    if (operand.kind == Operand::Kind::variable && !operand.of_program && operand.index < kernel_.parameters.size())
      return {static_cast<int>(operand.index), static_cast<std::int64_t>(operand.value)};
    if (operand.kind != Operand::Kind::reg || operand.index >= places_.size()) return {};
    Place out = places_[operand.index];
    out.offset += static_cast<std::int64_t>(operand.value);
    return out;
  }

  bool sets_address(const Instruction& one) const {
    if (one.operands.size() < 2 || one.operands[0].kind != Operand::Kind::reg) return false;
    const std::uint32_t to = one.operands[0].index;
    return to < places_.size() && machine::bits_of(kernel_.registers[to].type) == 64;
  }

  void follow_place(const Instruction& one) {
    const std::string_view opcode = one.words.front();
    if (!sets_address(one) || (opcode != "mov" && opcode != "cvta" && opcode != "add")) return;
    Place& to = places_[one.operands[0].index];
    Place from = place_of(one.operands[1]);
    if (to.parameter != nothing || from.parameter == nothing) return;
    if (opcode == "add") {
      if (one.operands.size() < 3 || one.operands[2].kind != Operand::Kind::immediate) return;
      from.offset += static_cast<std::int64_t>(one.operands[2].value);
    }
    to = from;
    changed_ = true;
  }

  static bool is_number(std::int64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

  void find_parts() {
    const bool copies = std::any_of(kernel_.instructions.begin(), kernel_.instructions.end(),
                                    [](const Instruction& one) { return one.has("tensor"); });
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
      const machine::Parameter& parameter = kernel_.parameters[i];
      const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(parameter.bytes, 0));
      const bool map = copies && bytes == machine::tensor_map_bytes &&
                       parameter.alignment >= static_cast<std::int64_t>(machine::tensor_map_alignment);
      if (!is_number(parameter.bytes) && !map) {
        add_members(i);
        continue;
      }
      ParameterUse& use = uses_.emplace_back();
      use.parameter = i;
      use.bytes = parameter.bytes;
      // A compiler may pass a pointer or a number as a structure of bytes.
      const bool fits = machine::bits_of(parameter.type) == 8 * parameter.bytes;
      use.type = map ? Type::none : fits ? parameter.type : machine::type_named(cat('b', 8 * parameter.bytes));
      if (map) use.map_rank = map_rank(i, 0);
    }
  }

  // The dimensions of the copy that uses this map, or else of the first copy.
  int map_rank(std::size_t parameter, std::int64_t offset) const {
    int first = 0;
    for (const Instruction& one : kernel_.instructions) {
      const int rank = one.has("tensor") ? rank_of(one) : 0;
      if (rank == 0) continue;
      if (first == 0) first = rank;
      for (const Operand& operand : one.operands) {
        if (operand.kind != Operand::Kind::memory || operand.elements.empty()) continue;
        const Place place = place_of(operand.elements[0]);
        if (place.parameter == static_cast<int>(parameter) && place.offset == offset) return rank;
      }
    }
    return first;
  }

  // The members of a structure that the kernel loads, or whose address is that of a map.
  void add_members(std::size_t parameter) {
    const std::size_t first = uses_.size();
    const std::int64_t all = kernel_.parameters[parameter].bytes;
    const auto add = [&](std::int64_t offset, std::int64_t bytes, Type type) {
      if (offset < 0 || bytes <= 0 || offset > all - bytes || uses_.size() - first >= most_members) return;
      for (std::size_t k = first; k < uses_.size(); ++k) {
        if (offset < uses_[k].offset + uses_[k].bytes && uses_[k].offset < offset + bytes) return;
      }
      ParameterUse& use = uses_.emplace_back();
      use.parameter = parameter;
      use.offset = offset;
      use.bytes = bytes;
      use.member = true;
      use.type = type;
      if (type == Type::none) use.map_rank = map_rank(parameter, offset);
    };
    for (const Instruction& one : kernel_.instructions) {
      const bool load = one.words.front() == "ld" && one.has("param");
      const bool copy = one.has("tensor");
      if (!load && !copy) continue;
      for (const Operand& operand : one.operands) {
        if (operand.kind != Operand::Kind::memory || operand.elements.empty()) continue;
        const Place place = place_of(operand.elements[0]);
        if (place.parameter != static_cast<int>(parameter)) continue;
        const auto map_bytes = static_cast<std::int64_t>(machine::tensor_map_bytes);
        if (copy) add(place.offset, map_bytes, Type::none);
        const Type type = load ? machine::type_named(one.words.back()) : Type::none;
        if (type == Type::none || !is_number(machine::bits_of(type) / 8)) continue;
        const std::int64_t bytes = machine::bits_of(type) / 8;
        const std::size_t count =
            one.operands[0].kind == Operand::Kind::vector ? one.operands[0].elements.size() : std::size_t{1};
        for (std::size_t k = 0; k < count; ++k) add(place.offset + static_cast<std::int64_t>(k) * bytes, bytes, type);
      }
    }
    std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(first), uses_.end(),
              [](const ParameterUse& a, const ParameterUse& b) { return a.offset < b.offset; });
    if (uses_.size() > first) return;
    ParameterUse& use = uses_.emplace_back();
    use.parameter = parameter;
    use.bytes = all;
  }

  int use_at(const Place& place) const {
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      if (place.parameter == static_cast<int>(uses_[i].parameter) && place.offset == uses_[i].offset)
        return static_cast<int>(i);
    }
    return nothing;
  }
  int use_of(const Operand& operand) const {
    return operand.kind == Operand::Kind::reg && operand.index < from_.size() ? from_[operand.index] : nothing;
  }
  void set(const Operand& to, int use) {
    if (use == nothing || to.kind != Operand::Kind::reg || to.index >= from_.size() || from_[to.index] != nothing)
      return;
    if (machine::bits_of(kernel_.registers[to.index].type) != 64) return;
    from_[to.index] = use;
    changed_ = true;
  }

  void follow(const Instruction& one) {
    const std::string_view opcode = one.words.front();
    if (one.operands.size() < 2) return;
    const Operand& to = one.operands[0];
    if (opcode == "ld") {
      const Operand& source = one.operands[1];
      if (!one.has("param") || source.elements.empty()) return;
      Place place = place_of(source.elements[0]);
      if (to.kind != Operand::Kind::vector) return set(to, use_at(place));
      for (const Operand& element : to.elements) {
        set(element, use_at(place));
        place.offset += 8;
      }
      return;
    }
    if (opcode != "mov" && opcode != "cvta" && opcode != "add" && opcode != "sub" && opcode != "mad" &&
        opcode != "selp")
      return;
    // If the sum is the address of a map, the result holds it; the address of a number is not a pointer in the number.
    const int map = use_at(place_of(to));
    if (map != nothing && uses_[static_cast<std::size_t>(map)].map_rank > 0) return set(to, map);
    for (std::size_t i = 1; i < one.operands.size(); ++i) set(to, use_of(one.operands[i]));
  }

  std::string accessed_element(const Instruction& one) const {
    const std::vector<Type> types = types_of(one);
    if (types.empty()) return "i32";
    const Type type = types.back();
    if (is_known(type)) return std::string(machine::name_of(type));
    for (const Operand& operand : one.operands) {
      const Type computed = operand.kind == Operand::Kind::memory ? Type::none : types_.of(operand);
      if (computed != Type::none && machine::bits_of(computed) <= machine::bits_of(type))
        return std::string(machine::name_of(computed));
    }
    return element_name(type);
  }

  void note_accesses(const Instruction& one) {
    const std::string_view opcode = one.words.front();
    if (one.has("param")) return;
    for (const Operand& operand : one.operands) {
      if (operand.kind != Operand::Kind::memory || operand.elements.empty()) continue;
      const int number = use_of(operand.elements[0]);
      if (number == nothing) continue;
      ParameterUse& use = uses_[static_cast<std::size_t>(number)];
      const bool first = &operand == one.operands.data();
      use.pointer = use.map_rank == 0;
      use.read = use.read || opcode == "ld" || opcode == "ldu" || opcode == "atom" || opcode == "red" ||
                 (opcode == "cp" && !first);
      use.written = use.written || opcode == "st" || opcode == "atom" || opcode == "red" || (opcode == "cp" && first);
      if (!use.element.empty()) continue;
      if (opcode != "cp")
        use.element = accessed_element(one);
      else if (is_known(types_.of_copies()))
        use.element = std::string(machine::name_of(types_.of_copies()));
    }
  }

  const Function& kernel_;
  const TypeSearch types_;
  std::vector<ParameterUse> uses_;
  std::vector<Place> places_;  // by register: the address in the parameters that it holds
  std::vector<int> from_;      // by register: the use that its address comes from
  bool changed_ = true;
};

}  // namespace

std::vector<ParameterUse> parameter_uses(const Function& kernel) { return UseSearch(kernel).search(); }

std::string element_name(Type type) {
  if (is_known(type)) return std::string(machine::name_of(type));
  const int bits = machine::bits_of(type);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return "i32";
  const TypeKind kind = machine::kind_of(type);
  return cat(kind == TypeKind::unsigned_integer || kind == TypeKind::floating ? 'u' : 'i', bits);
}

}  // namespace stridescope::debugger
