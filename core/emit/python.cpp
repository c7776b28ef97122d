// The three Python forms. CuTe DSL and pycute call their library's constructors; plain Python is a dictionary with
// every offset.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/emit/emit.h"
#include "core/facts/offsets.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Deeper nestings become one flat list: nine levels of brackets are unreadable.
constexpr int max_list_rank = 8;

class PythonWriter {
 public:
  explicit PythonWriter(Language language) : language_(language) {}

  void value(const Value& v) {
    if (out_.size() > max_emitted_bytes) {
      refuse(ErrorCode::too_large, say("the text is longer than {} bytes", max_emitted_bytes),
             say("emit a part of the value"));
    }
    if (!failed()) std::visit(*this, static_cast<const Value::variant&>(v));
  }

  void operator()(const IntTuple& v) { tuple(v.ref()); }
  void operator()(const Bool& v) { out_.append(v.value ? "True" : "False"); }
  void operator()(const Layout& v) {
    if (language_ != Language::python) return layout(v);
    out_.push_back('{');
    shape_and_stride(v);
    list("offsets", v, v);
    out_.push_back('}');
  }
  void operator()(const Swizzle& v) {
    static constexpr std::string_view names[] = {"", "cute.make_swizzle", "Swizzle", "{\"swizzle\": "};
    append_all(out_, names[static_cast<int>(language_)], '(', v.bits, ", ", v.base, ", ", v.shift, ')');
    if (language_ == Language::python) out_.push_back('}');
  }
  void operator()(const ComposedLayout& written) {
    Arith arith;
    const ComposedLayout v = without_pointer(arith, written);
    if (arith.failed()) return refuse(say("a swizzle of byte addresses"), say("emit a part of the value"));
    if (language_ == Language::python) {
      out_.push_back('{');
      composed_fields(v);
      list("offsets", v, v.b);
      out_.push_back('}');
      return;
    }
    if (language_ == Language::dsl && !v.outer.empty()) {
      return refuse(say("a composed layout of more than one function"),
                    say("make_composed_layout composes one swizzle or layout with a plain layout"));
    }
    for (const auto& stage : v.outer) open_stage(stage.function, stage.offset);
    open_stage(v.a, v.offset);
    layout(v.b);
    out_.append(v.outer.size() + 1, ')');
  }
  void operator()(const Tensor& v) {
    const Layout& domain = domain_layout(v.layout);
    if (language_ == Language::pycute)
      return refuse(say("a tensor"), say("pycute supports only layouts; emit layout_of(T)"));
    if (v.data.kind == Iterator::Kind::pointer && language_ == Language::dsl)
      return refuse(say("a tensor in memory"), say("emit layout_of(T)"));
    if (v.data.pointer.swizzled) {  // offsets are positions of elements
      Arith arith;
      const AnyLayout layout = offset_layout(arith, v);
      if (arith.failed())
        return refuse(say("a swizzled pointer to elements of unknown width"), say("emit layout_of(T)"));
      std::visit(*this, layout);
      return;
    }
    if (language_ == Language::dsl) {
      out_.append("cute.make_tensor(");
      tuple(v.data.position.ref());
      out_.append(", ");
      std::visit(*this, v.layout);
      out_.push_back(')');
      return;
    }
    out_.append("{\"start\": ");
    tuple(v.data.position.ref());
    out_.append(", ");
    if (const auto* composed = std::get_if<ComposedLayout>(&v.layout)) {
      composed_fields(*composed);
    } else {
      shape_and_stride(domain);
    }
    list("values", v, domain);
    out_.push_back('}');
  }
  void operator()(const Iterator& v) {
    if (language_ == Language::pycute) return refuse(say("an iterator"), say("pycute supports only layouts"));
    if (v.kind == Iterator::Kind::pointer) return refuse(say("a pointer"), say("emit a layout"));
    if (language_ == Language::python) out_.append("{\"start\": ");
    tuple(v.position.ref());
    if (language_ == Language::python) out_.push_back('}');
  }
  void operator()(const Major& v) {
    refuse(say("LayoutLeft or LayoutRight"),
           v == Major::left ? say("it is a tag of CuTe C++: without a stride, layouts are column-major")
                            : say("it is a tag of CuTe C++: write the strides out"));
  }
  void operator()(const ValueTuple& v) {
    out_.push_back('(');
    for (std::size_t i = 0; i < v.modes.size() && !failed(); ++i) {
      if (i > 0) out_.append(", ");
      value(v.modes[i]);
    }
    out_.append(v.modes.size() == 1 ? ",)" : ")");
  }
  void operator()(const Text& v) { out_.append(quoted(v.text)); }
  void operator()(const Object& v) {
    auto text = tiled_code(v, language_);
    if (text) {
      out_.append(*text);
    } else if (!failed()) {
      error_ = std::move(text.error());
    }
  }
  template <class Other>
  void operator()(const Other& v) {
    refuse(say("a value of the kind '{}'", kind_word(Value(v))),
           say("only layouts, tuples, tilers, swizzles and tensors can be written"));
  }

  Result<std::string> take() {
    if (failed()) return failure(std::move(error_));
    return std::move(out_);
  }

 private:
  bool failed() const { return !error_.message.empty(); }
  void refuse(ErrorCode code, Message message, Message hint) {
    if (!failed()) error_ = Error{code, std::move(message), std::move(hint), {}, {}};
  }
  void refuse(const Message& what, Message hint) {
    static constexpr std::string_view titles[] = {"CuTe C++", "CuTe DSL", "pycute", "Python lists"};
    refuse(ErrorCode::unsupported, say("{} cannot be written in {}", what, titles[static_cast<int>(language_)]),
           std::move(hint));
  }

  // [0, 1] for the path of _1@1@0.
  void path(BasisPath modes) {
    if (modes.rank() == 1) {
      append_text(out_, modes[0]);
      return;
    }
    for (int level = 0; level < modes.rank(); ++level) append_all(out_, level == 0 ? "[" : ", ", modes[level]);
    out_.push_back(']');
  }

  void integer(Int value) {
    if (value.is_plain()) {
      append_text(out_, value.value);
    } else if (language_ == Language::python) {
      append_all(out_, '"', to_text(value, IntegerMode::teaching), '"');
    } else if (language_ == Language::pycute) {
      refuse(say("a scaled basis element"), say("pycute supports only plain integers"));
    } else {
      if (value.value == 1) {
        out_.append("cute.E(");
      } else {
        append_all(out_, "cute.ScaledBasis(", value.value, ", ");
      }
      path(value.basis());
      out_.push_back(')');
    }
  }

  void tuple(TupleRef t) {
    if (t.is_any()) {
      out_.append("None");
    } else if (t.is_integer()) {
      integer(t.integer());
    } else {
      out_.push_back('(');
      bool first = true;
      for (const TupleRef mode : t) {
        if (!first) out_.append(", ");
        first = false;
        tuple(mode);
      }
      out_.append(t.size() == 1 ? ",)" : ")");
    }
  }

  void layout(const Layout& v) {
    const bool dsl = language_ == Language::dsl;
    out_.append(dsl ? "cute.make_layout(" : "Layout(");
    tuple(v.shape.ref());
    out_.append(dsl ? ", stride=" : ", ");
    tuple(v.stride.ref());
    out_.push_back(')');
  }

  void open_stage(const StageFunction& function, const SwizzleOffset& offset) {
    out_.append(language_ == Language::dsl ? "cute.make_composed_layout(" : "ComposedLayout(");
    std::visit(*this, function);
    out_.append(", ");
    addend(offset);
    out_.append(", ");
  }

  void addend(const SwizzleOffset& offset) {
    if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) return tuple(place->coordinate->ref());
    append_text(out_, to_integer(offset).value);
  }

  // --- plain Python ---

  void shape_and_stride(const Layout& v) {
    out_.append("\"shape\": ");
    tuple(v.shape.ref());
    out_.append(", \"stride\": ");
    tuple(v.stride.ref());
  }

  void composed_fields(const ComposedLayout& v) {
    out_.append("\"stages\": [");
    const auto stage = [&](const StageFunction& function, const SwizzleOffset& offset) {
      out_.push_back('{');
      if (const auto* swizzle = std::get_if<Swizzle>(&function)) {
        append_all(out_, "\"swizzle\": (", swizzle->bits, ", ", swizzle->base, ", ", swizzle->shift, ')');
      } else {
        shape_and_stride(std::get<Layout>(function));
      }
      out_.append(", \"offset\": ");
      addend(offset);
      out_.push_back('}');
    };
    for (const auto& outer : v.outer) {
      stage(outer.function, outer.offset);
      out_.append(", ");
    }
    stage(v.a, v.offset);
    out_.append("], ");
    shape_and_stride(v.b);
  }

  // `, "offsets": [...]`: a nested list, one level per mode of the domain; empty above the limit.
  void list(std::string_view key, const Value& v, const Layout& domain) {
    const auto count = domain_size(v);
    if (!count || *count < 0 || *count > max_listed_offsets) return;
    Arith arith;
    values_.assign(static_cast<std::size_t>(*count), {});
    if (const auto function = memory_function(v)) {
      std::vector<std::int64_t> offsets(values_.size());
      function->fill(offsets.data(), *count);
      for (std::size_t i = 0; i < offsets.size(); ++i) values_[i] = dynamic_int(offsets[i]);
    } else {
      for (std::int64_t i = 0; i < *count && arith.ok(); ++i)
        values_[static_cast<std::size_t>(i)] = at(arith, v, i, domain);
    }
    if (arith.failed()) return;
    sizes_.assign(1, *count);
    if (domain.rank() >= 1 && domain.rank() <= max_list_rank) {
      sizes_.clear();
      for (int i = 0; i < domain.rank(); ++i) sizes_.push_back(product(arith, domain.shape[i]).value);
    }
    // The length of a list of empty lists is its own extent.
    std::int64_t lists = 1;
    for (const std::int64_t n : sizes_) {
      if (n < 0 || mul_overflows(lists, std::max<std::int64_t>(n, 1), lists) || lists > max_listed_offsets) return;
    }
    append_all(out_, ", \"", key, "\": ");
    items(0, 0, 1);
  }

  static IntTuple at(Arith& arith, const Value& v, std::int64_t index, const Layout& domain) {
    const IntTuple coord = idx2crd(arith, IntTuple(dynamic_int(index)), domain.shape);
    if (const auto* tensor = v.as<Tensor>()) return element(arith, coord, *tensor);
    const IntTuple offset =
        v.is<Layout>() ? apply(arith, *v.as<Layout>(), coord) : apply(arith, *v.as<ComposedLayout>(), coord);
    return as_arithmetic_tuple(arith, offset);
  }

  // The entries whose coordinates in the first `mode` modes are fixed; `step` is the product of the sizes of those
  // modes.
  void items(std::size_t mode, std::int64_t index, std::int64_t step) {
    const bool leaf = mode + 1 == sizes_.size();
    out_.push_back('[');
    for (std::int64_t i = 0; i < sizes_[mode]; ++i) {
      if (i > 0) out_.append(leaf ? ", " : ",");
      if (leaf) {
        tuple(values_[static_cast<std::size_t>(index + i * step)].ref());
      } else {
        out_.append("\n").append(4 * (mode + 1), ' ');
        items(mode + 1, index + i * step, step * sizes_[mode]);
      }
    }
    out_.push_back(']');
  }

  Language language_;
  std::string out_;
  Error error_;
  std::vector<IntTuple> values_;
  std::vector<std::int64_t> sizes_;
};

}  // namespace

Result<std::string> python_code(const Value& value, Language language) {
  PythonWriter writer(language);
  writer.value(value);
  return writer.take();
}

}  // namespace stridescope
