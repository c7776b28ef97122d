// gemm_kernel as CUDA. Internal to core/codegen.
#pragma once

#include "core/codegen/gemm_plan.h"
#include "core/codegen/mma_writer.h"

namespace stridescope {

class GemmWriter : MmaWriter {
 public:
  explicit GemmWriter(const GemmPlan& plan) : MmaWriter(plan.math), plan_(plan) {}
  KernelText write();
  std::string write_traced();  // stridescope_trace_tiles and stridescope_timer, to stand behind that

 private:
  void head();
  void tile_order();  // tile_of(block, m, n)
  void store_tile(std::string_view indent);

  // By the threads (gemm_writer.cpp).
  void copy_maps(const CopyPlan& copy, std::string_view name);
  void copy_function(const CopyPlan& copy, std::string_view name);
  void threads_body();
  // By TMA (gemm_writer_tma.cpp).
  void tma_functions();
  void tma_body();
  void producer();
  void consumer();
  void boxes(const GemmTma& tma, std::string_view name, std::int64_t offset, std::int64_t mn);

  // Of the kernel that is being written: its name, and what stands behind its parameters.
  std::string_view name() const { return traced_ ? "stridescope_trace_tiles" : "stridescope_gemm"; }
  std::string_view parameters() const { return traced_ ? ", unsigned long long* trace, unsigned) {" : ") {"; }
  void trace(std::string_view indent, std::string_view what);  // trace_begin, trace_end

  const GemmPlan& plan_;
  bool traced_ = false;
};

}  // namespace stridescope
