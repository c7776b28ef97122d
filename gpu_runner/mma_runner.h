// Parts for multiplying kernels that both devices share.
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

// The double-precision sum of one element of C, the sum of its terms' magnitudes, and the check whether a result is
// within the tolerance. Stores the necessary rows of A and B: for all of C, or for one tile.
class ProductReference {
 public:
  struct Rows {
    std::int64_t first = 0;
    std::int64_t count = 0;
  };

  // With all rows of A and B.
  explicit ProductReference(const MmaProof& proof);
  // With the rows for elements (m,n) only; other elements must not be requested.
  ProductReference(const MmaProof& proof, Rows m, Rows n);
  bool right(std::int64_t m, std::int64_t n, double got) const;
  // The same for another sum of products, and the sum of their magnitudes.
  bool fits(std::int64_t m, std::int64_t n, double sum, double terms, double got) const;
  // Inputs of the epilogue: the previous value of C, and the bias.
  double before(std::int64_t m, std::int64_t n) const;
  double bias(std::int64_t m, std::int64_t n) const;
  double a(std::int64_t m, std::int64_t k) const { return a_[static_cast<std::size_t>((m - m_.first) * k_ + k)]; }
  double b(std::int64_t n, std::int64_t k) const { return b_[static_cast<std::size_t>((n - n_.first) * k_ + k)]; }
  double term(double x, double y) const { return proof_.exclusive_or ? x + y - 2 * x * y : x * y; }

 private:
  const MmaProof& proof_;
  std::int64_t k_;
  Rows m_, n_;
  std::vector<double> a_, b_;  // row by row
};

// The stored value of an element of C.
using StoredProduct = std::function<double(std::int64_t m, std::int64_t n)>;
// The one mistake that explains all wrong elements, ascending; empty without one. The reference has all rows.
ProductOrigins product_origins(const MmaPlan& plan, const MmaProof& proof, const ProductReference& reference,
                               const std::vector<std::int64_t>& wrong, const StoredProduct& got);

// The wrong elements, each with the thread and value that store it.
std::vector<WrongElement> wrong_products(const MmaPlan& plan, const MmaProof& proof,
                                         const std::vector<std::int64_t>& coordinates);

}  // namespace stridescope::gpu
