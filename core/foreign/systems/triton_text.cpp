// Reads a text with Triton's encodings: lines that name some, and the requested one, alone or in a type.
#include <algorithm>

#include "core/base/power.h"
#include "core/foreign/systems/triton.h"

namespace stridescope {
namespace {

using namespace triton;

struct TypedEncoding {
  Attribute encoding;
  ForeignShape shape;
  bool found = false;
};

// tensor<64x64xf16, #mma>, memdesc<2x64x64xf16, #shared, #smem, mutable>: the text between the angles.
void read_type(Scanner& in, const std::vector<AttributeAlias>& aliases, TypedEncoding& out) {
  if (!in.expect("<")) return;
  while (in.at_integer()) {
    out.shape.push_back(in.integer());
    if (!in.expect("x")) return;
  }
  if (in.accept("!")) {  // !tt.ptr<f16>
    in.word(true);
    if (in.accept("<")) {
      in.until(">");
      in.expect(">");
    }
  } else if (in.word().empty()) {
    in.fail(say("expected the type of an element"));
  }
  if (!in.expect(",")) return;
  out.encoding = read_attribute(in, aliases);
  in.until(">");
  if (in.expect(">")) out.found = true;
}

TypedEncoding read_encoding(Scanner& in) {
  TypedEncoding out;
  std::vector<AttributeAlias> aliases;
  while (!in.at_end()) {
    const std::size_t begin = in.position();
    if (in.accept("#")) {
      const std::string_view name = in.word();
      if (!name.empty() && in.accept("=")) {
        if (aliases.size() >= 256) in.fail(say("more than {} names", 256));
        AttributeAlias alias = {name, read_attribute(in, aliases)};
        out = {alias.attribute, {}, true};
        aliases.push_back(std::move(alias));
        continue;
      }
      in.back_to(begin);
      out = {read_attribute(in, aliases), {}, true};
      continue;
    }
    if (at_printed_bases(in)) {
      out = {};
      out.encoding = read_printed_bases(in, out.shape);
      out.found = true;
      continue;
    }
    in.accept("!");
    const std::string_view word = in.word(true);
    if (word.ends_with("LinearLayout.from_bases")) {
      out = {};
      out.encoding = read_made_bases(in, out.shape);
      out.found = true;
    } else if (is_gluon(word)) {
      in.back_to(begin);
      out = {};
      out.encoding = read_gluon(in, out.shape);
      out.found = true;
    } else if (word == "tensor" || word == "ttg.memdesc" || word == "triton_gpu.memdesc" || word == "tt.memdesc") {
      out = {};
      read_type(in, aliases, out);
    } else {
      in.fail_at(begin, say("expected an encoding, #ttg.NAME<...>, or a type tensor<...> that contains one"));
    }
  }
  if (in.ok() && !out.found)
    in.fail(say("expected an encoding, #ttg.NAME<...>, or a type tensor<...> that contains one"));
  return out;
}

// The placeholder before a layout is chosen: gluon.auto_encoding, gluon.coalesced_encoding, tlx.dummy_tmem_layout.
bool is_chosen_later(const Attribute& e) {
  const std::string_view name = e.word.substr(e.word.rfind('.') + 1);
  return name == "auto_encoding" || name == "coalesced_encoding" || name.starts_with("dummy_");
}

// The modes as strides, in the order of the attribute, including those of extent 1: parts beyond the tensor have stride
// 0.
struct BlockedModes {
  Arith& arith;
  const ForeignShape& shape;
  LayoutBuilder out;
  ForeignShape reached;

  void add(int dimension, std::int64_t count) {
    const auto d = static_cast<std::size_t>(dimension);
    std::int64_t step = 1;
    for (std::size_t i = 0; i < d; ++i) step *= shape[i];
    const std::int64_t inside = std::clamp<std::int64_t>(shape[d] / reached[d], 1, count);
    const std::int64_t stride = reached[d] < shape[d] ? reached[d] * step : 0;
    if (inside > 1 || count == 1) out.mode(static_int(inside), static_int(stride));
    if (inside < count) out.mode(static_int(count / inside), static_int(0));
    reached[d] *= count;
  }
};

Layout blocked_layout(Scanner& in, const Attribute& e, const ForeignShape& shape) {
  const auto list = [&](std::string_view key) { return e.integers_of(in, key, true); };
  const ForeignShape registers = list("sizePerThread");
  const ForeignShape lanes = list("threadsPerWarp");
  const ForeignShape warps = list("warpsPerCTA");
  const ForeignShape order = list("order");
  BlockedModes modes = {in.arith(), shape, LayoutBuilder(in.arith()), ForeignShape(shape.size(), 1)};
  const auto all = [&](const ForeignShape& counts) {
    for (const std::int64_t d : order) modes.add(static_cast<int>(d), counts[static_cast<std::size_t>(d)]);
  };
  // Registers are the first factor of the tensor and the second mode of the layout.
  const ForeignShape before = modes.reached;
  for (std::size_t d = 0; d < shape.size(); ++d) modes.reached[d] = registers[d];
  modes.out.open();
  modes.out.open();
  all(lanes);
  all(warps);
  modes.out.close();
  const ForeignShape tile = modes.reached;
  modes.reached = before;
  modes.out.open();
  all(registers);
  modes.reached = tile;
  for (const std::int64_t d : order) {
    const auto i = static_cast<std::size_t>(d);
    modes.add(static_cast<int>(d), std::max<std::int64_t>(shape[i] / tile[i], 1));
  }
  modes.out.close();
  modes.out.close();
  return in.arith().intact(modes.out.take());
}

}  // namespace

Value read_triton(Arith& arith, std::string_view text, const ForeignShape& given) {
  Scanner in(arith, "triton", text, Scanner::Comments::slashes);
  TypedEncoding typed = read_encoding(in);
  if (!in.ok()) return static_int(0);
  const Attribute& e = typed.encoding;
  ForeignShape shape = given.empty() ? typed.shape : given;
  const auto made = [&](auto layout) -> Value {
    if (!in.ok()) return static_int(0);
    return to_value(AnyLayout(std::move(layout)));
  };
  if (is_tensor_memory(e)) return made(tensor_memory_layout(in, e, shape));
  if (is_shared(e)) {
    // In a type the stages of a buffer come first.
    const std::size_t rank = piece_encoding(e).integers_of(in, "order", false).size();
    if (given.empty() && rank > 0 && shape.size() > rank)
      shape.erase(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(rank));
    // An encoding without `order` is of matrices, and the buffers can be three.
    const bool matrix = rank == 0 && is_encoding(e, "nvmma_shared") && e.find("rank") == nullptr;
    const bool buffers = given.empty() && matrix && shape.size() == 3 && !is_power_of_two(shape[0]);
    if (!buffers || shape[0] < 1) return made(shared_layout(in, e, shape));
    const AnyLayout one = shared_layout(in, e, {shape[1], shape[2]});
    if (!in.ok()) return static_int(0);
    LayoutBuilder modes(arith);
    modes.open();
    modes.mode(static_int(shape[0]), static_int(shape[1] * shape[2]));
    modes.copy_modes(domain_layout(one));
    modes.close();
    return made(on_domain(one, [&](const Layout&) { return modes.take(); }));
  }
  if (is_chosen_later(e)) {
    arith.fail(ErrorCode::unsupported, say("triton: '{}' is not a layout yet: a later pass chooses one", e.word));
    return static_int(0);
  }
  if (!is_distributed(e)) {
    arith.fail(ErrorCode::unsupported, say("triton: '{}' is not a known encoding", e.word));
    return static_int(0);
  }
  const NamedMap map = distributed(in, e, shape);
  if (!in.ok()) return static_int(0);
  bool blocks = false;
  for (const NamedInput& input : map.inputs) blocks = blocks || (input.name == "block" && !input.bases.empty());
  if (is_encoding(e, "blocked") && !blocks) return made(blocked_layout(in, e, shape));
  std::vector<std::vector<std::string_view>> groups = {{"lane", "warp"}, {"register"}};
  if (blocks) groups.push_back({"block"});
  const LinearMap linear = map.linear(arith, groups);
  if (!in.ok()) return static_int(0);
  return made(shortest_form(arith, linear).layout);
}

}  // namespace stridescope
