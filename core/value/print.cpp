// cute::print, character by character. Golden data is compared with these texts, so every blank counts.
#include "core/value/print.h"


#include "core/base/hexadecimal.h"
#include "core/base/text.h"

namespace stridescope {

void print(std::string& out, Int value, IntegerMode mode) {
  if (value.is_static && mode == IntegerMode::cute) out.push_back('_');
  append_text(out, value.value);
  for (int level = value.basis().rank() - 1; level >= 0; --level) append_all(out, '@', value.basis()[level]);
}

void print(std::string& out, TupleRef tuple, IntegerMode mode) {
  if (tuple.is_any()) {
    out.push_back('_');
  } else if (tuple.is_integer()) {
    print(out, tuple.integer(), mode);
  } else {
    out.push_back('(');
    bool first = true;
    for (const TupleRef child : tuple) {
      if (!first) out.push_back(',');
      first = false;
      print(out, child, mode);
    }
    out.push_back(')');
  }
}

void print(std::string& out, const Layout& layout, IntegerMode mode) {
  print(out, layout.shape.ref(), mode);
  out.push_back(':');
  print(out, layout.stride.ref(), mode);
}

void print(std::string& out, const Swizzle& swizzle) {
  append_all(out, "Sw<", swizzle.bits, ',', swizzle.base, ',', swizzle.shift, '>');
}

void print(std::string& out, const SwizzleOffset& offset, IntegerMode mode) {
  if (const Int* integer = std::get_if<Int>(&offset)) {
    print(out, *integer, mode);
    return;
  }
  if (const auto* unset = std::get_if<UnsetPointer>(&offset)) {
    append_all(out, "smem_ptr[", unset->bits, "b](unset)");
    return;
  }
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) {
    print(out, place->coordinate->ref(), mode);
    return;
  }
  const auto& mixed = std::get<MixedBits>(offset);
  append_all(out, "M_", mixed.static_bits, "|(", mixed.dynamic_bits, '&', mixed.flags, ")=", mixed.value());
}

void print(std::string& out, const ComposedLayout& layout, IntegerMode mode) {
  const auto stage = [&](const StageFunction& function, const SwizzleOffset& offset) {
    if (const auto* swizzle = std::get_if<Swizzle>(&function)) {
      print(out, *swizzle);
    } else {
      print(out, std::get<Layout>(function), mode);
    }
    out.append(" o ");
    print(out, offset, mode);
    out.append(" o ");
  };
  for (const auto& outer : layout.outer) stage(outer.function, outer.offset);
  stage(layout.a, layout.offset);
  print(out, layout.b, mode);
}

void print(std::string& out, const AnyLayout& layout, IntegerMode mode) {
  std::visit([&](const auto& form) { print(out, form, mode); }, layout);
}

namespace {

void print_pointer(std::string& out, const Pointer& pointer, std::int64_t position) {
  if (pointer.swizzled) {
    print(out, pointer.swizzle);
    out.push_back('_');
  }
  const bool tensor_memory = pointer.space == MemorySpace::tmem;
  const bool parts = pointer.known && pointer.bits % 8 != 0 && !tensor_memory;  // the address has bits within a byte
  append_all(out, prefix_of(pointer.space), tensor_memory ? "[" : parts ? "subptr[" : "ptr[");
  if (pointer.bits == 0) {
    out.push_back('?');
  } else {
    append_text(out, pointer.bits);
  }
  out.append("b](");
  if (!pointer.known) {
    out.push_back('?');
  } else {
    out.append("0x");
    out += hex_digits(tensor_memory ? pointer.address >> 16 : pointer.address, tensor_memory ? 4 : 1);
    if (tensor_memory) {
      out.push_back('.');
      out += hex_digits(pointer.address & 0xffff, 4);
    }
  }
  if (parts) {
    append_all(out, '.', position * pointer.bits);
  } else if (position != 0) {
    if (position > 0) out.push_back('+');
    append_text(out, position);
  }
  out.push_back(')');
}

}  // namespace

std::string_view prefix_of(MemorySpace space) {
  static constexpr std::string_view prefixes[] = {"", "gmem_", "smem_", "rmem_", "tmem_"};
  return prefixes[static_cast<std::size_t>(space)];
}

void print(std::string& out, const Iterator& iterator, IntegerMode mode) {
  if (iterator.kind == Iterator::Kind::pointer) {
    print_pointer(out, iterator.pointer, iterator.position.integer().value);
  } else if (iterator.kind == Iterator::Kind::counting) {
    append_all(out, "counting_iter(", iterator.position.integer().value, ')');
  } else {
    out.append("ArithTuple");
    print(out, iterator.position.ref(), mode);
  }
}

void print(std::string& out, const Tensor& tensor, IntegerMode mode) {
  print(out, tensor.data, mode);
  out.append(" o ");
  print(out, tensor.layout, mode);
}

void print(std::string& out, const Value& value, IntegerMode mode) {
  struct Printer {
    std::string& out;
    IntegerMode mode;
    void operator()(const IntTuple& v) const { print(out, v.ref(), mode); }
    void operator()(const Bool& v) const { out.append(v.value ? "true" : "false"); }
    void operator()(const Layout& v) const { print(out, v, mode); }
    void operator()(const ComposedLayout& v) const { print(out, v, mode); }
    void operator()(const Swizzle& v) const { print(out, v); }
    void operator()(const Tensor& v) const { print(out, v, mode); }
    void operator()(const Iterator& v) const { print(out, v, mode); }
    void operator()(const Major& v) const { out.append(v == Major::left ? "LayoutLeft" : "LayoutRight"); }
    void operator()(const ValueTuple& v) const {
      out.push_back('(');
      for (std::size_t i = 0; i < v.modes.size(); ++i) {
        if (i != 0) out.push_back(',');
        print(out, v.modes[i], mode);
      }
      out.push_back(')');
    }
    void operator()(const Text& v) const { out.append(v.text); }
    void operator()(const Object& v) const { v.print(out, mode); }
  };
  std::visit(Printer{out, mode}, static_cast<const Value::variant&>(value));
}

}  // namespace stridescope
