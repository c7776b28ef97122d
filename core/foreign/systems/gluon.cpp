// Layouts of Gluon, Triton's lower-level language: each constructor makes an attribute of TTGIR, and is read as that
// attribute. Source: triton-lang/triton python/triton/experimental/gluon/language/_layouts.py, amd/_layouts.py,
// amd/gfx1250/_layouts.py and nvidia/blackwell/__init__.py, of 3.4 (ctas_per_cga, cta_split_num, cta_order) and later
// (cga_layout).
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/checked.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/foreign/systems/triton.h"

namespace stridescope::triton {
namespace {

struct Field {
  std::string_view name;  // name in Python
  std::string_view key;   // name in TTGIR; empty: see finish()
};

struct Constructor {
  std::string_view name;
  std::string_view word;  // name of the attribute
  std::size_t needed;     // number of fields without a default
  Field fields[8];        // in the order of positions; fields of clusters follow
  bool clusters;
};

constexpr Constructor constructors[] = {
    {"BlockedLayout",
     "ttg.blocked",
     4,
     {{"size_per_thread", "sizePerThread"},
      {"threads_per_warp", "threadsPerWarp"},
      {"warps_per_cta", "warpsPerCTA"},
      {"order", "order"}},
     true},
    {"SliceLayout", "ttg.slice", 2, {{"dim", "dim"}, {"parent", "parent"}}, false},
    {"DotOperandLayout",
     "ttg.dot_op",
     3,
     {{"operand_index", "opIdx"}, {"parent", "parent"}, {"k_width", "kWidth"}},
     false},
    {"NVMMADistributedLayout",
     "ttg.nvidia_mma",
     3,
     {{"version", ""}, {"warps_per_cta", "warpsPerCTA"}, {"instr_shape", "instrShape"}},
     true},
    {"AMDMFMALayout",
     "ttg.amd_mfma",
     4,
     {{"version", "version"},
      {"warps_per_cta", "warpsPerCTA"},
      {"instr_shape", "instrShape"},
      {"transposed", "isTransposed"}},
     true},
    {"AMDWMMALayout",
     "ttg.amd_wmma",
     2,
     {{"version", "version"},
      {"transposed", "isTranspose"},
      {"warps_per_cta", "warpsPerCTA"},
      {"instr_shape", "instrShape"}},
     true},
    {"TensorMemoryLayout", "ttng.tensor_memory_encoding", 1, {{"block", ""}, {"col_stride", "colStride"}}, false},
    {"TensorMemoryScalesLayout", "ttng.tensor_memory_scales_encoding", 0, {{"cta_split_num", ""}}, false},
    {"DistributedLinearLayout",
     "ttg.linear",
     5,
     {{"reg_bases", "register"},
      {"lane_bases", "lane"},
      {"warp_bases", "warp"},
      {"block_bases", "block"},
      {"shape", ""}},
     false},
    {"NVMMASharedLayout",
     "ttg.nvmma_shared",
     2,
     {{"swizzle_byte_width", "swizzlingByteWidth"},
      {"element_bitwidth", "elementBitWidth"},
      {"rank", ""},
      {"transposed", "transposed"},
      {"fp4_padded", "fp4Padded"}},
     true},
    {"SwizzledSharedLayout",
     "ttg.swizzled_shared",
     4,
     {{"vec", "vec"}, {"per_phase", "perPhase"}, {"max_phase", "maxPhase"}, {"order", "order"}},
     true},
    {"PaddedSharedLayout",
     "ttg.padded_shared",
     2,
     {{"interval_padding_pairs", ""}, {"offset_bases", "offset"}, {"cga_layout", "block"}, {"shape", ""}},
     false},
    {"PaddedSharedLayout.with_identity_for",
     "ttg.padded_shared",
     3,
     {{"interval_padding_pairs", ""}, {"shape", ""}, {"order", "order"}},
     true},
    {"PartitionedSharedLayout",
     "ttg.partitioned_shared",
     4,
     {{"num_partitions", "numPartitions"},
      {"num_groups", "numGroups"},
      {"partition_dim", "partitionDim"},
      {"partition_layout", "partitionLayout"}},
     false},
    {"SharedLinearLayout",
     "ttg.shared_linear",
     1,
     {{"offset_bases", "offset"}, {"block_bases", "block"}, {"alignment", ""}},
     false},
    {"NVMMASharedLayout.get_default_for",
     "ttg.nvmma_shared",
     2,
     {{"block_shape", ""}, {"dtype", ""}, {"transposed", "transposed"}, {"fp4_padded", "fp4Padded"}},
     true},
};

constexpr Field cluster_fields[] = {
    {"cga_layout", "CGALayout"},
    {"ctas_per_cga", "CTAsPerCGA"},
    {"cta_split_num", "CTASplitNum"},
    {"cta_order", "CTAOrder"},
};

// Fields that must be given by keyword, because their positions differ between releases.
struct KeywordField {
  std::string_view word;  // name of the attribute
  Field field;
};
constexpr KeywordField keyword_fields[] = {
    {"ttg.amd_mfma", {"tiles_per_warp", "tilesPerWarp"}},
    {"ttg.amd_mfma", {"element_bitwidth", "elementBitWidth"}},
    {"ttg.amd_wmma", {"warp_bases", ""}},
    {"ttg.amd_wmma", {"reg_bases", ""}},
    {"ttng.tensor_memory_encoding", {"unpacked", ""}},
    {"ttng.tensor_memory_encoding", {"cta_split_num", ""}},
    {"ttng.tensor_memory_encoding", {"two_ctas", "twoCTAs"}},
};
const Field* keyword_field(std::string_view word, std::string_view name) {
  for (const KeywordField& one : keyword_fields) {
    if (one.word == word && one.field.name == name) return &one.field;
  }
  return nullptr;
}

// gl.BlockedLayout, triton.experimental.gluon.language.PaddedSharedLayout.with_identity_for
const Constructor* constructor_named(std::string_view word) {
  const Constructor* out = nullptr;
  for (const Constructor& one : constructors) {
    const bool ends = word.ends_with(one.name);
    const std::size_t before = word.size() - std::min(one.name.size(), word.size());
    if (ends && (before == 0 || word[before - 1] == '.')) out = &one;
  }
  return out;
}

class GluonReader {
 public:
  GluonReader(Scanner& in, ForeignShape& shape) : in_(in), shape_(shape) {}

  Attribute layout() {
    const ForeignLevel level(in_, depth_);
    Attribute out;
    out.kind = Attribute::Kind::attribute;
    out.position = in_.position();
    const std::string_view word = in_.word(true);
    const Constructor* made = constructor_named(word);
    if (made == nullptr || !in_.ok()) {
      in_.fail_at(out.position, say("expected a layout of Gluon, as in BlockedLayout([1],[32],[4],[0])"));
      return out;
    }
    out.word = made->word;
    std::vector<const Field*> given;
    std::size_t position = 0;
    in_.expect("(");
    while (in_.ok() && !in_.accept(")")) {
      const std::size_t begin = in_.position();
      const std::string_view name = in_.word();
      const Field* field = nullptr;
      if (!name.empty() && !in_.at("==") && in_.accept("=")) {
        field = field_named(*made, name);
        if (field == nullptr) in_.fail_at(begin, say("{} does not have argument '{}'", made->name, name));
      } else {
        in_.back_to(begin);
      }
      Attribute what = value();
      if (field == nullptr && in_.ok()) {
        field = field_at(*made, position++, what);
        if (field == nullptr) in_.fail_at(begin, say("{} takes fewer arguments", made->name));
      }
      if (field != nullptr && std::find(given.begin(), given.end(), field) != given.end())
        in_.fail_at(begin, say("'{}' is given twice", field->name));
      if (!in_.ok()) break;
      given.push_back(field);
      const bool none = what.kind == Attribute::Kind::word && what.word == "None";
      if (!none) take(out, *field, std::move(what));
      if (!in_.accept(",") && !in_.at(")")) in_.expect(")");
    }
    for (std::size_t i = 0; in_.ok() && i < made->needed; ++i) {
      const Field* field = &made->fields[i];
      const bool either = made->name == "PaddedSharedLayout" && i == 1;  // `order`, in releases without bases
      if (!either && std::find(given.begin(), given.end(), field) == given.end())
        in_.fail_at(out.position, say("'{}' is missing", field->name));
    }
    if (in_.ok() && block_bits_ != 0) swizzle_by_default(out);
    if (in_.ok() && is_encoding(out, "partitioned_shared")) whole_of_pieces(out);
    return out;
  }

 private:
  // A layout of a piece has the shape of the piece.
  void whole_of_pieces(const Attribute& e) {
    const std::int64_t dimension = e.integer_of(in_, "partitionDim", std::nullopt);
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(shape_.size())) return;
    std::int64_t& extent = shape_[static_cast<std::size_t>(dimension)];
    for (const std::string_view key : {"numPartitions", "numGroups"}) {
      if (mul_overflows(extent, e.integer_of(in_, key, std::nullopt), extent)) extent = 0;
    }
  }

  static const Field* field_named(const Constructor& made, std::string_view name) {
    for (const Field& field : made.fields) {
      if (field.name == name) return &field;
    }
    if (const Field* field = keyword_field(made.word, name); field != nullptr) return field;
    static constexpr Field order = {"order", "order"};
    if (made.name == "PaddedSharedLayout" && name == "order") return &order;
    const bool padded = made.word == "ttg.padded_shared";
    for (const Field& field : cluster_fields) {
      if (field.name == name && (made.clusters || padded)) return &field;
    }
    return nullptr;
  }

  static bool of_lists(const Attribute& value) {
    return std::all_of(value.items.begin(), value.items.end(),
                       [](const Attribute& item) { return item.kind == Attribute::Kind::list; });
  }

  // The field at a position; if releases order the fields differently, the argument decides.
  const Field* field_at(const Constructor& made, std::size_t position, const Attribute& what) {
    std::size_t count = 0;
    while (count < std::size(made.fields) && !made.fields[count].name.empty()) ++count;
    const bool list = what.kind == Attribute::Kind::list;
    if (made.name == "PaddedSharedLayout" && position >= 1) {
      if (position == 1) by_order_ = list && !of_lists(what);
      if (by_order_) return position == 1 ? field_named(made, "order") : cluster_at(position - 2, what);
    }
    if (made.word == "ttg.amd_wmma" && position == 2 && list && of_lists(what))
      return keyword_field(made.word, "warp_bases");
    if (made.word == "ttng.tensor_memory_encoding" && position == 1 && what.kind == Attribute::Kind::word)
      return keyword_field(made.word, "unpacked");
    if (position < count) return &made.fields[position];
    return made.clusters ? cluster_at(position - count, what) : nullptr;
  }

  const Field* cluster_at(std::size_t position, const Attribute& what) {
    const bool list = what.kind == Attribute::Kind::list;
    if (position == 0 && list && of_lists(what)) return &cluster_fields[0];
    return position < 3 ? &cluster_fields[position + 1] : nullptr;
  }

  Attribute value() {
    const ForeignLevel level(in_, depth_);
    Attribute out;
    if (in_.at_end()) in_.fail(say("expected a value"));
    out.position = in_.position();
    if (++nodes_ > max_attribute_nodes)
      in_.arith().fail(ErrorCode::too_large, say("{}: more than {} values", in_.system(), max_attribute_nodes));
    if (!in_.ok()) return out;
    for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"[", "]"}, {"(", ")"}}) {
      if (!in_.accept(open)) continue;
      out.kind = Attribute::Kind::list;
      while (in_.ok() && !in_.accept(close)) {
        out.items.push_back(value());
        if (!in_.accept(",") && !in_.at(close)) in_.expect(close);
      }
      return out;
    }
    if (in_.at_integer()) {
      out.integer = in_.integer();
      return out;
    }
    const std::string_view word = in_.word(true);
    if (in_.at("(")) {
      in_.back_to(out.position);
      return layout();
    }
    out.kind = Attribute::Kind::word;
    out.word = word == "True" ? "true" : word == "False" ? "false" : word;
    return out;
  }

  bool integers(const Attribute& list, ForeignShape& out) {
    out.clear();
    bool good = list.kind == Attribute::Kind::list;
    for (const Attribute& item : list.items) {
      good = good && item.kind == Attribute::Kind::integer;
      out.push_back(item.integer);
    }
    if (!good) in_.fail_at(list.position, say("expected a list of integers: write the numbers in place of names"));
    return good;
  }

  // The first word in lists that is not a truth value.
  static const Attribute* name_in(const Attribute& what) {
    if (what.kind == Attribute::Kind::word) return what.word == "true" || what.word == "false" ? nullptr : &what;
    if (what.kind != Attribute::Kind::list) return nullptr;
    for (const Attribute& item : what.items) {
      if (const Attribute* found = name_in(item); found != nullptr) return found;
    }
    return nullptr;
  }

  void take(Attribute& out, const Field& field, Attribute what) {
    ForeignShape list;
    if (!field.key.empty()) {
      // Names of numbers are unknown here.
      if (const Attribute* name = name_in(what); name != nullptr)
        in_.fail_at(name->position, say("'{}' has no value here: give its value", name->word));
      out.keys.push_back(field.key);
      out.values.push_back(std::move(what));
    } else if (field.name == "version") {
      if (!integers(what, list)) return;
      for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 2); ++i) {
        out.keys.push_back(i == 0 ? "versionMajor" : "versionMinor");
        out.values.push_back(what.items[i]);
      }
    } else if (field.name == "shape" || field.name == "block_shape") {
      if (integers(what, list)) shape_ = list;
    } else if (field.name == "block") {
      if (!integers(what, list)) return;
      if (list.size() != 2) {
        in_.fail_at(what.position, say("a block of tensor memory must have 2 extents"));
        return;
      }
      add_integers(out, {"blockM", "blockN"}, what);
    } else if (field.name == "cta_split_num") {
      if (integers(what, list) && list.size() == 2) add_integers(out, {"CTASplitM", "CTASplitN"}, what);
    } else if (field.name == "unpacked") {
      // Packed elements have contiguous columns of 32 bits, others one column each.
      if (what.word == "true")
        in_.fail_at(what.position,
                    say("the columns of unpacked elements depend on their width: write col_stride, 32 / bits"));
    } else if (field.name == "warp_bases" || field.name == "reg_bases") {
      Attribute* tiles = nullptr;
      for (std::size_t i = 0; i < out.keys.size(); ++i) {
        if (out.keys[i] == "ctaLayout") tiles = &out.values[i];
      }
      if (tiles == nullptr) {
        out.keys.push_back("ctaLayout");
        out.values.emplace_back();
        tiles = &out.values.back();
        tiles->kind = Attribute::Kind::attribute;
        tiles->position = what.position;
      }
      tiles->keys.push_back(field.name == "warp_bases" ? "warp" : "register");
      tiles->values.push_back(std::move(what));
    } else if (field.name == "interval_padding_pairs") {
      Attribute pairs;
      pairs.kind = Attribute::Kind::list;
      pairs.position = what.position;
      if (what.kind != Attribute::Kind::list) in_.fail_at(what.position, say("expected pairs of integers"));
      for (const Attribute& pair : what.items) {
        if (!integers(pair, list)) return;
        if (list.size() != 2) {
          in_.fail_at(pair.position, say("expected pairs of integers"));
          return;
        }
        Attribute one = pair.items[0];
        one.padding = list[1];
        pairs.items.push_back(std::move(one));
      }
      sort_stable(std::span(pairs.items), [](const Attribute& a, const Attribute& b) { return a.integer < b.integer; });
      out.items.push_back(std::move(pairs));
    } else if (field.name == "dtype") {
      // float16, float8e5, uint8: the first number is its bits.
      std::size_t digit = what.word.find_first_of("0123456789");
      for (; digit < what.word.size() && is_digit(what.word[digit]) && block_bits_ < 1000; ++digit)
        block_bits_ = 10 * block_bits_ + (what.word[digit] - '0');
      if (block_bits_ != 8 && block_bits_ != 16 && block_bits_ != 32 && block_bits_ != 64)
        in_.fail_at(what.position, say("'{}' is not a known element type", what.word));
    }
  }

  static void add_integers(Attribute& out, std::initializer_list<std::string_view> keys, const Attribute& list) {
    std::size_t i = 0;
    for (const std::string_view key : keys) {
      out.keys.push_back(key);
      out.values.push_back(list.items[i++]);
    }
  }

  // get_default_for: the widest swizzle that divides the contiguous extent of a block.
  void swizzle_by_default(Attribute& out) {
    ForeignShape block = shape_;
    if (const Attribute* layout = out.find("CGALayout"); layout != nullptr && !layout->items.empty()) {
      in_.fail_at(layout->position, say("the default of a cluster's blocks is unknown here: write the layout itself"));
      return;
    }
    const auto is_set = [&](std::string_view key) {
      const Attribute* flag = out.find(key);
      return flag != nullptr && flag->word == "true";
    };
    if (is_set("transposed") && !block.empty()) std::rotate(block.begin(), block.begin() + 1, block.end());
    // Eight rows suffice, and no layout has a longer extent than this.
    constexpr std::int64_t longest = std::int64_t{1} << 40;
    std::int64_t outer = 1;
    for (std::size_t i = 0; i + 1 < block.size(); ++i)
      outer = std::min<std::int64_t>(outer * std::clamp<std::int64_t>(block[i], 0, 8), 8);
    const std::int64_t extent = block.empty() || block.back() > longest ? 0 : std::max<std::int64_t>(block.back(), 0);
    const std::int64_t bytes = extent * (is_set("fp4Padded") ? 2 : 1) * block_bits_ / 8;
    Attribute width;
    width.position = out.position;
    for (const std::int64_t one : {32, 64, 128}) {
      if (bytes > 0 && bytes % one == 0 && block.size() > 1 && outer >= 8) width.integer = one;
    }
    Attribute bits;
    bits.position = out.position;
    bits.integer = block_bits_;
    out.keys.push_back("swizzlingByteWidth");
    out.values.push_back(std::move(width));
    out.keys.push_back("elementBitWidth");
    out.values.push_back(std::move(bits));
  }

  Scanner& in_;
  ForeignShape& shape_;
  int depth_ = 0;
  int nodes_ = 0;
  bool by_order_ = false;        // a PaddedSharedLayout of a release without bases
  std::int64_t block_bits_ = 0;  // for get_default_for
};

}  // namespace

bool is_gluon(std::string_view word) { return constructor_named(word) != nullptr; }

Attribute read_gluon(Scanner& in, ForeignShape& shape) { return GluonReader(in, shape).layout(); }

}  // namespace stridescope::triton
