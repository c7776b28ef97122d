// The plan of a probe, or the reason why an atom cannot be probed. A probe is not a user's kernel: every atom has
// either an instruction to run or a sentence with the reason. So planning never fails; not_runnable has the reason, and
// the table of all atoms (tests/gpu/measure.py) contains it verbatim.
//
// MMA. The tile is one atom. Operands that the instruction reads from shared memory have the simplest canonical layout
// without a swizzle, so that a wrong table cannot be confused with a wrong swizzle. Only B of a sparse instruction
// needs rows of 64 bytes, which the 64-byte swizzle keeps together. Numbers must be exact in the operand's type: a
// rounded product would look like a wrong table. `digit_bits` is the number of bits that every element of B can
// represent, at most 4; n + N k + 1 is sent in several rounds of digits. The +1 reserves 0 for "not received".
//
// Copy. An atom is probed with its own instruction if a warp or a thread can be given source and destination (plain
// copies, cp.async, ldmatrix, stmatrix, movmatrix), and with a box of 256 x 32 bits for the copy engine. The effect of
// prefetches is not observable, and AutoVectorizingCopy is not an instruction.
//
// Source of truth: the hardware. If it disagrees with a table of core/tiled, the table is wrong, even if it agrees with
// CUTLASS's source. The report lists the first values that differ, by thread and value.
#include "core/kernels/probe/probe_plan.h"

#include <algorithm>

#include "core/kernels/mma/mma_values.h"
#include "core/kernels/plan_tools.h"
#include "core/tiled/instruction.h"

namespace stridescope {
namespace {

// An operand in the descriptors' form without a swizzle: rows of 16 bytes, in groups of eight.
Layout canonical(std::int64_t mn, std::int64_t k, int bits, OperandMajor major) {
  Arith arith;
  const std::int64_t chunk = 128 / bits;
  const auto pair = [&](std::int64_t x, std::int64_t y) {
    return make_tuple(arith, {IntTuple(static_int(x)), IntTuple(static_int(y))});
  };
  if (major == OperandMajor::k) {
    return {make_tuple(arith, {pair(8, mn / 8), pair(chunk, k / chunk)}),
            make_tuple(arith, {pair(chunk, 8 * k), pair(1, 8 * chunk)})};
  }
  return {make_tuple(arith, {pair(chunk, mn / chunk), pair(8, k / 8)}),
          make_tuple(arith, {pair(1, 8 * chunk), pair(chunk, 8 * mn)})};
}

// The same with 64 bytes along K; the 64-byte swizzle keeps the rows together: B of a sparse instruction.
AnyLayout canonical_rows(std::int64_t mn, std::int64_t k, int bits) {
  Arith arith;
  int base = 0;
  while (bits << (base + 1) <= 128) ++base;
  const IntTuple rows = make_tuple(arith, {IntTuple(static_int(8)), IntTuple(static_int(mn / 8))});
  const IntTuple steps = make_tuple(arith, {IntTuple(static_int(k)), IntTuple(static_int(8 * k))});
  ComposedLayout out;
  out.a = Swizzle{2, base, 3};
  out.b = {make_tuple(arith, {rows, IntTuple(static_int(k))}), make_tuple(arith, {steps, IntTuple(static_int(1))})};
  return out;
}

// The number of bits that the type represents exactly.
int exact_bits(const ValueFormat& format) {
  if (format.exponent > 0) return std::min(format.mantissa + 1, 4);
  return std::min(format.bits - (format.is_signed ? 1 : 0), 4);
}

void plan_mma_probe(const MmaAtom& atom, ProbePlan& out) {
  out.name = atom.name;
  MmaTile tile;
  Arith arith;
  const Layout one = {static_int(1), static_int(0)};
  tile.mma = make_tiled_mma(arith, atom, LayoutRef(one), {});
  for (int i = 0; i < 3; ++i) tile.tile[static_cast<std::size_t>(i)] = tile_size_mnk(arith, tile.mma, i).value;
  if (arith.failed()) {
    out.not_runnable = arith.error().value().message;
    return;
  }
  const auto [m, n, k] = tile.tile;
  if (atom.instruction == MmaInstruction::wgmma) {
    tile.smem_a = canonical(m, k / atom.val_a.logical, atom.val_a.bits, atom.a_major);
    tile.smem_b = canonical(n, k, atom.val_b.bits, atom.b_major);
    if (atom.e && atom.b_major == OperandMajor::k) tile.smem_b = canonical_rows(n, k, atom.val_b.bits);
  }
  auto plan = plan_tile(tile, "probe_kernel", true);
  if (!plan) {
    out.not_runnable = std::move(plan.error().message);
    out.names_function = true;
    return;
  }
  const auto b = value_format(plan->b.type);
  const auto a = value_format(plan->a.type);
  if (!a || !b || !value_format(plan->c.type)) {
    out.not_runnable = say("no test values for {}, {} and {}", plan->a.type.name, plan->b.type.name, plan->c.type.name);
    return;
  }
  out.needs = plan->needs;
  out.digit_bits = exact_bits(*b);
  const std::int64_t numbers = n * k + 1;
  while (numbers >> (out.digits * out.digit_bits) != 0) ++out.digits;
  out.checks = m * k * out.digits * m * n;
  out.mma = std::move(*plan);
}

void plan_copy_probe(const CopyAtom& atom, ProbePlan& out) {
  out.name = atom.name;
  using enum CopyInstruction;
  const CopyInstruction by = atom.operation.instruction;
  const bool matrix = by == ldmatrix || by == stmatrix || by == movmatrix;
  const bool single = by == universal || by == any_width || by == cp_async;
  Arith arith;
  if (atom.arch > newest_architecture) {
    out.not_runnable = say("{} is an instruction of {}, for which no kernel can be generated", atom.name,
                           architecture_name(atom.arch));
  } else if (single && product(arith, atom.src_bits.shape[1]).value < 8) {
    out.not_runnable = say("{} copies as the layouts allow, without an instruction of its own", atom.name);
  } else if (by == prefetch) {
    out.not_runnable = say("{} prefetches into the L2 cache, which no program can observe", atom.name);
  } else if ((by == tma || by == tma_image || by == bulk) && !atom.ptx.empty() &&
             product(arith, atom.src_bits.shape[1]).value == 8192) {
    out.copy = atom;
    out.bulk = true;
    if (by != bulk) out.map = by == tma_image ? ProbePlan::Map::im2col : ProbePlan::Map::tiled;
    out.needs = architecture_name(atom.arch);
    out.checks = 8192 / 16;
  } else if (!matrix && !single) {
    out.not_runnable = atom.ptx.empty() ? say("{} is not a single instruction", atom.name)
                                        : say("{}: probes do not support it", atom.name);
  } else {
    out.copy = atom;
    if (atom.arch > 0) out.needs = architecture_name(atom.arch);
    const std::int64_t threads = product(arith, atom.dst_bits.shape[0]).value;
    out.checks = threads * product(arith, atom.dst_bits.shape[1]).value / 8;
  }
}

}  // namespace

ProbePlan plan_probe(const ProbeKernel& kernel) {
  ProbePlan out;
  if (const auto* mma = std::get_if<MmaAtom>(&kernel.atom)) {
    plan_mma_probe(*mma, out);
  } else {
    plan_copy_probe(*std::get_if<CopyAtom>(&kernel.atom), out);
  }
  return out;
}

}  // namespace stridescope
