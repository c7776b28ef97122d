// Writes gemm_kernel as CUDA text. The templates are cuda/gemm.cuh, gemm_tma.cuh, gemm_store.cuh and gemm_stream.cuh.
// Internal to core/kernels.
#pragma once

#include "core/kernels/gemm/gemm_fetch.h"
#include "core/kernels/gemm/gemm_plan.h"
#include "core/kernels/mma/mma_writer.h"

namespace stridescope {

class GemmWriter : MmaWriter {
 public:
  explicit GemmWriter(const GemmPlan& plan)
      : MmaWriter(plan.math, plan.path == GemmPlan::Path::tma ? 1024 : 0), plan_(plan), fetch_(fetch_of(plan)) {}
  KernelText write() const;
  std::string write_traced() const;  // stridescope_trace_tiles and stridescope_timer, appended to it

 private:
  MarkedText head() const;
  MarkedText edges() const;       // coordinates of C for tiles that extend past its ends
  MarkedText tile_order() const;  // tile_of(block, m, n)
  Holes store_holes() const;      // holes that all stores by threads share
  MarkedText store_tile() const;
  MarkedText finish_function() const;  // the epilogue of one value
  // The epilogue for the values of a thread from `first` to `end`; `held` is the expression for the previous C of value
  // v + i, if it is loaded.
  MarkedText finish(std::int64_t first, std::int64_t end, const std::string& held) const;
  std::string finish_arguments(std::string_view first, std::string_view before, std::string_view bias) const;
  MarkedText stored() const;  // the code that stores the sums of a tile
  // The kernel, or the variant that records the time of each tile.
  MarkedText kernel(bool traced) const;

  // Path::threads (gemm_writer.cpp).
  MarkedText copy_maps(const CopyPlan& copy, std::string_view name) const;
  MarkedText copy_function(const CopyPlan& copy, std::string_view name) const;
  MarkedText threads_kernel(const Holes& common) const;
  // Path::tma (gemm_writer_tma.cpp).
  MarkedText tma_kernel(const Holes& common) const;
  MarkedText store_function() const;  // stores one piece of C
  MarkedText store_boxes() const;     // stores a tile, piece by piece
  MarkedText sums_functions() const;  // adds parts of K across the blocks of a cluster
  MarkedText store_sums() const;
  MarkedText stream_functions() const;  // passes partial sums to the next block
  // Operands of assembly: array + "0])" to array + "3])", each with the prefix `before` and the constraint of a sum.
  std::string four_sums(std::string_view before, std::string_view array) const;
  bool ahead() const;  // C is loaded while the tile is multiplied
  MarkedText load_before() const;
  std::vector<Holes> fetches() const;  // loads of C by the engine, one per stage
  void add_boxes(std::vector<Holes>& out, const GemmTma& tma, std::string_view name, std::int64_t offset,
                 std::int64_t mn) const;

  const GemmPlan& plan_;
  const GemmFetch fetch_;
};

}  // namespace stridescope
