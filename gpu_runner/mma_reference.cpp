// The reference device for multiplying kernels: executes blocks, threads and registers one by one. The plan's partition
// defines the values of a thread, the atom's thread-value layouts define the instruction.
#include <cmath>

#include "gpu_runner/mma_block.h"

namespace stridescope::gpu {
namespace {

using reference::poisoned;

// Compares all of C, addressed by its own layout.
void compare(const MmaPlan& plan, const MmaProof& proof, const ProductReference& reference,
             const std::vector<double>& c, std::int64_t lowest, RunResult& result) {
  std::int64_t wrong = 0;
  std::vector<std::int64_t> examples;
  for (std::int64_t n = 0; n < proof.extents[1]; ++n) {
    for (std::int64_t m = 0; m < proof.extents[0]; ++m) {
      const std::int64_t coordinate = m + proof.extents[0] * n;
      if (reference.right(m, n, c[at(proof.c.at(coordinate) - lowest)])) continue;
      ++wrong;
      if (wrong <= max_origins) examples.push_back(coordinate);
    }
  }
  result.verify = verified_by("cpu", proof.extents[0] * proof.extents[1], wrong);
  if (wrong > 0) {
    result.status = RunStatus::wrong;
    result.verify->examples = wrong_products(plan, proof, examples);
    const auto got = [&](std::int64_t m, std::int64_t n) {
      return c[at(proof.c.at(m + proof.extents[0] * n) - lowest)];
    };
    add_elements(*result.verify, {proof.extents[0], proof.extents[1]}, examples,
                 product_origins(plan, proof, reference, examples, got));
  }
}

}  // namespace

Reach reach_of(const TensorIndex& tensor) {
  Reach out = {tensor.index.smallest(), tensor.index.largest()};
  for (const KernelSwizzle& s : tensor.swizzles) {
    out.highest += s.offset;
    std::int64_t top = 1;
    while (top <= s.swizzle.zzz()) top *= 2;
    if (s.swizzle.bits > 0) out.highest |= top - 1;
  }
  return out;
}

ProductReference::ProductReference(const MmaProof& proof)
    : ProductReference(proof, {0, proof.extents[0]}, {0, proof.extents[1]}) {}

ProductReference::ProductReference(const MmaProof& proof, Rows m, Rows n)
    : proof_(proof), k_(proof.extents[2]), m_(m), n_(n) {
  const auto fill = [&](const TensorIndex& tensor, const DataType& type, Rows kept, std::int64_t rows,
                        std::uint32_t seed, std::vector<double>& to) {
    const ValueFormat format = *value_format(type);
    const Reach reach = reach_of(tensor);
    to.resize(at(kept.count * k_));
    for (std::int64_t k = 0; k < k_; ++k) {
      for (std::int64_t i = 0; i < kept.count; ++i) {
        const auto x = static_cast<std::uint64_t>(tensor.at(kept.first + i + rows * k) - reach.lowest);
        to[at(i * k_ + k)] = decoded_value(format, coded_value(format, x, seed));
      }
    }
  };
  fill(proof.a, proof.type_a, m_, proof.extents[0], seed_a, a_);
  fill(proof.b, proof.type_b, n_, proof.extents[1], seed_b, b_);
}

bool ProductReference::right(std::int64_t m, std::int64_t n, double got) const {
  double sum = 0;
  double terms = 0;
  const double* x = &a_[at((m - m_.first) * k_)];
  const double* y = &b_[at((n - n_.first) * k_)];
  for (std::int64_t k = 0; k < k_; ++k) {
    const double one = term(x[k], y[k]);
    sum += one;
    terms += std::fabs(one);
  }
  return fits(m, n, sum, terms, got);
}

bool ProductReference::fits(std::int64_t m, std::int64_t n, double sum, double terms, double got) const {
  const Epilogue& e = proof_.epilogue;
  double allowed = proof_.tolerance.of_terms * terms;
  if (e.any()) {
    const double c = before(m, n);
    const double added = bias(m, n);
    allowed = allowed * slope(e) + finish_tolerance(e, sum, c, added);
    sum = finished(e, sum, c, added);
  }
  sum = proof_.tolerance.kept(sum);
  return std::fabs(got - sum) <= allowed + proof_.tolerance.of_sum * std::fabs(sum) + proof_.tolerance.absolute;
}

double ProductReference::before(std::int64_t m, std::int64_t n) const {
  if (proof_.epilogue.beta == 0) return 0;
  const std::int64_t x = proof_.c.at(m + proof_.extents[0] * n) - reach_of(proof_.c).lowest;
  const ValueFormat format = *value_format(proof_.type_c);
  return decoded_value(format, coded_value(format, static_cast<std::uint64_t>(x), seed_c));
}

double ProductReference::bias(std::int64_t m, std::int64_t n) const {
  if (!proof_.epilogue.bias) return 0;
  const std::int64_t x = proof_.bias.at(m + proof_.extents[0] * n) - reach_of(proof_.bias).lowest;
  const ValueFormat format = *value_format(proof_.type_c);
  return decoded_value(format, coded_value(format, static_cast<std::uint64_t>(x), seed_bias));
}

std::vector<WrongElement> wrong_products(const MmaPlan& plan, const MmaProof& proof,
                                         const std::vector<std::int64_t>& coordinates) {
  std::vector<WrongElement> out;
  for (const std::int64_t c : coordinates) {
    if (out.size() == max_wrong_examples) break;
    const std::int64_t m = c % proof.extents[0];
    const std::int64_t n = c / proof.extents[0];
    const auto pair = [](std::int64_t x, std::int64_t y) {
      return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
    };
    WrongElement one = {pair(m, n), pair(m / plan.extents[0], n / plan.extents[1]), {}, {}};
    const std::int64_t element = m % plan.extents[0] + plan.extents[0] * (n % plan.extents[1]);
    std::vector<ElementHolder> owners;
    for (std::int64_t t = 0; t < plan.threads && owners.size() < 4; ++t) {
      for (std::int64_t v = 0; v < plan.c.values; ++v) {
        if (plan.c.element.thread.at(t) + plan.c.element.value.at(v) != element) continue;
        owners.push_back({static_cast<std::uint64_t>(t), static_cast<std::uint64_t>(v)});
        break;
      }
    }
    one.stored_by = std::move(owners);
    out.push_back(std::move(one));
  }
  return out;
}

Outcome run_reference(const MmaPlan& plan, const RunRequest&, const RunContext& context) {
  const auto proof = proof_of(plan);
  if (!proof) return {error_result(proof.error()), false};
  RunResult result = begun(reference_device());
  result.predicted.emplace().flops = plan.flops();
  context.event("verify", "executing a tile on the CPU");
  const ProductReference expected(*proof);
  reference::Block block(plan, proof->exclusive_or);
  if (!block.good()) return {error_result("internal", say("the atom's layouts cannot be tabulated")), false};
  for (const MmaFragment* f : {&plan.a, &plan.b}) {
    const bool a = f->operand == MmaOperand::a;
    const std::int64_t rows = plan.extents[a ? 0 : 1];
    const auto element = [&](std::int64_t i) {
      return a ? expected.a(i % rows, i / rows) : expected.b(i % rows, i / rows);
    };
    if (f->smem) {
      const auto smem = tensor_index(a ? *plan.tile.smem_a : *plan.tile.smem_b);
      for (std::int64_t i = 0; i < rows * plan.extents[2]; ++i) block.shared(*f)[at(smem->at(i))] = element(i);
    }
    block.load(*f, element);
  }
  block.multiply();
  std::vector<double> c(at(plan.extents[0] * plan.extents[1]), poisoned);
  for (std::int64_t t = 0; t < plan.threads; ++t) {
    for (std::int64_t v = 0; block.works(t) && v < plan.c.values; ++v) {
      c[at(plan.c.element.thread.at(t) + plan.c.element.value.at(v))] = block.c(t, v);
    }
  }
  compare(plan, *proof, expected, c, 0, result);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
