// What both devices share of kernels that multiply.
#pragma once

#include "gpu_runner/runner.h"

namespace stridescope::gpu {

// Lowest and highest offset of a tensor's elements.
struct Reach {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::int64_t elements() const { return highest - lowest + 1; }
};
Reach reach_of(const TensorIndex& tensor);

inline constexpr std::uint32_t seed_a = 1;
inline constexpr std::uint32_t seed_b = 2;

// The sum in double precision of one element of C, and of its terms' magnitudes; and whether a result is within.
class ProductReference {
 public:
  explicit ProductReference(const MmaProof& proof);
  bool right(std::int64_t m, std::int64_t n, double got) const;
  double a(std::int64_t m, std::int64_t k) const { return a_[static_cast<std::size_t>(m * k_ + k)]; }
  double b(std::int64_t n, std::int64_t k) const { return b_[static_cast<std::size_t>(n * k_ + k)]; }
  double term(double x, double y) const { return proof_.exclusive_or ? x + y - 2 * x * y : x * y; }

 private:
  const MmaProof& proof_;
  std::int64_t k_;
  std::vector<double> a_, b_;  // row by row
};

// The wrong elements with the thread and value that store them.
Json wrong_products(const MmaPlan& plan, const MmaProof& proof, const std::vector<std::int64_t>& coordinates);

}  // namespace stridescope::gpu
