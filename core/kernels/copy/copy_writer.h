// Writes the text of a copy kernel: kernel_copy.cpp (header, tables), kernel_copy_access.cpp (instructions),
// kernel_copy_body.cpp (kernels). The templates are cuda/copy.cuh, copy_access.cuh and copy_kernel.cuh. Internal to
// core/kernels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/kernels/kernel_writer.h"

namespace stridescope {

class CopyWriter {
 public:
  explicit CopyWriter(const CopyPlan& plan);

  // The kernel alone, or followed by the two traced variants.
  KernelText write();
  std::string write_traced();

 private:
  // The timed kernel; the kernel that records the time of each tile; the kernel that records the cycles of each access.
  enum class Variant { plain, tiles, accesses };
  // Half of a tile's path for which the base addresses of a thread are needed.
  enum class Part { both, load, store };

  // The header of the text, and the functions of positions (kernel_copy.cpp).
  MarkedText head() const;
  MarkedText plain(std::string_view verb, const KernelSide& side) const;
  MarkedText matrices(std::string_view verb, const KernelMatrices& matrices) const;
  MarkedText boxes(std::string_view verb, std::string_view name, const TmaTransfer& transfer) const;
  void map(const KernelMap& m, std::string_view name, bool tiles, bool wide);
  void swizzle(const KernelSide& side);
  void maps();

  // Functions of one instruction each (kernel_copy_access.cpp).
  void access_functions();
  MarkedText plain_access(std::string_view space, bool write, int bytes) const;
  MarkedText matrix_access(bool write, const KernelMatrices& matrices) const;
  MarkedText async_access() const;
  MarkedText turn_functions() const;
  MarkedText engine_access() const;
  MarkedText trace_functions() const;

  // The kernels (kernel_copy_body.cpp).
  MarkedText body(std::string_view text, const Holes& holes) const;  // a text of cuda/copy_kernel.cuh
  MarkedText kernel(Variant variant);
  MarkedText begin(std::string_view block, Part part) const;
  MarkedText load_part() const;
  MarkedText store_part() const;
  MarkedText one_tile(std::string_view block) const;
  MarkedText stage_functions() const;
  MarkedText loop(std::int64_t values, std::int64_t step, std::string_view edge_name, std::string_view access, int side,
                  std::string_view used = {}, bool turned = false) const;
  MarkedText turn(const KernelTurn& turn, bool load) const;
  std::string address(const KernelSide& side, std::string_view pointer, std::string_view start,
                      std::string_view name) const;
  std::string condition(std::string_view name, bool turned) const;
  std::string held(std::string_view array) const;  // index of value v of a thread in the array
  std::string moved(std::string_view verb, int bytes, std::string_view destination, std::string_view origin) const;
  std::string place(const TmaTransfer& transfer, std::size_t instruction, std::size_t dimension) const;
  std::vector<Holes> placed_boxes(const TmaTransfer& transfer) const;

  const char* index_type() const { return wide_ ? "long long" : "int"; }
  bool through() const { return plan_.path != CopyPlan::Path::registers; }
  bool threads_load() const { return plan_.path != CopyPlan::Path::tma; }
  bool threads_store() const { return !plan_.tma_store; }
  bool masked() const { return !plan_.edges.empty(); }
  bool turns() const { return plan_.load_turn.any() || plan_.store_turn.any(); }

  const CopyPlan& plan_;
  MarkedText out_;
  bool wide_ = false;  // offsets need 64 bits
  Variant variant_ = Variant::plain;
};

}  // namespace stridescope
