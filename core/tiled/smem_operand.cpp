// The canonical layouts of operands in shared memory, and their descriptors. A layout is compared with the canonical
// form element by element, so the error names the first coordinate that the hardware would read from another address.
#include "core/tiled/smem_operand.h"

#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/checked.h"
#include "core/base/strides.h"
#include "core/base/text.h"
#include "core/tiled/tv_tools.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

struct SmemMode {
  SwizzleMode mode;
  std::string_view name;
  std::string_view word;  // word of a tensor map
  int span;
  Swizzle bytes;       // the swizzle of byte addresses
  int wgmma, tcgen05;  // code in a descriptor; -1: none
};

constexpr SmemMode modes[] = {
    {SwizzleMode::none, "INTER", "", 16, {0, 4, 3}, 0, 0},
    {SwizzleMode::b32, "SW32", "sw32", 32, {1, 4, 3}, 3, 6},
    {SwizzleMode::b64, "SW64", "sw64", 64, {2, 4, 3}, 2, 4},
    {SwizzleMode::b128, "SW128", "sw128", 128, {3, 4, 3}, 1, 2},
    {SwizzleMode::b128_32, "SW128_32B", "sw128_32", 128, {2, 5, 2}, -1, 1},
};

const SmemMode& row_of(SwizzleMode mode) { return modes[static_cast<std::size_t>(mode)]; }

int log2_of(int bits) {
  int out = 0;
  while ((1 << out) < bits) ++out;
  return (1 << out) == bits ? out : -1;
}

// The swizzle of elements of that width; base is below 0 if it moves parts of an element.
Swizzle on_elements(const SmemMode& row, int bits) {
  return {row.bytes.bits, row.bytes.base + 3 - log2_of(bits), row.bytes.shift};
}

std::optional<Error> bad_width(int bits) {
  if (bits >= 4 && bits <= 128 && log2_of(bits) >= 0) return std::nullopt;
  return Error{ErrorCode::arguments,
               say("elements of {} {bit|bits} do not fill 16-byte chunks by a power of two", bits),
               say("give 4, 8, 16, 32, 64 or 128 bits"),
               {},
               {}};
}

// GMMA::Layout_[K_|MN_]<mode>_Atom
struct AtomHead {
  bool found = false;
  const SmemMode* row = nullptr;
  char major = 0;  // k, m; 0: from a template argument
};

AtomHead read_head(std::string_view head) {
  AtomHead out;
  if (head.starts_with("SM90::")) head.remove_prefix(6);
  const bool tcgen05 = head.starts_with("UMMA::");
  if ((!tcgen05 && !head.starts_with("GMMA::")) || !head.substr(6).starts_with("Layout_") || !head.ends_with("_Atom"))
    return out;
  head = head.substr(13, head.size() - 13 - 5);
  if (head.starts_with("K_")) {
    out.major = 'k';
    head.remove_prefix(2);
  } else if (head.starts_with("MN_")) {
    out.major = 'm';
    head.remove_prefix(3);
  }
  for (const SmemMode& row : modes) {
    if (row.name == head && (row.wgmma >= 0 || (tcgen05 && out.major == 'm'))) out.row = &row;
  }
  out.found = out.row != nullptr;
  return out;
}

// The offsets of (mn, k) in elements, without the swizzle: a layout is linear in its two modes. pre: rank 2, integer
// strides.
class Offsets {
 public:
  Offsets(LayoutRef layout, std::int64_t mn, std::int64_t depth)
      : layout_(layout), rows_(expand_mode(arith_, layout[0], mn)), columns_(expand_mode(arith_, layout[1], depth)) {}
  std::int64_t operator()(std::int64_t mn, std::int64_t k) {
    std::int64_t out = 0;
    if (add_overflows(rows_[static_cast<std::size_t>(mn)], columns_[static_cast<std::size_t>(k)], out))
      arith_.fail(ErrorCode::overflow, say("offsets of {} do not fit 64 bits",
                                           to_text(Layout{IntTuple(layout_.shape), IntTuple(layout_.stride)})));
    return out;
  }
  bool failed() const { return arith_.failed(); }
  tl::unexpected<Error> error() { return arith_.error(); }

 private:
  LayoutRef layout_;
  Arith arith_;
  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> columns_;
};

tl::unexpected<Error> not_canonical(const Message& message, Message hint) {
  return failure(ErrorCode::unsupported, say("not canonical: {}", message), std::move(hint));
}

Message hint_for(const SmemMode& row, OperandMajor major) {
  // wgmma has no swizzle with chunks of 32 bytes.
  return say("tile {}::Layout_{}{}_Atom<T> with tile_to_shape", row.mode == SwizzleMode::b128_32 ? "UMMA" : "GMMA",
             major == OperandMajor::k ? "K_" : "MN_", row.name);
}

}  // namespace

std::string_view name_of(SwizzleMode mode) { return row_of(mode).name; }

std::string_view word_of(SwizzleMode mode) { return row_of(mode).word; }
int span_bytes(SwizzleMode mode) { return row_of(mode).span; }

Result<SwizzleMode> swizzle_mode(const AnyLayout& layout, int bits) {
  if (auto fault = bad_width(bits)) return failure(std::move(*fault));
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  if (composed == nullptr) return SwizzleMode::none;
  Arith arith;
  const ComposedLayout of_elements = without_pointer(arith, *composed);
  if (arith.failed()) return failure(std::move(arith.error().value()));
  const auto* swizzle = std::get_if<Swizzle>(&of_elements.a);
  if (swizzle == nullptr || !composed->outer.empty())
    return failure(ErrorCode::bad_swizzle, say("this layout is composed of more than one swizzle and one layout"));
  if (swizzle->bits == 0) return SwizzleMode::none;
  for (const SmemMode& row : modes) {
    if (row.bytes.bits != 0 && *swizzle == on_elements(row, bits)) return row.mode;
  }
  const SmemMode* nearest = &modes[3];
  for (const SmemMode& row : modes) {
    if (row.bytes.bits == swizzle->bits && row.wgmma >= 0) nearest = &row;
  }
  const Swizzle wanted = on_elements(*nearest, bits);
  return failure(ErrorCode::bad_swizzle,
                 say("{} on elements of {} {bit|bits} is not a hardware swizzle", to_text(*swizzle), bits),
                 say("{} is {} on elements of {} {bit|bits} ({} on bytes)", nearest->name, to_text(wanted), bits,
                     to_text(nearest->bytes)));
}

bool is_smem_layout_atom(std::string_view head) { return read_head(head).found; }

void smem_layout_names(std::vector<std::string>& out) {
  for (const char* space : {"GMMA", "UMMA"}) {
    for (const SmemMode& row : modes) {
      for (const char* major : {"K", "MN"}) {
        std::string name = cat(space, "::Layout_", major, '_', row.name, "_Atom");
        if (is_smem_layout_atom(name)) out.push_back(std::move(name));
      }
    }
  }
}

Result<AnyLayout> smem_layout_atom(const TypeName& name) {
  const AtomHead head = read_head(name.head);
  char major = head.major;
  if (major == 0 && name.args.size() == 2)
    major = name.args[1].head.ends_with("::Major::K") ? 'k' : name.args[1].head.ends_with("::Major::MN") ? 'm' : '\0';
  const std::size_t count = head.major == 0 ? 2 : 1;
  if (name.args.size() != count || major == 0) {
    return failure(ErrorCode::arguments,
                   count == 1 ? say("{} takes an element type", name.head)
                              : say("{} takes an element type and a major", name.head),
                   say("write {}{}", name.head, count == 1 ? "<half_t>" : "<half_t,GMMA::Major::K>"));
  }
  const auto type = find_type(name.args[0].text());
  if (!type) return failure(error_of_part(name, name.args[0], type.error()));
  if (auto fault = bad_width(type->bits)) return failure(std::move(*fault));
  // CUTLASS defines them in bits: 8 rows of a span, or a span of 8 columns (4 with chunks of 32 bytes).
  const std::int64_t along = std::int64_t{head.row->span} * 8 / type->bits;
  const std::int64_t across = head.row->mode == SwizzleMode::b128_32 ? 4 : 8;
  if (along == 0)
    return failure(ErrorCode::arguments,
                   say("an element of {} {bit|bits} does not fit the span of {}", type->bits, name.head));
  Arith arith;
  LayoutBuilder out(arith);
  out.open();
  if (major == 'k') {
    out.mode(static_int(across), static_int(along));
    out.mode(static_int(along), static_int(1));
  } else {
    out.mode(static_int(along), static_int(1));
    out.mode(static_int(across), static_int(along));
  }
  out.close();
  return AnyLayout(ComposedLayout{head.row->bytes, UnsetPointer{type->bits}, out.take()});
}

Result<SmemOperand> smem_operand(const AnyLayout& layout, int bits, OperandMajor major) {
  auto mode = swizzle_mode(layout, bits);
  if (!mode) return failure(mode.error());
  const SmemMode& row = row_of(*mode);
  const Layout& plain = domain_layout(layout);
  if (plain.rank() != 2 || !plain.shape.is_tuple())
    return failure(ErrorCode::rank_mismatch,
                   say("an operand must be a layout (MN,K) of rank 2, not of rank {}", plain.rank()),
                   say("slice off the stages: L(_,_,0)"));
  if (plain.stride.ref().has_basis())
    return failure(ErrorCode::basis, say("an operand must map to offsets, not to coordinates"));
  Arith arith;
  const std::int64_t mn = product(arith, plain.shape[0]).value;
  const std::int64_t depth = product(arith, plain.shape[1]).value;
  if (arith.failed() || mn <= 0 || depth <= 0 || mn > max_operand_elements || depth > max_operand_elements ||
      mn * depth > max_operand_elements) {
    return failure(ErrorCode::too_large,
                   say("an operand of {} x {} {element|elements} does not fit shared memory", mn, depth),
                   say("the limit is {} elements", max_operand_elements));
  }
  const std::int64_t chunk = 128 / bits;      // elements of 16 bytes
  const std::int64_t chunks = row.span / 16;  // per swizzle span
  const bool k_major = major == OperandMajor::k;
  const std::int64_t step = row.mode == SwizzleMode::b128_32 ? 4 : 8;
  if (k_major && row.mode == SwizzleMode::b128_32)
    return not_canonical(say("SW128_32B is for MN-major operands"), say("use SW128"));
  if (k_major && mn % 8 != 0)
    return not_canonical(say("MN = {} is not a multiple of 8 rows", mn), say("pad MN to a multiple of 8"));
  if (k_major && depth % (2 * chunk) != 0)
    return not_canonical(
        say("K = {} is not a multiple of {}, the 32 bytes that one instruction reads", depth, 2 * chunk), {});
  if (!k_major && mn % (chunk * chunks) != 0)
    return not_canonical(say("MN = {} is not a multiple of {}, the span of {}", mn, chunk * chunks, row.name),
                         say("use a smaller swizzle, or pad MN"));
  if (!k_major && depth % step != 0) return not_canonical(say("K = {} is not a multiple of {}", depth, step), {});

  Offsets at(LayoutRef(plain), mn, depth);
  if (at.failed()) return at.error();
  SmemOperand out = {row.mode, major, 0, 0};
  const std::int64_t origin = at(0, 0);
  const std::int64_t span = chunk * chunks;
  // In elements; values of the layout for the two strides that do not matter in the descriptor.
  std::int64_t leading = 0;
  std::int64_t stride = 0;
  if (k_major) {
    stride = mn > 8 ? at(8, 0) - origin : 0;
    leading = chunks == 1 ? at(0, chunk) - origin : chunk;
  } else if (chunks == 1) {
    stride = mn > chunk ? at(chunk, 0) - origin : 0;
    leading = depth > step ? at(0, step) - origin : 0;
  } else {
    leading = mn > span ? at(span, 0) - origin : 0;
    stride = depth > step ? at(0, step) - origin : 0;
  }
  constexpr std::int64_t far = std::int64_t{1} << 30;  // in elements; larger than shared memory
  if (magnitude(leading) >= far || magnitude(stride) >= far)
    return not_canonical(say("its strides lead outside shared memory"), hint_for(row, major));
  // K-major: each 32 bytes of K are a separate instruction with its own start address.
  const std::int64_t piece = k_major ? 2 * chunk : depth;
  for (std::int64_t k = 0; k < depth; ++k) {
    const std::int64_t inner = k % piece;
    const std::int64_t start = k_major ? at(0, k - inner) : origin;
    for (std::int64_t i = 0; i < mn; ++i) {
      std::int64_t expected = start;
      if (k_major) {
        expected += (i % 8) * span + (i / 8) * stride + inner % chunk + (inner / chunk) * leading;
      } else if (chunks == 1) {
        expected += i % chunk + (i / chunk) * stride + (k % step) * chunk + (k / step) * leading;
      } else {
        expected += i % span + (i / span) * leading + (k % step) * span + (k / step) * stride;
      }
      const std::int64_t found = at(i, k);
      if (at.failed()) return at.error();
      if (found != expected) {
        return not_canonical(say("({},{}) is at offset {} before the swizzle, but {}-major {} needs {}", i, k, found,
                                 k_major ? "K" : "MN", row.name, expected),
                             hint_for(row, major));
      }
    }
  }
  const auto bytes = [&](std::int64_t elements) { return elements * bits / 8; };
  for (const std::int64_t elements : {leading, stride}) {
    if (elements * bits % 128 != 0 || elements < 0 || bytes(elements) >= (1 << 18)) {
      return not_canonical(
          say("a stride of {} {byte|bytes} does not fit a descriptor: expected a multiple of 16 below 262144",
              bytes(elements)),
          hint_for(row, major));
    }
  }
  out.leading_bytes = bytes(leading);
  out.stride_bytes = bytes(stride);
  return out;
}

namespace {

constexpr std::uint64_t field(std::uint64_t value, int at, int bits) {
  return (value & ((std::uint64_t{1} << bits) - 1)) << at;
}
constexpr std::uint64_t read(std::uint64_t word, int at, int bits) {
  return (word >> at) & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

Result<std::uint64_t> encode_descriptor(const SmemDescriptor& d, int arch) {
  if (arch != 90 && arch != 100)
    return failure(ErrorCode::arguments, say("sm{} does not have matrix descriptors", arch),
                   say("90 for wgmma, 100 for tcgen05"));
  struct Named {
    const char* name;
    std::int64_t value;
  };
  for (const Named& n : {Named{"the address", d.address}, Named{"the leading byte offset", d.leading_bytes},
                         Named{"the stride byte offset", d.stride_bytes}}) {
    if (n.value < 0 || n.value % 16 != 0 || n.value >= (1 << 18))
      return failure(ErrorCode::arguments, say("{}, {}, is not a multiple of 16 below 262144", n.name, n.value),
                     say("a descriptor stores 14 bits, in units of 16 bytes"));
  }
  if (d.base_offset < 0 || d.base_offset > 7)
    return failure(ErrorCode::arguments, say("the base offset is {}; expected 0 to 7", d.base_offset));
  const int code = arch == 90 ? row_of(d.mode).wgmma : row_of(d.mode).tcgen05;
  if (code < 0) return failure(ErrorCode::arguments, say("wgmma does not support {}", name_of(d.mode)));
  std::uint64_t out = field(static_cast<std::uint64_t>(d.address) >> 4, 0, 14) |
                      field(static_cast<std::uint64_t>(d.leading_bytes) >> 4, 16, 14) |
                      field(static_cast<std::uint64_t>(d.stride_bytes) >> 4, 32, 14) |
                      field(static_cast<std::uint64_t>(d.base_offset), 49, 3);
  out |= arch == 90 ? field(static_cast<std::uint64_t>(code), 62, 2)
                    : field(1, 46, 2) | field(static_cast<std::uint64_t>(code), 61, 3);
  return out;
}

Result<SmemDescriptor> decode_descriptor(std::uint64_t word, int arch) {
  if (arch != 90 && arch != 100)
    return failure(ErrorCode::arguments, say("sm{} does not have matrix descriptors", arch),
                   say("90 for wgmma, 100 for tcgen05"));
  SmemDescriptor out;
  out.address = static_cast<std::int64_t>(read(word, 0, 14) << 4);
  out.leading_bytes = static_cast<std::int64_t>(read(word, 16, 14) << 4);
  out.stride_bytes = static_cast<std::int64_t>(read(word, 32, 14) << 4);
  out.base_offset = static_cast<int>(read(word, 49, 3));
  const int code = static_cast<int>(arch == 90 ? read(word, 62, 2) : read(word, 61, 3));
  for (const SmemMode& row : modes) {
    if ((arch == 90 ? row.wgmma : row.tcgen05) != code) continue;
    out.mode = row.mode;
    return out;
  }
  return failure(ErrorCode::arguments, say("a descriptor of sm{} does not support swizzle mode {}", arch, code));
}

// Source: PTX ISA 9.0, 9.7.15.5.1 and "Strides": the steps of LBO and SBO, by major and swizzle.
std::vector<Message> field_sentences(const SmemDescriptor& d) {
  const std::int64_t address = d.address / 16;
  const std::int64_t leading = d.leading_bytes / 16;
  const std::int64_t stride = d.stride_bytes / 16;
  std::vector<Message> out;
  out.push_back(
      say("each field counts 16 bytes: the address {} is byte {}, LBO {} is {} {byte|bytes}, SBO {} is {} {byte|bytes}",
          address, d.address, leading, d.leading_bytes, stride, d.stride_bytes));
  const bool swizzled = d.mode != SwizzleMode::none;
  const std::int64_t group = 8 * span_bytes(d.mode);
  if (!swizzled) {
    out.push_back(
        say("LBO without a swizzle: from one chunk of 8 rows by 16 bytes to the next along K, for K-major and MN-major "
            "operands"));
    out.push_back(say("SBO without a swizzle: from each 8 rows to the next 8 along MN; {} {byte|bytes}, {}",
                      d.stride_bytes,
                      d.stride_bytes == 128 ? say("without a gap: 8 rows of 16 bytes occupy 128 bytes")
                                            : say("8 rows of 16 bytes occupy 128 bytes")));
    return out;
  }
  out.push_back(
      leading == 1
          ? say("LBO with {}: unused for a K-major operand, because the 32 bytes of K that one instruction reads are "
                "within a row of {} {byte|bytes}; CUTLASS writes 1 there",
                name_of(d.mode), span_bytes(d.mode))
          : say("LBO with {}: for an MN-major operand, from one span of {} {byte|bytes} to the next along MN; a "
                "K-major operand does not use it, and CUTLASS writes 1 there",
                name_of(d.mode), span_bytes(d.mode)));
  out.push_back(
      d.stride_bytes == group
          ? say("SBO with {}: from each 8 rows to the next 8; {} {byte|bytes} are 8 rows of {} without a gap",
                name_of(d.mode), d.stride_bytes, span_bytes(d.mode))
          : say("SBO with {}: from each 8 rows to the next 8; it is {} {byte|bytes}, and 8 rows of {} occupy {}",
                name_of(d.mode), d.stride_bytes, span_bytes(d.mode), group));
  if (d.base_offset != 0)
    out.push_back(
        say("base offset {}: the tile begins {} {row|rows} of 128 bytes after the start of its swizzle pattern",
            d.base_offset, d.base_offset));
  return out;
}

}  // namespace stridescope
