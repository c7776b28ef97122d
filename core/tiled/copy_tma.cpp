// Bulk copies: TMA (cp.async.bulk.tensor) and cp.async.bulk of sm90 and sm100. One thread, or one thread of each of two
// SMs, moves N bits: written `SM90_TMA_LOAD<8192 bits>`, which is Copy_Traits<SM90_TMA_LOAD, Int<8192>> in CUTLASS.
// Source: PTX ISA 9.0, 9.7.9.25.4 (cp.async.bulk), 9.7.9.25.5 (tensor copies); CUTLASS include/cute/atom/
// copy_traits_sm90_tma.hpp, copy_traits_sm90_im2col.hpp, copy_traits_sm100_tma.hpp, copy_traits_sm100_im2col.hpp.
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// {d} is the rank: a mnemonic with it exists for each rank from `first` to 5. `|` separates alternatives.
struct BulkRow {
  std::string_view name;
  CopyInstruction instruction;
  std::string_view ptx;
  int first_rank = 1;
  bool two_sm = false;
};

#define LOAD_TAIL "mbarrier::complete_tx::bytes"
#define HINT ".L2::cache_hint"

constexpr BulkRow bulk_rows[] = {
    {"SM90_TMA_LOAD", CopyInstruction::tma,
     "cp.async.bulk.tensor.{d}.shared::cta.global." LOAD_TAIL HINT
     "|cp.async.bulk.tensor.{d}.shared::cluster.global." LOAD_TAIL HINT},
    {"SM90_TMA_LOAD_MULTICAST", CopyInstruction::tma,
     "cp.async.bulk.tensor.{d}.shared::cluster.global." LOAD_TAIL ".multicast::cluster" HINT},
    {"SM90_TMA_LOAD_IM2COL", CopyInstruction::tma_image,
     "cp.async.bulk.tensor.{d}.shared::cluster.global.im2col." LOAD_TAIL, 3},
    {"SM90_TMA_LOAD_IM2COL_MULTICAST", CopyInstruction::tma_image,
     "cp.async.bulk.tensor.{d}.shared::cluster.global.im2col." LOAD_TAIL ".multicast::cluster", 3},
    {"SM90_TMA_STORE", CopyInstruction::tma, "cp.async.bulk.tensor.{d}.global.shared::cta.bulk_group"},
    {"SM90_TMA_STORE_PTR", CopyInstruction::tma, ""},
    {"SM90_TMA_STORE_IM2COL", CopyInstruction::tma_image,
     "cp.async.bulk.tensor.{d}.global.shared::cta.im2col_no_offs.bulk_group", 3},
    {"SM90_TMA_REDUCE_ADD", CopyInstruction::tma, "cp.reduce.async.bulk.tensor.{d}.global.shared::cta.add.bulk_group"},
    {"SM90_BULK_COPY_G2S", CopyInstruction::bulk, "cp.async.bulk.shared::cluster.global." LOAD_TAIL},
    {"SM90_BULK_COPY_S2G", CopyInstruction::bulk, "cp.async.bulk.global.shared::cta.bulk_group"},
    {"SM90_BULK_COPY_AUTO", CopyInstruction::bulk, ""},
    {"SM100_TMA_2SM_LOAD", CopyInstruction::tma,
     "cp.async.bulk.tensor.{d}.cta_group::2.shared::cluster.global." LOAD_TAIL HINT, 1, true},
    {"SM100_TMA_2SM_LOAD_MULTICAST", CopyInstruction::tma,
     "cp.async.bulk.tensor.{d}.cta_group::2.shared::cluster.global." LOAD_TAIL ".multicast::cluster" HINT, 1, true},
    {"SM100_TMA_2SM_LOAD_IM2COL", CopyInstruction::tma_image,
     "cp.async.bulk.tensor.{d}.cta_group::2.shared::cluster.global.im2col." LOAD_TAIL, 3, true},
    {"SM100_TMA_2SM_LOAD_IM2COL_MULTICAST", CopyInstruction::tma_image,
     "cp.async.bulk.tensor.{d}.cta_group::2.shared::cluster.global.im2col." LOAD_TAIL ".multicast::cluster", 3, true},
    {"SM100_TMA_LOAD_2D_GATHER4", CopyInstruction::tma,
     "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4." LOAD_TAIL HINT},
    {"SM100_TMA_LOAD_MULTICAST_2D_GATHER4", CopyInstruction::tma,
     "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4." LOAD_TAIL ".multicast::cluster" HINT},
    {"SM100_TMA_STORE_2D_SCATTER4", CopyInstruction::tma,
     "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"},
};

// The mnemonic of every ...::PREFETCH in the reference (tests/golden/atoms.jsonl, D4c2804bb3f29 and others).
constexpr std::string_view prefetch = "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4";

bool has(const BulkRow& row, std::string_view modifier) { return row.ptx.find(modifier) != std::string_view::npos; }

void add_mnemonics(const BulkRow& row, std::vector<std::string>& out) {
  if (row.ptx.empty()) return;
  const bool ranked = row.ptx.find("{d}") != std::string_view::npos;
  for (int rank = ranked ? row.first_rank : 5; rank <= 5; ++rank) {
    for (std::size_t at = 0; at < row.ptx.size();) {
      const std::size_t end = std::min(row.ptx.find('|', at), row.ptx.size());
      const std::string_view one = row.ptx.substr(at, end - at);
      const std::size_t hole = one.find("{d}");
      out.push_back(hole == std::string_view::npos ? std::string(one)
                                                   : cat(one.substr(0, hole), rank, 'd', one.substr(hole + 3)));
      at = end + 1;
    }
  }
}

}  // namespace

bool copy_tma_rule(const TypeName& name, CopyAtom& out, Refusal& why) {
  std::string_view head = name.head;
  const bool fetch = head.ends_with("::PREFETCH");
  if (fetch) head.remove_suffix(10);
  const bool executable = head.ends_with("_OP");
  if (executable) head.remove_suffix(3);
  for (const BulkRow& row : bulk_rows) {
    if (row.name != head || (executable && head.find("STORE") != std::string_view::npos)) continue;
    const std::int64_t bits = name.args.size() == 1 ? name.args[0].integer() : -1;
    if (bits <= 0 || bits % 128 != 0) {
      why = {say("{} takes the number of bits that it moves, a multiple of 128", name.head),
             say("write {}<8192 bits>", name.head)};
      return true;
    }
    out.source = "PTX ISA 9.0, 9.7.9.25; CUTLASS copy_traits_sm90_tma.hpp, copy_traits_sm100_tma.hpp";
    out.name = cat(name.head, '<', bits, " bits>");  // normalized spelling of the bits
    out.arch = NameReader(head.substr(2)).number();
    out.bulk_bits = bits;
    out.operation.instruction = fetch ? CopyInstruction::prefetch : row.instruction;
    if (fetch) {
      out.ptx.emplace_back(prefetch);
    } else {
      add_mnemonics(row, out.ptx);
      out.operation.completes = has(row, ".mbarrier");
      out.operation.multicast = has(row, ".multicast");
      out.operation.reduces = has(row, "cp.reduce");
      out.operation.cache_hint = has(row, HINT);
    }
    out.thr_id = layout_row(row.two_sm ? "2:1" : "1:0");
    out.src_bits = out.dst_bits = out.ref_bits =
        row.two_sm ? layout_row(cat("(2,", bits, "):(", bits, ",1)")) : layout_row(cat("(1,", bits, "):(0,1)"));
    return true;
  }
  return false;
}

void copy_tma_names(std::vector<std::string>& out) {
  for (const BulkRow& row : bulk_rows) {
    out.push_back(cat(row.name, "<8192 bits>"));
    // The form of a TMA after it received its barrier.
    if (row.name.find("_LOAD") != std::string_view::npos) out.push_back(cat(row.name, "_OP<8192 bits>"));
  }
  for (const char* fetched :
       {"SM90_TMA_LOAD", "SM90_TMA_LOAD_IM2COL", "SM90_BULK_COPY_G2S", "SM100_TMA_LOAD_2D_GATHER4_OP"})
    out.push_back(cat(fetched, "::PREFETCH<8192 bits>"));
}

}  // namespace stridescope
