// The work of each kind of kernel. Elements are counted once, however often they are read, as in a roofline.
#include "core/kernels/kernel_work.h"

#include "core/kernels/gemm/gemm_plan.h"
#include "core/kernels/mma/mma_values.h"

namespace stridescope {
namespace {

int operand_bits(const DataType& type) {
  const auto format = value_format(type);
  return format ? format->bits : type.bits;
}

int tensor_bits(const MmaPlan& plan) {
  const bool tensor = plan.form == MmaPlan::Form::warp || plan.form == MmaPlan::Form::wgmma;
  return tensor ? operand_bits(plan.a.type) : 0;
}

std::int64_t bytes_of(std::int64_t rows, std::int64_t columns, int bits) {
  return (rows * columns * bits + 7) / 8;  // at most max_gemm_work elements
}

}  // namespace

KernelWork work_of(const CopyPlan& plan) {
  KernelWork out;
  out.bytes = plan.bytes_moved();
  out.threads = plan.threads;
  out.shared_bytes = plan.shared_bytes;
  out.blocks = plan.persistent ? 0 : plan.tiles;
  return out;
}

KernelWork work_of(const MmaPlan& plan) {
  KernelWork out;
  out.product = true;
  out.tensor_bits = tensor_bits(plan);
  out.threads = plan.threads;
  out.shared_bytes = plan.shared_bytes;
  return out;
}

KernelWork work_of(const GemmPlan& plan) {
  KernelWork out;
  out.product = true;
  const auto& [m, n, k] = plan.extents;
  out.operations = 2 * m * n * k;
  out.bytes = bytes_of(m, k, plan.math.a.bits) + bytes_of(n, k, plan.math.b.bits) +
              bytes_of(m, n, operand_bits(plan.kernel.type_c));
  out.tensor_bits = tensor_bits(plan.math);
  out.threads = plan.threads;
  out.shared_bytes = plan.shared_bytes;
  out.blocks = plan.path == GemmPlan::Path::tma ? plan.stream : plan.tiles;
  return out;
}

}  // namespace stridescope
