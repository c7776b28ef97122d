// Computes the access width that CuTe's copy() chooses, and a sentence on the mode and stride that prevents twice the
// width.
#include "core/memory/vectorization.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"

namespace stridescope {
namespace {

// A leaf that changes the offset, with its place in the layout.
struct StridedLeaf {
  Message path;  // "mode 0", "mode (1,0)", "the only mode"
  std::int64_t extent;
  std::int64_t stride;
  std::int64_t step;  // 1-D coordinates between two of its coordinates
};

// With a dynamic extent or stride, CuTe's result is narrower.
struct Walk {
  std::vector<StridedLeaf> leaves;
  Message dynamic;  // the first leaf with a dynamic integer
  std::int64_t step = 1;
  bool empty = false;  // an extent is below 1: the layout has no elements

  void add(LayoutRef layout, const std::string& path) {
    if (layout.shape.is_tuple()) {
      for (int i = 0; i < layout.rank(); ++i) add(layout[i], path.empty() ? cat(i) : cat(path, ',', i));
      return;
    }
    const Int extent = layout.shape.integer();
    const Int stride = layout.stride.integer();
    Message name = path.empty()                          ? say("the only mode")
                   : path.find(',') == std::string::npos ? say("mode {}", path)
                                                         : say("mode ({})", path);
    if (dynamic.empty() && !(extent.is_static && stride.is_static)) dynamic = name;
    empty = empty || extent.value < 1;
    if (extent.value != 1 && stride.value != 0) leaves.push_back({std::move(name), extent.value, stride.value, step});
    step = static_cast<std::int64_t>(static_cast<std::uint64_t>(step) * static_cast<std::uint64_t>(extent.value));
  }
};

// The narrowest of several widths, and the reason.
struct Narrowest {
  std::int64_t elements;
  Message why;

  void at_most(std::int64_t wide, Message reason) {
    const std::int64_t divisor = std::gcd(elements, wide % elements);  // of a remainder, since its magnitude exists
    if (divisor >= elements) return;
    elements = divisor;
    why = std::move(reason);
  }
};

std::int64_t wanted(int element_bits) { return std::max<std::int64_t>(max_vector_bits / element_bits, 1); }

std::uint64_t magnitude(std::int64_t x) {
  return x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}

Message elements_text(std::int64_t n) { return say("{} {element|elements}", n); }

// Limits the width by the elements that are adjacent from offset 0 on, in any order of the modes, and by the strides of
// all other modes.
void limit_by_leaves(Narrowest& out, const std::vector<StridedLeaf>& leaves) {
  std::int64_t run = 1;
  const StridedLeaf* last = nullptr;
  std::vector<const StridedLeaf*> adjacent;
  while (run % out.elements != 0) {
    const auto next = std::find_if(leaves.begin(), leaves.end(), [&](const StridedLeaf& l) { return l.stride == run; });
    // A longer run would not change the result.
    if (next == leaves.end() || run > (1 << 20)) break;
    last = &*next;
    adjacent.push_back(last);
    run *= std::min<std::int64_t>(last->extent, 1 << 20);
  }
  if (last == nullptr && out.elements > 1) {
    const auto nearest = std::min_element(leaves.begin(), leaves.end(), [](const StridedLeaf& a, const StridedLeaf& b) {
      return magnitude(a.stride) < magnitude(b.stride);
    });
    out.at_most(1, nearest == leaves.end()
                       ? say("there is one element only")
                       : say("no mode has stride 1: the smallest stride is {}, of {}", nearest->stride, nearest->path));
  } else if (last != nullptr) {
    const bool divides = out.elements % run == 0;
    out.at_most(run, divides ? say("only {} are adjacent: {} ends there, and no mode continues with stride {}",
                                   elements_text(run), last->path, run)
                             : say("only {} are adjacent, up to the end of {}, and this does not divide {}",
                                   elements_text(run), last->path, out.elements));
  }
  for (const StridedLeaf& leaf : leaves) {
    if (std::find(adjacent.begin(), adjacent.end(), &leaf) != adjacent.end()) continue;
    out.at_most(leaf.stride,
                say("{} has stride {}, not a multiple of {}", leaf.path, leaf.stride, elements_text(out.elements)));
  }
}

void limit_by_swizzle(Narrowest& out, const AnyLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  if (composed == nullptr) return;
  const auto limit = [&](const StageFunction& function, const SwizzleOffset& offset) {
    if (const auto* s = std::get_if<Swizzle>(&function)) {
      if (s->bits > 0) {
        out.at_most(std::int64_t{1} << std::min(s->base, 62),
                    say("Sw<{},{},{}> keeps only {} together", s->bits, s->base, s->shift,
                        elements_text(std::int64_t{1} << std::min(s->base, 62))));
      }
    } else {
      out.at_most(1, say("a layout applied after the layout may separate neighbors"));
    }
    out.at_most(to_integer(offset).value,
                say("the offset {} is not a multiple of {}", to_integer(offset).value, elements_text(out.elements)));
  };
  limit(composed->a, composed->offset);
  for (const auto& stage : composed->outer) limit(stage.function, stage.offset);
}

void limit_by_pointer(Narrowest& out, std::int64_t alignment_bits, int element_bits) {
  out.at_most(std::max<std::int64_t>(alignment_bits / element_bits, 1),
              say("the pointer is aligned to {} {byte|bytes} only", alignment_bits / 8));
}

Walk walk_of(const AnyLayout& layout) {
  Walk out;
  out.add(domain_layout(layout), "");
  return out;
}

Message dynamic_note(const Message& mode, const Message& limit) {
  const Message at_run_time = say(
      "{} is known only at run time, so CuTe's copy() copies one element at a time; a copy atom fixes the width", mode);
  return limit.empty() ? at_run_time : say("{}; {}", limit, at_run_time);
}

VectorWidth width_of(const Narrowest& narrowest, int element_bits) {
  return {narrowest.elements * element_bits,
          narrowest.elements * element_bits >= max_vector_bits ? Message() : narrowest.why};
}

// The narrowest width for a layout. Without empty modes, all extents are at least 1, so runs of adjacent elements are,
// too.
Narrowest narrowest_of(const AnyLayout& layout, const Walk& walk, int element_bits, std::int64_t alignment_bits) {
  if (walk.empty) return {1, say("no elements")};
  Narrowest out = {wanted(element_bits), {}};
  limit_by_leaves(out, walk.leaves);
  limit_by_swizzle(out, layout);
  limit_by_pointer(out, alignment_bits, element_bits);
  return out;
}

// The stride of the destination per element of the source.
void limit_by_order(Narrowest& out, Arith& arith, const AnyLayout& source, const Walk& walk,
                    const AnyLayout& destination) {
  const Layout& a = domain_layout(source);
  const Layout& b = domain_layout(destination);
  const Layout known = with_static_integers(arith, a);
  const Int common = max_common_vector(arith, known, with_static_integers(arith, b));
  if (arith.failed()) return;
  const auto unit =
      std::find_if(walk.leaves.begin(), walk.leaves.end(), [](const StridedLeaf& l) { return l.stride == 1; });
  Message why = say("only {} are adjacent in the same order on both sides", elements_text(common.value));
  if (unit != walk.leaves.end()) {
    const Int there = apply(arith, b, IntTuple(static_int(unit->step))).integer();
    if (there.value != 1) {
      why = say("the source is contiguous along its {}, but the destination has stride {} there", unit->path,
                there.value);
    }
  }
  out.at_most(std::max<std::int64_t>(common.value, 1), std::move(why));
}

}  // namespace

VectorWidth vector_width(const AnyLayout& layout, int element_bits, std::int64_t alignment_bits) {
  if (domain_layout(layout).stride.ref().has_basis()) {
    return {element_bits, say("its offsets are coordinates, not places in memory")};
  }
  const Walk walk = walk_of(layout);
  VectorWidth out = width_of(narrowest_of(layout, walk, element_bits, alignment_bits), element_bits);
  if (!walk.dynamic.empty()) out.limit = dynamic_note(walk.dynamic, out.limit);
  return out;
}

Vectorization vectorization(Arith& arith, const AnyLayout& source, const AnyLayout& destination, int element_bits,
                            std::int64_t source_alignment_bits, std::int64_t destination_alignment_bits) {
  Vectorization out;
  out.element_bits = element_bits;
  const Layout& a = domain_layout(source);
  const Layout& b = domain_layout(destination);
  const Int size_a = size(arith, a);
  const Int size_b = size(arith, b);
  if (arith.failed()) return out;
  if (size_a.value != size_b.value) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the source has {} {element|elements}, but the destination has {}", size_a.value, size_b.value),
               say("a copy needs equally many on both sides"));
    return out;
  }
  out.source = vector_width(source, element_bits, source_alignment_bits);
  out.destination = vector_width(destination, element_bits, destination_alignment_bits);
  if (a.stride.ref().has_basis() || b.stride.ref().has_basis()) {
    out.both = {element_bits, say("one side has coordinates instead of memory addresses")};
    return out;
  }
  const Walk from = walk_of(source);
  const Walk to = walk_of(destination);
  if (from.empty || to.empty) {
    out.both = {element_bits, say("no elements")};
    return out;
  }
  const Narrowest narrow_source = narrowest_of(source, from, element_bits, source_alignment_bits);
  const Narrowest narrow_destination = narrowest_of(destination, to, element_bits, destination_alignment_bits);
  Narrowest both = {wanted(element_bits), {}};
  both.at_most(narrow_source.elements, say("source: {}", narrow_source.why));
  both.at_most(narrow_destination.elements, say("destination: {}", narrow_destination.why));
  limit_by_order(both, arith, source, from, destination);
  out.both = width_of(both, element_bits);
  const Message& dynamic = from.dynamic.empty() ? to.dynamic : from.dynamic;
  if (!dynamic.empty()) {
    out.both.limit = dynamic_note(from.dynamic.empty() ? say("destination: {}", dynamic) : say("source: {}", dynamic),
                                  out.both.limit);
  }
  return out;
}

}  // namespace stridescope
