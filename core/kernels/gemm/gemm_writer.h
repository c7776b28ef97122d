// gemm_kernel as CUDA. The templates: cuda/gemm.cuh, gemm_tma.cuh, gemm_store.cuh,
// gemm_stream.cuh. Internal to core/kernels.
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
  std::string write_traced() const;  // stridescope_trace_tiles and stridescope_timer, to follow it

 private:
  MarkedText head() const;
  MarkedText edges() const;       // coordinates of C, where tiles reach past its ends
  MarkedText tile_order() const;  // tile_of(block, m, n)
  Holes store_holes() const;      // what stores of a tile by its threads have in common
  MarkedText store_tile() const;
  MarkedText finish_function() const;  // the epilogue of one value
  // And of a thread's from `first` to `end`, where `held` is what C holds of value v + i, if it is there.
  MarkedText finish(std::int64_t first, std::int64_t end, const std::string& held) const;
  std::string finish_arguments(std::string_view first, std::string_view before, std::string_view bias) const;
  MarkedText stored() const;  // what is done with the sums of a tile
  // The kernel, or the one that notes the time of each tile.
  MarkedText kernel(bool traced) const;

  // By the threads (gemm_writer.cpp).
  MarkedText copy_maps(const CopyPlan& copy, std::string_view name) const;
  MarkedText copy_function(const CopyPlan& copy, std::string_view name) const;
  MarkedText threads_kernel(const Holes& common) const;
  // By TMA (gemm_writer_tma.cpp).
  MarkedText tma_kernel(const Holes& common) const;
  MarkedText store_function() const;  // of a piece of C
  MarkedText store_boxes() const;     // of a tile, piece by piece
  MarkedText sums_functions() const;  // of parts of K, added between blocks
  MarkedText store_sums() const;
  MarkedText stream_functions() const;  // of parts of K that blocks give to the next one
  // Operands of assembly: array + "0])" to array + "3])", each with `before` and the constraint of a sum.
  std::string four_sums(std::string_view before, std::string_view array) const;
  bool ahead() const;  // what C holds is loaded while the tile is multiplied
  MarkedText load_before() const;
  std::vector<Holes> fetches() const;  // by the engine, a stage each
  void add_boxes(std::vector<Holes>& out, const GemmTma& tma, std::string_view name, std::int64_t offset,
                 std::int64_t mn) const;

  const GemmPlan& plan_;
  const GemmFetch fetch_;
};

}  // namespace stridescope
