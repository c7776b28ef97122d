// CuTe C++. A fully static layout is written as a type, the usual form in a kernel's traits; a layout with a dynamic
// integer as calls of make_layout, make_shape and make_stride.
#include <algorithm>
#include <iterator>
#include <limits>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/emit/emit.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

// CuTe has names `_N` for some integers only; these exist in every release.
bool has_alias(std::int64_t value) {
  static constexpr std::int16_t aliases[] = {12,  16,  24,  32,  64,   96,   128,  192,
                                             256, 384, 512, 768, 1024, 2048, 4096, 8192};
  if (value >= 0 && value <= 10) return true;
  return std::find(std::begin(aliases), std::end(aliases), value) != std::end(aliases);
}

bool fits_int(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

class CppWriter {
 public:
  void value(const Value& v) {
    too_long_ = too_long_ || out_.size() > max_emitted_bytes;
    if (!too_long_) std::visit(*this, static_cast<const Value::variant&>(v));
  }

  void operator()(const IntTuple& v) { tuple(v.ref(), v.ref().has_any() ? "make_coord" : "make_tuple"); }
  void operator()(const Bool& v) {
    if (v.is_static) {
      out_.append(v.value ? "true_type{}" : "false_type{}");
    } else {
      out_.append(v.value ? "true" : "false");
    }
  }
  void operator()(const Layout& v) { layout(v); }
  void operator()(const Swizzle& v) { append_all(out_, "Swizzle<", v.bits, ',', v.base, ',', v.shift, ">{}"); }
  void operator()(const ComposedLayout& v) {
    Arith arith;
    chain(chain_of(arith, v));
    if (arith.failed()) error_ = arith.error().value();
  }
  void operator()(const Tensor& v) {
    out_.append("make_tensor(");
    (*this)(v.data);
    out_.append(", ");
    std::visit(*this, v.layout);
    out_.push_back(')');
  }
  void operator()(const Iterator& v) {
    if (v.kind == Iterator::Kind::pointer) {
      pointer(v);
      return;
    }
    if (v.kind == Iterator::Kind::counting) {
      const std::int64_t start = v.position.integer().value;
      out_.append(fits_int(start) ? "counting_iterator<int>(" : "counting_iterator<int64_t>(");
      number(start);
    } else {
      out_.append("make_inttuple_iter(");
      tuple(v.position.ref(), "make_tuple");
    }
    out_.push_back(')');
  }
  void operator()(const Major& v) { out_.append(v == Major::left ? "LayoutLeft{}" : "LayoutRight{}"); }
  void operator()(const ValueTuple& v) {
    const bool tile = is_tiler(v);
    out_.append(tile ? "make_tile(" : "make_tuple(");
    for (std::size_t i = 0; i < v.modes.size(); ++i) {
      if (i > 0) out_.append(", ");
      const auto* ints = v.modes[i].as<IntTuple>();
      if (tile && ints != nullptr) {
        tuple(ints->ref(), "make_tile");
      } else {
        value(v.modes[i]);
      }
    }
    out_.push_back(')');
  }
  void operator()(const Text& v) { out_.append(quoted(v.text)); }
  void operator()(const Object& v) {
    auto text = tiled_code(v, Language::cpp);
    if (text) {
      out_.append(*text);
    } else if (!error_) {
      error_ = std::move(text.error());
    }
  }
  template <class Other>
  void operator()(const Other& v) {
    if (reason_.empty()) reason_ = kind_word(Value(v));
  }

  Result<std::string> take() {
    if (error_) return failure(std::move(*error_));
    if (!reason_.empty()) {
      return failure(ErrorCode::unsupported, say("a value of the kind '{}' cannot be written in CuTe C++", reason_),
                     say("only layouts, tuples, tilers, swizzles and tensors can be written"));
    }
    if (too_long_) {
      return failure(ErrorCode::too_large, say("the text is longer than {} bytes", max_emitted_bytes),
                     say("emit a part of the value"));
    }
    return std::move(out_);
  }

 private:
  static bool is_tiler(const ValueTuple& v) {
    return std::all_of(v.modes.begin(), v.modes.end(), [](const Value& mode) {
      const auto* nested = mode.as<ValueTuple>();
      return mode.is<Layout>() || mode.is<IntTuple>() || (nested != nullptr && is_tiler(*nested));
    });
  }

  void number(std::int64_t value) {
    // The smallest integer has no literal, since its digits without the sign overflow.
    if (value == std::numeric_limits<std::int64_t>::min()) {
      append_all(out_, '(', value + 1, " - 1)");
    } else {
      append_text(out_, value);
    }
  }

  // The type of a static integer.
  void type(std::int64_t value) {
    if (has_alias(value)) {
      append_all(out_, '_', value);
      return;
    }
    out_.append(fits_int(value) ? "Int<" : "C<");
    number(value);
    out_.push_back('>');
  }

  void path(BasisPath modes) {
    for (int level = 0; level < modes.rank(); ++level) append_all(out_, level > 0 ? "," : "", modes[level]);
  }

  void type(Int value) {
    if (value.is_plain()) {
      type(value.value);
    } else if (value.value == 1) {
      out_.append("E<");
      path(value.basis());
      out_.push_back('>');
    } else {
      out_.append("ScaledBasis<");
      type(value.value);
      out_.push_back(',');
      path(value.basis());
      out_.push_back('>');
    }
  }

  // The type of a tuple of static integers; `name` is Shape or Stride.
  void type(TupleRef t, std::string_view name) {
    if (!t.is_tuple()) {
      type(t.integer());
      return;
    }
    append_all(out_, name, '<');
    bool first = true;
    for (const TupleRef mode : t) {
      if (!first) out_.push_back(',');
      first = false;
      type(mode, name);
    }
    out_.push_back('>');
  }

  void integer(Int value) {
    if (value.is_static && value.is_plain()) {
      append_all(out_, fits_int(value.value) ? "Int<" : "C<");
      number(value.value);
      out_.append(">{}");
    } else if (value.is_static) {
      type(value);
      out_.append("{}");
    } else {
      number(value.value);
      if (value.is_basis()) {
        out_.append("*E<");
        path(value.basis());
        out_.append(">{}");
      }
    }
  }

  void tuple(TupleRef t, std::string_view maker) {
    if (t.is_any()) {
      out_.push_back('_');
    } else if (t.is_integer()) {
      integer(t.integer());
    } else {
      append_all(out_, maker, '(');
      bool first = true;
      for (const TupleRef mode : t) {
        if (!first) out_.append(", ");
        first = false;
        tuple(mode, maker);
      }
      out_.push_back(')');
    }
  }

  void layout(const Layout& v) {
    if (v.is_static()) {
      out_.append("Layout<");
      type(v.shape.ref(), "Shape");
      out_.push_back(',');
      type(v.stride.ref(), "Stride");
      out_.append(">{}");
      return;
    }
    out_.append("make_layout(");
    tuple(v.shape.ref(), "make_shape");
    out_.append(", ");
    tuple(v.stride.ref(), "make_stride");
    out_.push_back(')');
  }

  void pointer(const Iterator& v) {
    const Pointer& p = v.pointer;
    if (p.bits == 0 || p.space == MemorySpace::tmem) {
      if (reason_.empty()) {
        reason_ = p.bits == 0 ? term("pointer to elements of unknown width") : term("pointer to tensor memory");
      }
      return;
    }
    const std::string_view space = prefix_of(p.space);
    if (p.swizzled) out_.append("make_swizzle_ptr(");
    append_all(out_, space.empty() ? "recast_ptr" : cat("make_", space, "ptr"), "<uint_bit_t<", p.bits,
               ">>(reinterpret_cast<void*>(", p.address, "ull))");
    if (v.position.integer().value != 0) append_all(out_, " + ", v.position.integer().value);
    if (p.swizzled) {
      out_.append(", ");
      (*this)(p.swizzle);
      out_.push_back(')');
    }
  }

  // composition(A, offset, B), nested as CuTe nests it.
  void chain(const FunctionChain& c) {
    if (c.swizzle() != nullptr) return (*this)(*c.swizzle());
    if (c.layout() != nullptr) return layout(*c.layout());
    out_.append("composition(");
    chain(c.link()->a);
    out_.append(", ");
    offset(c.link()->offset);
    out_.append(", ");
    chain(c.link()->b);
    out_.push_back(')');
  }

  void offset(const SwizzleOffset& offset) {
    if (const auto* mixed = std::get_if<MixedBits>(&offset)) {
      append_all(out_, "MixedBits<", mixed->static_bits, ',', mixed->flags, ">{", mixed->dynamic_bits, '}');
    } else if (const auto* unset = std::get_if<UnsetPointer>(&offset)) {
      append_all(out_, "smem_ptr_flag_bits<", unset->bits, ">{}");
    } else if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) {
      tuple(place->coordinate->ref(), "make_tuple");
    } else {
      integer(std::get<Int>(offset));
    }
  }

  std::string out_;
  Message reason_;              // the kind of value that has no form
  std::optional<Error> error_;  // the reason why an atom or tiling has no form
  bool too_long_ = false;
};

}  // namespace

Result<std::string> cpp_code(const Value& value) {
  CppWriter writer;
  writer.value(value);
  return writer.take();
}

}  // namespace stridescope
