// Writes the text of a copy kernel; its parts are in kernel_copy.cpp (tables), kernel_copy_access.cpp (instructions),
// kernel_copy_body.cpp (the kernels). Internal to core/codegen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/codegen/kernel_writer.h"

namespace stridescope {

class CopyWriter : KernelWriter {
 public:
  explicit CopyWriter(const CopyPlan& plan);

  // The kernel alone, or with the two that are traced.
  KernelText write();
  std::string write_traced();

 private:
  // The timed kernel; one that notes the time of each tile; one that notes the cycles of each access of a tile.
  enum class Variant { plain, tiles, accesses };

  // Text
  template <class... Parts>
  void line(const Parts&... parts) {
    append_all(text().text, indent_, parts..., '\n');
  }
  // What the text is about, and where elements lie (kernel_copy.cpp).
  void head();
  void accesses(std::string_view verb, const KernelSide& side);
  void boxes(std::string_view verb, std::string_view name, const TmaTransfer& transfer);
  void map(const KernelMap& m, std::string_view name, bool tiles, bool wide);
  void swizzle(const KernelSide& side);
  void maps();

  // Functions of one instruction each (kernel_copy_access.cpp).
  void access_functions();
  // One instruction; with edges only for lanes that are inside, which is the operand after `operands` others.
  std::string instruction(std::string_view text, int operands) const;
  void plain_access(std::string_view space, bool write, int bytes);
  void matrix_access(bool write, const KernelMatrices& matrices);
  void async_access();
  void engine_access();
  void trace_functions();

  // The kernels (kernel_copy_body.cpp).
  void kernel(Variant variant);
  void parameters(Variant variant);
  void tile_of(std::string_view block);
  void heads(bool load, bool store);
  void load_part();
  void wait_part();
  void store_part();
  void one_tile(std::string_view block);
  void stage_functions();
  void pipeline();
  void loop(std::int64_t values, std::int64_t step, std::string_view edge_name, std::string_view statement, int side,
            std::string_view used = {});
  void coordinates(std::string_view name, bool load);
  std::string address(const KernelSide& side, std::string_view pointer, std::string_view start,
                      std::string_view name) const;
  std::string condition(std::string_view name) const;
  std::string held(std::string_view array) const;  // where value v of a thread is
  std::string moved(std::string_view verb, int bytes, std::string_view destination, std::string_view origin) const;
  std::string place(const TmaTransfer& transfer, std::size_t instruction, std::size_t dimension) const;

  const char* index_type() const { return wide_ ? "long long" : "int"; }
  bool through() const { return plan_.path != CopyPlan::Path::registers; }
  bool threads_load() const { return plan_.path != CopyPlan::Path::tma; }
  bool threads_store() const { return !plan_.tma_store; }
  bool masked() const { return !plan_.edges.empty(); }

  const CopyPlan& plan_;
  std::string indent_;
  bool wide_ = false;  // offsets need 64 bits
  Variant variant_ = Variant::plain;
};

}  // namespace stridescope
