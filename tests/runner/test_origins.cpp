// The values that arrive at wrong elements: mistakes planted in products and in copies of small elements.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "gpu_runner/client.h"
#include "gpu_runner/mma_runner.h"
#include "tests/environment.h"
#include "tests/runner/fake_gpu.h"
#include "tests/runner/result_text.h"

namespace stridescope::gpu {
namespace {

using Index = std::int64_t;
using Pairs = std::pair<std::pair<Index, Index>, std::pair<Index, Index>>;  // (i,k) of A and (j,k) of B

constexpr const char* product_64 =
    "cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n"
    "s = (32,32):(40,1)\ngemm_kernel((64,64):(64,1), (64,64):(64,1), (64,64):(64,1), cp, (s,s), "
    "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)))";
constexpr const char* one_bit = "mma_kernel(make_tiled_mma(SM80_16x8x128_S32U1U1S32_TN_XORPOPC, (2,2)))";

KernelPlan plan_made(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(e.errors.empty(), program);
  auto plan = plan_kernel(e.bindings.back().value);
  REQUIRE(plan.has_value());
  return std::move(*plan);
}

// A product whose stored values are planted.
struct Planted {
  KernelPlan plan;
  const MmaPlan* math;
  MmaProof proof;
  ProductReference reference;

  explicit Planted(const char* program)
      : plan(plan_made(program)),
        math(plan.as<GemmPlan>() != nullptr ? &plan.as<GemmPlan>()->math : plan.as<MmaPlan>()),
        proof(*(plan.as<GemmPlan>() != nullptr ? proof_of(*plan.as<GemmPlan>()) : proof_of(*math))),
        reference(proof) {}

  // The sum over K of the products of `read(k)`, each counted `times(k)`.
  double sum(const std::function<Pairs(Index)>& read, const std::function<int(Index)>& times = {}) const {
    double out = 0;
    for (Index k = 0; k < proof.extents[2]; ++k) {
      const auto [a, b] = read(k);
      if (a.second >= proof.extents[2] || b.second >= proof.extents[2]) continue;
      out += (times ? times(k) : 1) * reference.term(reference.a(a.first, a.second), reference.b(b.first, b.second));
    }
    return out;
  }
  double right(Index i, Index j) const {
    return sum([&](Index k) { return Pairs{{i, k}, {j, k}}; });
  }
  // Elements that are wrong with these values, and the mistake found in them.
  ProductOrigins found(const StoredProduct& got, std::vector<Index>& wrong) const {
    for (Index c = 0; c < proof.extents[0] * proof.extents[1]; ++c) {
      const Index i = c % proof.extents[0];
      const Index j = c / proof.extents[0];
      if (!reference.right(i, j, got(i, j))) wrong.push_back(c);
    }
    return product_origins(*math, proof, reference, wrong, got);
  }
  std::string cause(const StoredProduct& got) const {
    std::vector<Index> wrong;
    const ProductOrigins out = found(got, wrong);
    CHECK(out.from.empty());
    CHECK(wrong.size() > 8);
    return english(out.cause);
  }
  // True if each wrong element receives the value of that one.
  bool moves(const StoredProduct& got, const std::function<Index(Index, Index)>& from) const {
    std::vector<Index> wrong;
    const ProductOrigins out = found(got, wrong);
    if (out.from.size() != wrong.size() || wrong.empty()) return false;
    for (std::size_t n = 0; n < wrong.size(); ++n) {
      if (out.from[n] != from(wrong[n] % proof.extents[0], wrong[n] / proof.extents[0])) return false;
    }
    return true;
  }
};

double noise(Index x, double range) {
  return range * (static_cast<double>(element_code(static_cast<std::uint64_t>(x), 9) >> 11) / 0x1p52 - 1);
}

}  // namespace

TEST_CASE("wrong products are the values of other elements") {
  const Planted p(product_64);
  const auto moved = [&](const std::function<std::pair<Index, Index>(Index, Index)>& from) {
    return p.moves([&](Index i, Index j) { return p.right(from(i, j).first, from(i, j).second); },
                   [&](Index i, Index j) { return from(i, j).first + 64 * from(i, j).second; });
  };
  CHECK(moved([](Index i, Index j) { return std::pair{i, j < 16 ? j + 8 : j}; }));
  CHECK(moved([](Index i, Index j) { return std::pair{i < 8 ? i + 32 : i, j}; }));
  CHECK(moved([](Index i, Index j) { return std::pair{j, i}; }));
  CHECK(moved([](Index i, Index j) { return std::pair{i ^ 4, j}; }));
  CHECK(moved([](Index i, Index j) { return std::pair{i, j % 16 + 48}; }));
}

TEST_CASE("wrong products lack a part of K, or have it twice, or in place of another") {
  const Planted p(product_64);
  const auto times = [&](const std::function<int(Index)>& n) {
    return p.cause([&](Index i, Index j) { return p.sum([&](Index k) { return Pairs{{i, k}, {j, k}}; }, n); });
  };
  CHECK(times([](Index k) { return k < 32 ? 1 : 0; }) == "the products of k = 32 to 63 are missing");
  CHECK(times([](Index k) { return k / 16 == 1 ? 0 : 1; }) == "the products of k = 16 to 31 are missing");
  CHECK(times([](Index k) { return k < 16 ? 2 : 1; }) == "the products of k = 0 to 15 count twice");
  CHECK(times([](Index k) { return k < 32 ? 2 : 0; }) ==
        "the products of k = 0 to 31 are in place of those of k = 32 to 63");
}

TEST_CASE("wrong products multiply other elements of an operand") {
  const Planted p(product_64);
  const auto reads = [&](const std::function<Pairs(Index, Index, Index)>& read) {
    return p.cause([&](Index i, Index j) { return p.sum([&](Index k) { return read(i, j, k); }); });
  };
  CHECK(reads([](Index i, Index j, Index k) {
          return Pairs{{i, k + 8}, {j, k}};
        }) == "each sum has the products A(i,k+8) * B(j,k): as if a stride or an offset were wrong");
  CHECK(reads([](Index i, Index j, Index k) {
          return Pairs{{i, k}, {j, k ^ ((j & 3) << 3)}};
        }) == "each sum has the products A(i,k) * B(j,k^((j&3)<<3)): as if only one side had the swizzle");
  CHECK(reads([](Index i, Index j, Index k) {
          return Pairs{{i / 32 * 32 + k % 32, k / 32 * 32 + i % 32}, {j, k}};
        }) == "the tile of A is written in one order of its modes, and read in the other");
}

TEST_CASE("no mistake is named for other values, for few elements, or for values that others have, too") {
  const Planted p(product_64);
  CHECK(p.cause([](Index i, Index j) { return noise(i + 64 * j, 20); }).empty());
  std::vector<Index> wrong;
  CHECK(p.found([&](Index i, Index j) { return i == 0 && j < 4 ? p.right(i, j + 8) : p.right(i, j); }, wrong)
            .from.empty());
  CHECK(wrong.size() == 4);
  // A few different values: the sums of single bits.
  const Planted bits(one_bit);
  CHECK(bits.cause([](Index i, Index j) { return std::floor(64 + noise(i + 64 * j, 8)); }).empty());
  CHECK(bits.cause([](Index, Index) { return 64.0; }).empty());
}

TEST_CASE("a run reports the mistake that explains all of its wrong products") {
  JsonClient client({{environment("RUNNER")}, 30, false});
  RunRequest request;
  request.id = 1;
  request.device = "reference";
  request.program = std::string(product_64) + "\n# fault: step";
  const Json result = client.run(request, {}, {});
  CAPTURE(result.dump());
  CHECK(result["status"] == "wrong");
  CHECK(result["verify"]["cause"] == "the products of k = 32 to 63 are missing");
  CHECK(result_text(result).find("elements: the products of k = 32 to 63 are missing") != std::string::npos);
  // Both halves of C's columns have the same addresses.
  request.program =
      std::string(product_64).replace(std::string(product_64).rfind("(64,64):(64,1)"), 14, "(64,(32,2)):(32,(1,0))");
  const Json shared = client.run(request, {}, {});
  CAPTURE(shared.dump());
  CHECK(shared["status"] == "wrong");
  CHECK(result_text(shared).find("(i,j) receives the value of (i,j+32), as if several elements") != std::string::npos);
}

TEST_CASE("an origin is found among elements of 8 bits, which have many equal values") {
  FakeGpu gpu;
  const auto byte = [](CuDevicePtr at, Index x) -> unsigned char& {
    return static_cast<unsigned char*>(as_pointer(at))[x];
  };
  gpu.launched = [&](const std::string& name, void** arguments) {
    const auto pointer = [&](int i) { return *static_cast<CuDevicePtr*>(arguments[i]); };
    const auto from = [](Index x) { return x % 64 < 16 ? x + 8 : x; };
    if (name == "stridescope_fill") {
      for (Index x = 0; x < *static_cast<long long*>(arguments[1]); ++x) {
        byte(pointer(0), x) = static_cast<unsigned char>(
            element_code(static_cast<std::uint64_t>(x), *static_cast<unsigned*>(arguments[2])));
      }
    } else if (name == "stridescope_copy") {
      for (Index x = 0; x < 1024; ++x) byte(pointer(1), x) = byte(pointer(0), from(x));
    } else if (name == "stridescope_check") {
      auto* wrong = static_cast<unsigned long long*>(as_pointer(pointer(2)));
      for (Index c = 0; c < 1024; ++c) {
        const Index x = c % 16 * 64 + c / 16;
        if (byte(pointer(0), x) == byte(pointer(1), x)) continue;
        if (wrong[0]++ < 64) wrong[wrong[0]] = static_cast<unsigned long long>(c);
      }
    }
  };
  RunRequest request;
  RunContext context;
  context.event = [](std::string_view, std::string_view) {};
  context.cancelled = [] { return false; };
  const KernelPlan plan =
      plan_made("copy_kernel((16,64):(64,1), (16,64):(64,1), (_16,_64):(_1,_16), tile=(16,64), dtype=\"int8_t\")");
  const RunResult result = run_cuda(gpu.device, plan, request, context).result;
  REQUIRE(result.verify.has_value());
  CHECK(*result.verify->wrong > 240);  // of 256 elements; a few have the right value by chance
  CHECK(result_text(result).find("elements: (i,j) receives the value of (i,j+8)") != std::string::npos);
  CHECK(result_text(result).find("another value") == std::string::npos);
}

}  // namespace stridescope::gpu
