#include "core/lang/evaluator.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/analysis/verdict.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/lang/ast.h"
#include "core/lang/builtin.h"
#include "core/lang/paste.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_arguments = 256;

// What a value costs, in tree nodes: the measure of memory and work. Every value, however small, has its own fixed size.
constexpr std::uint64_t value_nodes = sizeof(Value) / sizeof(Node);

// An object is shared, so that a copy is small; one made anew is about a dozen layouts.
constexpr std::uint64_t object_nodes = 256;
// What looking an atom up costs, and looking for the nearest name of one that there is not.
constexpr std::uint64_t lookup_work = 5'000;
constexpr std::uint64_t listing_work = 3'000'000;

std::uint64_t tree_nodes(const Value& value) {
  if (const auto* t = value.as<IntTuple>()) return t->ref().node_count();
  if (const auto* a = value.as<Layout>()) return 2 * std::uint64_t{a->shape.ref().node_count()};
  if (const auto* a = value.as<ComposedLayout>()) return 2 * std::uint64_t{a->b.shape.ref().node_count()} + value_nodes * a->outer.size();
  if (const auto* t = value.as<Tensor>()) return 2 * std::uint64_t{domain_layout(t->layout).shape.ref().node_count()};
  if (const auto* text = value.as<Text>()) return text->text.size() / sizeof(Node) + 1;
  if (value.is<Object>()) return object_nodes;
  if (const auto* pair = value.as<ValueTuple>()) {
    std::uint64_t sum = 1;
    for (const Value& mode : pair->modes) sum += tree_nodes(mode) + value_nodes;
    return sum;
  }
  return 1;
}

std::uint64_t memory(const Value& value) { return tree_nodes(value) + value_nodes; }

int depth_of(const Value& value) {
  if (const auto* t = value.as<IntTuple>()) return t->depth();
  if (const auto* pair = value.as<ValueTuple>()) {
    int deepest = 0;
    for (const Value& mode : pair->modes) deepest = std::max(deepest, depth_of(mode));
    return deepest + 1;
  }
  const Layout* layout = value.as<Layout>();
  return layout != nullptr ? layout->depth() : 0;
}

class Evaluator {
 public:
  Evaluator(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>* operations)
      : program_(program), mode_(mode), operations_(operations), tree_(parse(program, out_.errors)) {
    for (const auto& failed : tree_.failed_names) failed_.emplace(failed.first, 0);
  }

  Evaluation run() {
    out_.bindings.reserve(tree_.statements.size());
    for (const Statement& statement : tree_.statements) evaluate_statement(statement);
    sort_errors();
    return std::move(out_);
  }

 private:
  using Maybe = std::optional<Value>;
  using Index = std::uint32_t;

  // By position, in the order of discovery at one position; only the first max_diagnostics stay.
  void sort_errors() {
    std::vector<std::int64_t> keys;  // position and index in one integer
    keys.reserve(out_.errors.size());
    for (std::size_t i = 0; i < out_.errors.size(); ++i) {
      keys.push_back((std::int64_t{out_.errors[i].span.begin} << 32) | static_cast<std::int64_t>(i));
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Error> first;
    for (std::size_t i = 0; i < std::min(keys.size(), max_diagnostics); ++i) {
      first.push_back(std::move(out_.errors[static_cast<std::size_t>(keys[i] & 0xffffffff)]));
    }
    out_.dropped_errors = keys.size() - first.size() + late_errors_;
    out_.errors = std::move(first);
  }

  // Statements are evaluated in order, so that errors beyond the cap are behind all that are shown.
  void report(Error e) {
    if (reported_ < max_diagnostics) {
      ++reported_;
      out_.errors.push_back(std::move(e));
    } else {
      ++late_errors_;
    }
  }

  const SyntaxNode& node(Index index) const { return tree_.nodes[index]; }

  [[gnu::noinline]] std::nullopt_t error(Span span, ErrorCode code, std::string message, std::string_view hint = {}, std::string_view replacement = {}) {
    report({code, std::move(message), std::string(hint), span, std::string(replacement)});
    return std::nullopt;
  }

  [[gnu::noinline]] std::nullopt_t fault(Span span, Arith& arith) {
    Error e = std::move(arith.error().value());
    e.span = span;
    report(std::move(e));
    return std::nullopt;
  }

  void evaluate_statement(const Statement& statement) {
    uses_.clear();
    ++statement_;
    copied_ = 0;
    if (!statement.name.empty() && !may_bind(statement)) return;
    Origin origin;
    if (operations_ != nullptr) recorded_before_ = operations_->size();
    Maybe value = eval(statement.root, &origin);
    std::uint64_t cost = value ? memory(*value) : 0;
    for (const Value& arg : origin.args) cost += memory(arg);
    if (value && stored_ + cost > max_program_nodes) {
      value = error(statement.span, ErrorCode::too_large, "the values of this program take more memory than the cap allows", "use fewer or smaller values");
    }
    if (!value) {
      if (operations_ != nullptr) operations_->resize(recorded_before_);
      if (!statement.name.empty()) {
        failed_.insert_or_assign(statement.name, 0);
        names_.erase(statement.name);
      }
      return;
    }
    if (!statement.grid.empty()) {
      for (Error& e : check_grid(program_, statement.grid, *value)) report(std::move(e));
    }
    stored_ += cost;
    if (!statement.name.empty()) {
      names_.insert_or_assign(statement.name, static_cast<int>(out_.bindings.size()));
      failed_.erase(statement.name);
    }
    out_.bindings.push_back({std::string(statement.name), statement.span, node(statement.root).span, std::move(*value), std::move(origin), uses_});
  }

  bool may_bind(const Statement& statement) {
    static constexpr std::string_view reserved[] = {"X", "Sw", "LayoutLeft", "LayoutRight", "tract", "cute"};
    if (std::find(std::begin(reserved), std::end(reserved), statement.name) != std::end(reserved)) {
      error(statement.name_span, ErrorCode::reserved_name, cat("'", statement.name, "' is reserved"), "choose another name");
      return false;
    }
    if (!statement.pasted && find_builtin(statement.name) != nullptr) {
      error(statement.name_span, ErrorCode::reserved_name, cat("'", statement.name, "' is a function"),
            "choose another name");
      return false;
    }
    return true;
  }

  Maybe eval(Index index, Origin* origin = nullptr) {
    const SyntaxNode& n = node(index);
    switch (n.kind) {
      case Syntax::integer: {
        Int value = n.integer;
        if (mode_ == IntegerMode::teaching) value.is_static = true;
        return value;
      }
      case Syntax::any:
        return IntTuple::any();
      case Syntax::mixed_bits:
        return error(n.span, ErrorCode::arguments, "a swizzle offset M_... stands only between a swizzle and a layout", "Sw<B,M,S> o M_... o layout");
      case Syntax::tuple:
      case Syntax::tiler:
        return eval_tuple(n);
      case Syntax::pair:
        return eval_pair(n);
      case Syntax::name:
        return eval_name(n);
      case Syntax::string:
        return Text{unescaped(n.text)};
      case Syntax::type:
        return eval_type(n);
      case Syntax::call:
        return eval_call(n, origin);
      case Syntax::chain:
        return eval_chain(n, origin);
      case Syntax::ratio:
        return eval_ratio(n, origin);
      case Syntax::hole:
        return eval_hole(n);
      case Syntax::literal:
        return tree_.literals[static_cast<std::size_t>(n.integer.value)];
      case Syntax::unset:
        return error(n.span, ErrorCode::arguments, "smem_ptr[...](unset) stands only between a swizzle and a layout",
                     "Sw<3,4,3> o smem_ptr[16b](unset) o layout");
      case Syntax::to_static:
        return eval_static(n);
    }
    return std::nullopt;
  }

  // A value that a paste does not tell.
  Maybe eval_hole(const SyntaxNode& n) {
    const auto found = names_.find(n.text);
    const std::string_view number = n.text.substr(1);
    if (found == names_.end()) {
      const std::string multiple = n.integer.value > 0 ? cat(", a multiple of ", n.integer.value) : std::string();
      return error(n.span, ErrorCode::unknown_name, cat("hole ?", number, ": the paste does not tell this integer"),
                   cat("fill it: write ", n.text, " = ", n.integer.value > 0 ? n.integer.value : 128,
                       " on a line before", multiple, ", or a number in its place"),
                   std::string(n.text));
    }
    note_use(found->second);
    const Value& value = out_.bindings[static_cast<std::size_t>(found->second)].value;
    const Int* integer = value.integer();
    if (integer == nullptr || !integer->is_plain()) {
      return error(n.span, ErrorCode::arguments,
                   cat("hole ?", number, " is an integer, and ", n.text, " is the ", kind_name(value), ' ',
                       to_text(value, mode_)),
                   cat("write ", n.text, " = 128 before it"));
    }
    if (n.integer.value > 0 && integer->value % n.integer.value != 0) {
      return error(
          n.span, ErrorCode::divisibility,
          cat("hole ?", number, " is a multiple of ", n.integer.value, ", and ", n.text, " is ", integer->value),
          cat("choose a multiple of ", n.integer.value));
    }
    return value;
  }

  // Int<M>, for an M that is known by now.
  Maybe eval_static(const SyntaxNode& n) {
    Maybe value = eval(n.children[0]);
    if (!value) return std::nullopt;
    const Int* integer = value->integer();
    if (integer == nullptr) {
      return error(
          n.span, ErrorCode::arguments,
          cat("a static integer is made of an integer, not of the ", kind_name(*value), ' ', to_text(*value, mode_)),
          "write Int<4>{}");
    }
    Int out = *integer;
    out.is_static = true;
    return out;
  }

  // All children, so that the errors of every one are reported; empty when any has none.
  std::optional<std::vector<Value>> eval_all(const std::vector<Index>& children) {
    std::vector<Value> out;
    out.reserve(children.size());
    bool complete = true;
    for (const Index child : children) {
      Maybe value = eval(child);
      complete = complete && value.has_value();
      if (complete) out.push_back(std::move(*value));
    }
    if (!complete) return std::nullopt;
    return out;
  }

  Maybe eval_tuple(const SyntaxNode& n) {
    if (Maybe literal = integer_tuple(n)) return literal;
    if (n.children.size() > max_tuple_nodes) return error(n.span, ErrorCode::too_large, cat("a tuple of ", n.children.size(), " modes; the cap is ", max_tuple_nodes), "use fewer modes");
    auto modes = eval_all(n.children);
    if (!modes) return std::nullopt;
    if (n.kind == Syntax::tiler && modes->empty()) return error(n.span, ErrorCode::syntax, "a tiler has at least one mode", "write <4,8>");
    const bool integers = std::all_of(modes->begin(), modes->end(), [](const Value& v) { return v.is<IntTuple>(); });
    if (!integers) {
      Value tuple = ValueTuple{std::move(*modes)};
      if (depth_of(tuple) > max_tuple_depth) return error(n.span, ErrorCode::too_deep, cat("nesting deeper than ", max_tuple_depth, " levels"), "flatten some of the modes");
      return tuple;
    }
    Arith arith;
    TupleBuilder out(arith);
    out.open();
    for (const Value& mode : *modes) out.copy(*mode.as<IntTuple>());
    out.close();
    IntTuple tuple = out.take();
    if (arith.failed()) return fault(n.span, arith);
    return tuple;
  }

  // The common case, a tuple of integers only, without a Value for each leaf; nothing when it is not one.
  Maybe integer_tuple(const SyntaxNode& n) {
    Arith arith;
    TupleBuilder out(arith);
    const auto write = [&](auto& self, const SyntaxNode& t) -> bool {
      out.open();
      for (const Index child : t.children) {
        const SyntaxNode& c = node(child);
        if (c.kind == Syntax::integer) {
          Int value = c.integer;
          value.is_static = value.is_static || mode_ == IntegerMode::teaching;
          out.integer(value);
        } else if (c.kind == Syntax::any) {
          out.any();
        } else if (c.kind != Syntax::tuple || !self(self, c)) {
          return false;
        }
      }
      out.close();
      return true;
    };
    if (n.kind != Syntax::tuple || !write(write, n) || arith.failed()) return std::nullopt;
    return out.take();
  }

  Maybe eval_pair(const SyntaxNode& n) {
    Maybe shape = eval(n.children[0]);
    Maybe stride = eval(n.children[1]);
    if (!shape || !stride) return std::nullopt;
    const auto* s = shape->as<IntTuple>();
    const auto* d = stride->as<IntTuple>();
    if (s == nullptr || s->ref().has_any() || s->ref().has_basis()) {
      return error(node(n.children[0]).span, ErrorCode::arguments, cat("a shape is made of integers, not the ", kind_name(*shape), ' ', to_text(*shape, mode_)),
                   "write (4,8):(1,4)");
    }
    if (d == nullptr || d->ref().has_any()) {
      return error(node(n.children[1]).span, ErrorCode::arguments, cat("strides are integers, not the ", kind_name(*stride), ' ', to_text(*stride, mode_)),
                   "write (4,8):(1,4)");
    }
    if (!congruent(*s, *d).value) {
      return error(n.span, ErrorCode::profile_mismatch,
                   cat("the shape ", to_text(*s, mode_), " has ", s->ref().leaf_count(), " extents and the stride ", to_text(*d, mode_), " has ",
                       d->ref().leaf_count(), s->ref().leaf_count() == d->ref().leaf_count() ? ", nested differently" : ""),
                   "give one stride for each extent, in the same brackets");
    }
    for (std::uint32_t i = 0; i < s->ref().node_count(); ++i) {
      const Node& extent = s->ref().nodes()[i];
      // Over a stride 0 CuTe's left_inverse has them: what is printed must be readable.
      if (extent.kind == NodeKind::integer && extent.integer.value < 0 && d->ref().nodes()[i].integer.value != 0) {
        return error(node(n.children[0]).span, ErrorCode::arguments,
                     cat("the extent ", extent.integer.value, " is negative"), "an extent counts elements");
      }
    }
    return Layout{*s, *d};
  }

  Maybe eval_name(const SyntaxNode& n) {
    if (const auto found = names_.find(n.text); found != names_.end()) {
      note_use(found->second);
      const Value& value = out_.bindings[static_cast<std::size_t>(found->second)].value;
      copied_ += memory(value);  // a statement may name a large value many times
      if (copied_ > max_program_nodes) {
        return error(n.span, ErrorCode::too_large, "this statement copies more than the cap on memory allows", "name large values less often");
      }
      return value;
    }
    if (n.text == "X" || n.text == "None") return IntTuple::any();
    if (n.text == "LayoutLeft" || n.text == "GenColMajor") return Major::left;
    if (n.text == "LayoutRight" || n.text == "GenRowMajor") return Major::right;
    if (n.text == "true" || n.text == "false") return Bool{n.text == "true", true};
    if (n.text == "True" || n.text == "False") return Bool{n.text == "True", true};  // Python
    if (const auto coordinate = printed_coordinate(n.text)) return Iterator{Iterator::Kind::coordinate, *coordinate};
    if (const Builtin* builtin = find_builtin(n.text)) {
      return error(n.span, ErrorCode::arguments, cat("'", n.text, "' is a function and needs its arguments"), cat("write ", signatures(*builtin, " or ")));
    }
    return unknown(n);
  }

  std::nullopt_t too_much_work(Span span) {
    return error(span, ErrorCode::too_large, "this program asks for more work than the cap allows", "use smaller values or fewer statements");
  }

  // An atom, or a bound name that looks like one.
  Maybe eval_type(const SyntaxNode& n) {
    if (names_.contains(n.text)) return eval_name(n);
    if (work_ > max_program_work) return too_much_work(n.span);
    work_ += lookup_work;
    auto found = find_atom(n.text);
    if (found) return std::move(*found);
    work_ += listing_work;
    return error(n.span, found.error().code, found.error().message, found.error().hint);
  }

  // ArithTuple_3, ArithTuple3: an iterator over integers, as it is printed.
  std::optional<IntTuple> printed_coordinate(std::string_view text) const {
    constexpr std::string_view prefix = "ArithTuple";
    if (!text.starts_with(prefix) || text.size() > prefix.size() + 18) return std::nullopt;
    text.remove_prefix(prefix.size());
    Int out;
    out.is_static = text.starts_with('_') || mode_ == IntegerMode::teaching;
    if (text.starts_with('_')) text.remove_prefix(1);
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
      return std::nullopt;
    for (const char c : text) out.value = out.value * 10 + (c - '0');
    return IntTuple(out);
  }

  void note_use(int binding) {
    used_in_.resize(out_.bindings.size(), 0);
    std::size_t& statement = used_in_[static_cast<std::size_t>(binding)];
    if (statement != statement_) uses_.push_back(binding);
    statement = statement_;
  }

  std::nullopt_t unknown(const SyntaxNode& n) {
    if (const auto failed = failed_.find(n.text); failed != failed_.end()) {
      return error(n.name_span, ErrorCode::failed_name, cat("'", n.text, "' has no value: its own statement has an error"), "mend that statement first");
    }
    std::vector<std::string_view> candidates;
    for (const Builtin& builtin : builtins()) candidates.push_back(builtin.name);
    for (const auto& [name, index] : names_) candidates.push_back(name);
    std::string nearest(suggest(n.text, candidates));
    // sm80_16x8x16_... or SN80_...: an atom misspelt where it counts.
    const bool atom = n.text.find('_') != std::string_view::npos && n.text.find_first_of("0123456789") != std::string_view::npos;
    if (nearest.empty() && atom && work_ <= max_program_work) {
      work_ += listing_work;
      nearest = nearest_atom(n.text);
    }
    if (!nearest.empty()) {
      return error(n.name_span, ErrorCode::unknown_name, cat("unknown name '", n.text, "'"), cat("did you mean '", nearest, "'?"), nearest);
    }
    return error(n.name_span, ErrorCode::unknown_name, cat("unknown name '", n.text, "'"), "a name is known from the statement after the one that binds it");
  }

  Maybe eval_call(const SyntaxNode& n, Origin* origin) {
    const Builtin* builtin = find_builtin(n.text);
    if (builtin == nullptr && !names_.contains(n.text)) builtin = find_tract_builtin(n.text);
    if (builtin == nullptr) return eval_other_call(n, origin);
    if (!n.has_arguments) {
      return error(n.span, ErrorCode::arguments, cat("'", n.text, "' is a function and needs its arguments"), cat("write ", signatures(*builtin, " or ")));
    }
    const auto outside = [](std::size_t count, int least, int most) {
      return count < static_cast<std::size_t>(least) || count > static_cast<std::size_t>(most);
    };
    // Far too many are not even looked at; with a few too many, their own errors are worth telling.
    auto args = n.children.size() > max_arguments ? std::nullopt : eval_all(n.children);
    if (args) builtin = &builtin_for(*builtin, *args);
    if (outside(n.template_args.size(), builtin->min_template_args, builtin->max_template_args)) {
      return error(n.span, ErrorCode::arguments, count_message(n.text, "template argument", n.template_args.size(), builtin->min_template_args, builtin->max_template_args),
                   cat("write ", signatures(*builtin, " or ")));
    }
    if (outside(n.children.size(), builtin->min_args, builtin->max_args)) {
      return error(n.span, ErrorCode::arguments, count_message(n.text, "argument", n.children.size(), builtin->min_args, builtin->max_args),
                   cat("write ", signatures(*builtin, " or ")));
    }
    if (!args) return std::nullopt;
    return run(*builtin, n.template_args, std::move(*args), n.span, n.children, origin);
  }

  static std::string count_message(std::string_view name, std::string_view what, std::size_t given, int least, int most) {
    const std::string expected = least == most ? cat(least) : most >= 64 ? cat("at least ", least) : cat(least, " or ", most);
    return cat(name, " takes ", expected, ' ', what, expected == "1" || expected == "at least 1" ? "" : "s", ", not ", given);
  }

  // Sw<B,M,S>, E<i>, Int<n>, and A(c): the application of a bound layout.
  Maybe eval_other_call(const SyntaxNode& n, Origin* origin) {
    if (n.children.size() > max_arguments)
      return error(n.span, ErrorCode::arguments, cat(n.text, ": ", n.children.size(), " arguments"),
                   "give a coordinate");
    if (n.text == "ArithTuple" && n.has_arguments && n.template_args.empty() && !names_.contains(n.text)) {
      SyntaxNode tuple = {.kind = Syntax::tuple, .span = n.span, .children = n.children};
      const Maybe coordinate = eval_tuple(tuple);
      if (!coordinate) return std::nullopt;
      if (const auto* position = coordinate->as<IntTuple>()) return Iterator{Iterator::Kind::coordinate, *position};
      return error(n.span, ErrorCode::arguments, "ArithTuple(...) is made of integers",
                   "write ArithTuple(_0,1) o layout");
    }
    if (n.text == "Sw" && n.has_arguments && n.template_args.empty()) {  // Swizzle<kBits,3,3>
      const auto numbers = eval_all(n.children);
      if (!numbers) return std::nullopt;
      SyntaxNode swizzle = {.kind = Syntax::call, .span = n.span, .name_span = n.name_span, .text = n.text};
      for (const Value& number : *numbers) {
        if (number.integer() != nullptr) swizzle.template_args.push_back(number.integer()->value);
      }
      if (swizzle.template_args.size() == numbers->size()) return eval_template(swizzle);
      return error(n.span, ErrorCode::arguments, "a swizzle is made of integers", "write Swizzle<3,4,3>");
    }
    Maybe callee;
    if (!n.template_args.empty() || (n.text == "E" && !names_.contains(n.text))) {
      callee = eval_template(n);
    } else {
      callee = eval_name(n);
    }
    auto args = eval_all(n.children);
    if (!callee || !n.has_arguments) return callee;
    if (!args) return std::nullopt;
    if (args->empty()) return error(n.span, ErrorCode::arguments, cat("'", n.text, "()' needs a coordinate"), cat("write ", n.text, "(0)"));
    args->insert(args->begin(), std::move(*callee));
    std::vector<Index> children = n.children;
    children.insert(children.begin(), n.children.front());  // the callee has no node of its own
    Maybe value = run(*find_builtin("apply"), {}, std::move(*args), n.span, children, origin);
    const auto bound = names_.find(n.text);
    if (value && origin != nullptr) origin->bindings[0] = bound != names_.end() ? bound->second : -1;
    return value;
  }

  Maybe eval_template(const SyntaxNode& n) {
    const auto& t = n.template_args;
    Arith arith;
    if (n.text == "Sw" || n.text == "Swizzle" || (n.text == "S" && !names_.contains(n.text))) {
      if (t.size() != 3 && t.size() != 2)
        return error(n.span, ErrorCode::arguments, cat(n.text, " takes 3 template arguments, not ", t.size()),
                     "write Sw<B,M,S>");
      const Swizzle swizzle = make_swizzle(arith, t[0], t[1], t.size() == 3 ? t[2] : t[0]);
      if (arith.failed()) return fault(n.span, arith);
      return swizzle;
    }
    if ((n.text == "Int" || n.text == "C") && t.size() == 1) return static_int(t[0]);
    if (n.text == "E") {
      if (t.size() > BasisPath::max_rank || std::any_of(t.begin(), t.end(), [](std::int64_t m) { return m < 0 || m > BasisPath::max_mode; })) {
        return error(n.span, ErrorCode::basis, cat("basis elements have at most ", BasisPath::max_rank, " modes, each from 0 to ", BasisPath::max_mode));
      }
      Int basis = static_int(1);
      for (const std::int64_t mode : t) basis.set_basis(basis.basis().appended(static_cast<int>(mode)));
      return basis;
    }
    if (names_.contains(n.text)) return error(n.span, ErrorCode::arguments, cat("'", n.text, "' takes no <template arguments>"), "");
    return unknown(n);
  }

  Maybe run(const Builtin& named, std::span<const std::int64_t> t, std::vector<Value> args, Span span, const std::vector<Index>& children, Origin* origin) {
    const Builtin& builtin = builtin_for(named, args);
    std::uint64_t load = 1;
    for (const Value& arg : args) load += tree_nodes(arg);
    work_ += load * load;
    if (work_ > max_program_work) return too_much_work(span);
    Arith arith;
    const Call call(arith, builtin.name, t, args);
    Value value = builtin.run(call);
    work_ += call.charged();
    // What is printed grows with the size of a layout, not of its text.
    if (const auto* text = value.as<Text>()) work_ += 4 * text->text.size();
    if (arith.failed()) {
      Error e = std::move(arith.error().value());
      // What does not divide is the right operand: point at it.
      const bool right = (e.code == ErrorCode::shape_divisibility || e.code == ErrorCode::stride_divisibility) && children.size() >= 2;
      e.span = right ? node(children[1]).span : span;
      report(std::move(e));
      return std::nullopt;
    }
    if (operations_ != nullptr && has_law(builtin.name)) record(builtin, t, args, value, span);
    if (origin != nullptr) {
      origin->function = builtin.name;
      for (const Index child : children) origin->bindings.push_back(binding_of(child));
      origin->args = std::move(args);
      origin->template_args.assign(t.begin(), t.end());
    }
    return value;
  }

  void record(const Builtin& builtin, std::span<const std::int64_t> t, const std::vector<Value>& args, const Value& result, Span span) {
    recorded_ += memory(result);
    for (const Value& arg : args) recorded_ += memory(arg);
    if (recorded_ > max_program_nodes) return;
    if (operations_->size() - recorded_before_ == max_recorded_operations) {
      operations_->erase(operations_->begin() + static_cast<std::ptrdiff_t>(recorded_before_));
    }
    operations_->push_back({out_.bindings.size(), builtin.name, {t.begin(), t.end()}, args, result, span});
  }

  // The binding that the node names, or -1.
  int binding_of(Index index) const {
    const SyntaxNode& n = node(index);
    if (n.kind != Syntax::name) return -1;
    const auto found = names_.find(n.text);
    return found != names_.end() ? found->second : -1;
  }

  Maybe eval_ratio(const SyntaxNode& n, Origin* origin) {
    auto args = eval_all(n.children);
    if (!args) return std::nullopt;
    if (n.op == TokenKind::divide) return run(*find_builtin("logical_divide"), {}, std::move(*args), n.span, n.children, origin);
    if (n.op == TokenKind::multiply) return run(*find_builtin("logical_product"), {}, std::move(*args), n.span, n.children, origin);
    const auto* shape = (*args)[0].as<IntTuple>();
    const Int* by = (*args)[1].integer();
    if (shape == nullptr || shape->ref().has_any() || by == nullptr) {
      return error(n.span, ErrorCode::arguments, cat("'", n.op == TokenKind::slash ? "/" : "%", "' is between a shape and an integer"),
                   "for layouts use logical_divide, for integers div and mod");
    }
    Arith arith;
    IntTuple out = n.op == TokenKind::slash ? shape_div(arith, *shape, IntTuple(*by)) : shape_mod(arith, *shape, *by);
    if (arith.failed()) return fault(n.span, arith);
    if (origin != nullptr) {
      const std::vector<int> named = {binding_of(n.children[0]), binding_of(n.children[1])};
      *origin = {n.op == TokenKind::slash ? find_builtin("shape_div")->name : shape_mod_origin, std::move(*args), named};
    }
    return out;
  }

  // A flat chain, decided by value from the right.
  Maybe eval_chain(const SyntaxNode& n, Origin* origin) {
    if (n.children.size() > max_arguments) return error(n.span, ErrorCode::too_large, cat("a chain of ", n.children.size(), " operands; the cap is ", max_arguments), "give its parts names");
    std::vector<Maybe> values;
    values.reserve(n.children.size());
    bool complete = true;
    for (const Index child : n.children) {
      const bool offset = node(child).kind == Syntax::mixed_bits || node(child).kind == Syntax::unset;
      values.push_back(offset ? Maybe(static_int(0)) : eval(child));
      complete = complete && values.back().has_value();
    }
    if (!complete) return std::nullopt;
    std::size_t i = values.size() - 1;
    Value right = std::move(*values[i]);
    while (i > 0) {
      const SyntaxNode& left_node = node(n.children[i - 1]);
      const Value& left = *values[i - 1];
      const Span span = {left_node.span.begin, n.span.end};
      Maybe joined;
      if (i >= 2 && (left_node.kind == Syntax::mixed_bits || left_node.kind == Syntax::unset || left.is<IntTuple>())) {
        joined = make_composed(*values[i - 2], left_node, left, right, span);
        if (i == 2 && joined && origin != nullptr) *origin = {composed_origin, {right}, {binding_of(n.children.back())}};
        i -= 2;
      } else if (const auto* iterator = left.as<Iterator>()) {
        if (i != 1) return error(left_node.span, ErrorCode::arguments, "an iterator stands first in 'iterator o layout'");
        Arith arith;
        joined = builtin_make_tensor(Call(arith, "make_tensor", {}, std::vector<Value>{*iterator, right}));
        if (arith.failed()) return fault(span, arith);
        i -= 1;
      } else {
        std::vector<Value> args = {left, std::move(right)};
        // Only the last step makes the value of the whole chain.
        Origin* whole = i == 1 ? origin : nullptr;
        joined = run(*find_builtin("composition"), {}, std::move(args), span, {n.children[i - 1], n.children[i]}, whole);
        i -= 1;
      }
      if (!joined) return std::nullopt;
      right = std::move(*joined);
    }
    return right;
  }

  static bool out_is_swizzle(const ComposedLayout& layout) { return std::holds_alternative<Swizzle>(layout.a); }

  // A o offset o B, exactly as written.
  Maybe make_composed(const Value& a, const SyntaxNode& offset_node, const Value& offset, const Value& b, Span span) {
    ComposedLayout out;
    if (const auto* swizzle = a.as<Swizzle>()) {
      out.a = *swizzle;
    } else if (const auto* layout = a.as<Layout>()) {
      out.a = *layout;
    } else {
      return error(span, ErrorCode::arguments, cat("in 'A o offset o B', A is a swizzle or a layout, not the ", kind_name(a), ' ', to_text(a, mode_)));
    }
    if (offset_node.kind == Syntax::mixed_bits) {
      out.offset = MixedBits{offset_node.mixed[0], offset_node.mixed[1], offset_node.mixed[2]};
    } else if (offset_node.kind == Syntax::unset && out_is_swizzle(out)) {
      out.offset = UnsetPointer{static_cast<int>(offset_node.integer.value)};
    } else if (const Int* integer = offset.integer(); integer != nullptr && integer->is_plain()) {
      out.offset = *integer;
    } else {
      return error(offset_node.span, ErrorCode::unsupported, cat("in 'A o offset o B' the offset is an integer, not ", to_text(offset, mode_)));
    }
    if (const auto* layout = b.as<Layout>()) {
      out.b = *layout;
    } else if (const auto* composed = b.as<ComposedLayout>()) {
      ComposedLayout::Stage stage = {out.a, out.offset};
      out = *composed;
      out.outer.insert(out.outer.begin(), std::move(stage));
    } else {
      return error(span, ErrorCode::arguments, cat("in 'A o offset o B', B is a layout, not the ", kind_name(b), ' ', to_text(b, mode_)));
    }
    return out;
  }

  std::string_view program_;
  IntegerMode mode_;
  std::vector<RecordedOperation>* operations_;  // null: none are recorded
  std::size_t recorded_before_ = 0;             // operations of earlier statements
  std::uint64_t recorded_ = 0;                  // nodes of all operations
  Evaluation out_;
  SyntaxTree tree_;
  std::map<std::string_view, int> names_;
  std::map<std::string_view, int> failed_;
  std::vector<int> uses_;
  std::size_t statement_ = 0;            // number of the statement, from 1
  std::vector<std::size_t> used_in_;     // for each binding the last statement that named it
  std::uint64_t stored_ = 0;  // nodes of all bindings
  std::uint64_t copied_ = 0;  // nodes copied by name in this statement
  std::uint64_t work_ = 0;
  std::size_t reported_ = 0;     // errors of evaluation
  std::size_t late_errors_ = 0;  // more of them
};

}  // namespace

Evaluation evaluate(std::string_view program, IntegerMode mode) { return Evaluator(program, mode, nullptr).run(); }

Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations) {
  return Evaluator(program, mode, &operations).run();
}

}  // namespace stridescope
