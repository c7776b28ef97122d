// Common parts of both devices for kernels that multiply.
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

// The sum in double precision of one element of C, and of its terms' magnitudes; and the test whether a result is
// within the tolerance. It stores the rows of A and of B that it needs: of all elements of C, or of those of one tile.
class ProductReference {
 public:
  struct Rows {
    std::int64_t first = 0;
    std::int64_t count = 0;
  };

  // With all rows.
  explicit ProductReference(const MmaProof& proof);
  // With the rows of elements (m,n) alone; the others are not to be asked for.
  ProductReference(const MmaProof& proof, Rows m, Rows n);
  bool right(std::int64_t m, std::int64_t n, double got) const;
  // Inputs of the epilogue: an element of C before, and of the bias.
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

// The wrong elements with the thread and value that store them.
std::vector<WrongElement> wrong_products(const MmaPlan& plan, const MmaProof& proof,
                                         const std::vector<std::int64_t>& coordinates);

}  // namespace stridescope::gpu
