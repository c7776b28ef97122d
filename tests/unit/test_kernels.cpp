// Kernel values in the language, the plan of a copy compared with the tensors' own layouts, the text, the refusals and
// the predicted counts.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/kernel.h"
#include "core/kernels/plan_tools.h"
#include "tests/unit/copy_bytes.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

const CopyKernel* kernel_of(const Evaluation& e) {
  return e.bindings.empty() ? nullptr : e.bindings.back().value.as<CopyKernel>();
}

Result<CopyPlan> plan_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  CAPTURE(program);
  if (!e.errors.empty()) return failure(e.errors.front());
  const CopyKernel* kernel = kernel_of(e);
  REQUIRE(kernel != nullptr);
  return plan_copy(*kernel);
}

// Runs the plan like the text, and compares every element by the tensors' own layouts. Returns the number of wrong
// ones.
std::int64_t run(const CopyPlan& plan) {
  const auto size = [](const KernelSide& s) { return static_cast<std::size_t>(s.highest - s.lowest + 1); };
  std::vector<std::int64_t> src(size(plan.src));
  std::vector<std::int64_t> dst(size(plan.dst), -1);
  for (std::size_t i = 0; i < src.size(); ++i) src[i] = static_cast<std::int64_t>(i) + 1;
  const auto in = [](std::vector<std::int64_t>& memory, std::int64_t offset) -> std::int64_t& {
    const bool inside = offset >= 0 && offset < static_cast<std::int64_t>(memory.size());
    if (!inside) FAIL("offset ", offset, " of ", memory.size());
    return memory[static_cast<std::size_t>(offset)];
  };
  const bool through = plan.path != CopyPlan::Path::registers;
  std::vector<std::int64_t> tile(plan.grid.size());
  for (std::int64_t b = 0; b < plan.tiles; ++b) {
    plan.tile_coordinates(b, tile.data());
    std::vector<std::int64_t> smem(through ? size(plan.smem_write) : 0, -2);
    for (std::int64_t t = 0; t < plan.load_threads; ++t) {
      for (std::int64_t v = 0; v < plan.load_values; ++v) {
        if (!plan.inside(t, v, tile.data(), true)) continue;
        const std::int64_t x = in(src, plan.src.offset(t, v, tile.data()) - plan.src.lowest);
        if (through) {
          in(smem, plan.smem_write.offset(t, v, nullptr)) = x;
        } else {
          in(dst, plan.dst.offset(t, v, tile.data()) - plan.dst.lowest) = x;
        }
      }
    }
    for (std::int64_t t = 0; through && t < plan.store_threads; ++t) {
      for (std::int64_t v = 0; v < plan.store_values; ++v) {
        if (!plan.inside(t, v, tile.data(), false)) continue;
        in(dst, plan.dst.offset(t, v, tile.data()) - plan.dst.lowest) = in(smem, plan.smem_read.offset(t, v, nullptr));
      }
    }
  }
  const auto from = tensor_index(plan.kernel.src);
  const auto to = tensor_index(plan.kernel.dst);
  REQUIRE(from.has_value());
  REQUIRE(to.has_value());
  std::int64_t wrong = 0;
  for (std::int64_t c = 0; c < plan.elements; ++c) {
    wrong += in(src, from->at(c) - plan.src.lowest) != in(dst, to->at(c) - plan.dst.lowest);
  }
  return wrong;
}

}  // namespace

TEST_CASE("copy kernels put every element where the destination says") {
  static constexpr const char* programs[] = {
      "copy_kernel(4096:1, 4096:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_64):(_1), (_4):(_1)))",
      // transposes, through registers and through shared memory
      "copy_kernel((64,96):(96,1), (64,96):(1,64), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((64,96):(96,1), (64,96):(1,64), ((_32,_8):(_8,_1), (_32,_8):(_1,_32)), (16,16):(17,1), "
      "tile=(16,16))",
      "l = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_8,_8):(_8,_1), (_4,_4):(_4,_1)); "
      "s = make_tiled_copy(Copy_Atom<DefaultCopy,float>, ((_8),(_4,_2)):((_1),(_8,_32)), (_4,_4):(_1,_4)); "
      "copy_kernel((64,64):(64,1), (64,64):(1,64), (l, s), Sw<3,2,5> o 0 o (32,32):(32,1))",
      // edges in one mode and in both
      "copy_kernel((100,70):(70,1), (100,70):(1,100), (_32,_8):(_8,_1), tile=(16,16), dtype=\"half_t\")",
      "copy_kernel((100,72):(72,1), (100,72):(1,100), ((_32,_8):(_8,_1), (_32,_8):(_1,_32)), (16,16):(16,1), "
      "tile=(16,16))",
      // nested modes, more modes than the tile has, gaps, negative strides, stride 0 in the source
      "copy_kernel(((4,8),(2,16)):((1,128),(4,8)), ((4,8),(2,16)):((8,1),(512,32)), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((32,32,5):(32,1,1024), (32,32,5):(1,32,1024), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((32,32):(40,1), (32,32):(1,33), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((32,32):(-32,1), (32,32):(1,-32), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((32,32):(0,1), (32,32):(32,1), (_32,_8):(_8,_1), tile=(16,16))",
      // swizzled global memory, and a flat tile of a matrix
      "copy_kernel(Sw<2,3,3> o 0 o (32,32):(32,1), (32,32):(32,1), (_32,_8):(_8,_1), tile=(16,16))",
      "copy_kernel((32,32):(32,1), (32,32):(1,32), (_64,_4):(_4,_1))",
      "copy_kernel((64,64):(64,1), (64,64):(64,1), "
      "make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, "
      "(_16,_8):(_8,_1), (_1,_8):(_0,_1)), Sw<3,3,3> o 0 o (16,64):(64,1))",
      // tile after tile; ldmatrix and stmatrix; the copy engine, with edges, by columns, in three modes
      "copy_kernel((64,96):(96,1), (64,96):(1,64), (_32,_8):(_8,_1), tile=(16,16), persistent=1)",
      "copy_kernel(4096:1, 4096:1, make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, (_32):(_1), "
      "(_4):(_1)), 128:1, stages=3)",
      "copy_kernel((64,32):(32,1), (64,32):(32,1), (make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, "
      "(_16,_2):(_2,_1), (_1,_8):(_8,_1)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_1,_1,_1), (_16,_8,_16)))), Sw<1,3,3> o 0 o (16,16):(16,1))",
      "copy_kernel((32,48):(48,1), (32,48):(48,1), (make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N,half_t>, "
      "make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN, (_1,_1,_1), (_16,_16,_16))), "
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_2):(_2,_1), (_1,_8):(_8,_1))), "
      "(16,16):(24,1))",
      "copy_kernel((64,64):(64,1), (64,64):(72,1), \"tma\", Sw<3,2,3> o 0 o (32,32):(32,1), stages=3)",
      "copy_kernel((50,40):(40,1), (50,40):(40,1), \"tma\", (16,16):(16,1), dtype=\"half_t\")",
      "copy_kernel((64,64):(64,1), (64,64):(1,64), (\"tma\", (_32,_32):(_1,_32)), Sw<3,2,3> o 0 o (32,32):(32,1), "
      "tile=(32,32))",
      "copy_kernel((16,24,6):(1,16,384), (16,24,6):(1,16,384), \"tma\", (16,8,2):(1,16,128), dtype=\"int8_t\")",
      // packed elements
      "copy_kernel((50,72):(72,1), (50,72):(80,1), ((_16,_2),_8):((_1,_128),_16), tile=(16,16), dtype=\"int4b_t\")",
      "copy_kernel((50,96):(96,1), (50,96):(96,1), \"tma\", Sw<1,5,3> o 0 o (16,64):(64,1), dtype=\"int4b_t\", "
      "stages=2)",
  };
  for (const char* program : programs) {
    CAPTURE(program);
    const auto plan = plan_of(program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    CHECK(run(*plan) == 0);
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("stridescope_copy(") != std::string::npos);
    for (const KernelTextMode& m : text.modes) {
      REQUIRE(m.begin < m.end);
      REQUIRE(m.end <= text.text.size());
      const std::string piece = text.text.substr(m.begin, m.end - m.begin);
      CHECK((piece.starts_with("i") || piece.starts_with("x ^=")));
    }
  }
}

TEST_CASE("elements below 8 bits: where an access begins is a byte, in the text and in the plan") {
  struct Case {
    const char* program;
    int width;          // bytes of src
    std::int64_t read;  // bytes; as many are written
  };
  const Case cases[] = {
      {"copy_kernel((32,64):(-64,1), (32,64):(96,1), ((_8,_4),_16):((_1,_128),_8), tile=(8,64), dtype=\"int4b_t\")", 8,
       1024},
      // modes that run on: a byte has parts of several
      {"copy_kernel((4,(2,2,32)):(128,(1,2,4)), (4,(2,2,32)):(128,(1,2,4)), "
       "((_4,_8),(_2,_2,_4)):((_1,_64),(_4,_8,_16)), "
       "tile=(4,128), dtype=\"uint1b_t\")",
       2, 64},
      {"copy_kernel((3,128):(128,1), (3,128):(128,1), ((_3,_2),(_4,_16)):((_1,_192),(_3,_12)), tile=(3,128), "
       "dtype=\"int2b_t\")",
       16, 96},
      {"copy_kernel((64,256):(256,1), (64,256):(256,1), make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,"
       "uint4b_t>, (_8,_4):(_4,_1), (_1,_32)), Sw<2,5,3> o 0 o (16,128):(128,1), stages=2)",
       16, 8192},
      {"copy_kernel((64,128):(128,1), (64,128):(128,1), (make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int4b_t>, "
       "(_16,_2):(_2,_1), (_1,_32)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,int4b_t>, "
       "make_tiled_mma(SM80_16x8x64_S32S4S4S32_TN, (_1,_1,_1), (_16,_8,_64)))), Sw<1,5,3> o 0 o (16,64):(64,1))",
       16, 4096},
  };
  for (const Case& one : cases) {
    CAPTURE(one.program);
    const auto plan = plan_of(one.program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    CHECK(plan->src.access_bytes == one.width);
    CHECK(plan->bytes_moved() == 2 * one.read);
    CHECK(run(*plan) == 0);
    check_bytes(*plan);
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("using Element = unsigned char;") != std::string::npos);
    CHECK(text.text.find("Recast to bytes of ") != std::string::npos);
    CHECK(text.text.find("index -> offset in bytes") != std::string::npos);
    CHECK(check_text(*plan, true).find("element(src, src_offset(c))") != std::string::npos);
  }
}

TEST_CASE("what bounds a counter: lost arbitration, and instructions that no lane takes part in") {
  CHECK(agrees(CountBound::exact, 10, 10, 0));
  CHECK_FALSE(agrees(CountBound::exact, 10, 11, 99));
  CHECK(agrees(CountBound::sum, 49152, 49178, 26));
  CHECK(agrees(CountBound::sum, 49152, 49178, 13));
  CHECK_FALSE(agrees(CountBound::sum, 49152, 49178, 12));
  CHECK_FALSE(agrees(CountBound::sum, 49152, 49151, 25));
  CHECK(agrees(CountBound::ceiling, 450, 525, 600));
  CHECK_FALSE(agrees(CountBound::ceiling, 450, 601, 600));
  CHECK_FALSE(agrees(CountBound::ceiling, 450, 449, 600));
  // One of the four warps of the block is outside if the tile exceeds the end.
  const auto plan = plan_of(
      "copy_kernel((200,72):(1,200), (200,72):(72,1), ((_128,_2):(_2,_1), (_128,_2):(_1,_128)), (8,32):(32,1), "
      "tile=(8,32), dtype=\"float\", bytes=4)");
  REQUIRE(plan.has_value());
  const CopyPrediction prediction = predict(*plan);
  const auto of = [&](std::string_view counter) {
    for (const PredictedCount& c : prediction.counts) {
      if (c.counter == counter) return c;
    }
    return PredictedCount{};
  };
  const PredictedCount requests = of("smsp__inst_executed_op_shared_st_pred_on_any.sum");
  CHECK(requests.count == 450);
  CHECK(requests.bound == CountBound::ceiling);
  CHECK(requests.beside == "smsp__inst_executed_op_shared_st.sum");
  CHECK(of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum").count == 1800);
  CHECK(of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum").bound == CountBound::sum);
}

TEST_CASE("an access at an edge is predicated: no branch parts the lanes of a request") {
  static constexpr const char* async =
      "make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint32_t>,TYPE>, (_8,_4):(_4,_1), (_1,_N):(_N,_1)), "
      "(8,16):(16,1), stages=2";
  static constexpr const char* vias[] = {
      "(_32,_8):(_8,_1), tile=(16,16)",
      "((_32,_8):(_8,_1), (_32,_8):(_1,_32)), (16,16):(17,1), tile=(16,16)",
      "(\"tma\", (_32,_8):(_1,_32)), (16,16):(16,1), tile=(16,16)",
      "((_32,_8):(_8,_1), \"tma\"), (16,16):(16,1), tile=(16,16)",
      async,
  };
  for (const auto& [type, bytes] :
       {std::pair{"int8_t", 1}, {"half_t", 2}, {"float", 4}, {"double", 8}, {"complex<double>", 16}}) {
    for (const char* const via : vias) {
      std::string rest = via;
      // The copy engine has no elements of 16 bytes.
      if (bytes == 16 && rest.find("tma") != std::string::npos) continue;
      if (const auto at = rest.find("TYPE"); at != std::string::npos) {
        if (bytes > 4) continue;
        rest.replace(at, 4, type);
        for (std::size_t n; (n = rest.find("_N")) != std::string::npos;) rest.replace(n, 2, cat('_', 4 / bytes));
      }
      const std::string program =
          cat("copy_kernel((100,80):(80,1), (100,80):(80,1), ", rest,
              rest.find("Atom") == std::string::npos ? cat(", dtype=\"", type, "\"") : std::string(), ')');
      CAPTURE(program);
      const auto plan = plan_of(program);
      REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
      REQUIRE(!plan->edges.empty());
      for (std::string text : {cuda_text(*plan).text, trace_text(*plan)}) {
        CHECK(text.find("move<") == std::string::npos);
        // Branches are of the block, of the thread that asks the copy engine, and of the trace.
        for (std::size_t at = 0; (at = text.find("if (", at)) != std::string::npos; at += 4) {
          const std::string_view what = std::string_view(text).substr(at, 14);
          CAPTURE(what);
          CHECK((what.starts_with("if (t == 0)") || what.starts_with("if (next < ") ||
                 what.starts_with("if (++stage") || what.starts_with("if (!traced") ||
                 what.starts_with("if (threadIdx") || what.starts_with("if (end > ")));
        }
        for (const std::string_view name :
             {"read_global(", "write_global(", "read_shared(", "write_shared(", "copy_async("}) {
          const std::size_t at = text.find(cat("void ", name));
          if (at == std::string::npos) continue;
          CHECK(text.find("; @p ", at) < text.find("\n}\n", at));
          CHECK(text.find(cat(name, "inside, ")) != std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("random copy kernels: right, or refused with a reason; a partition with holes is found wrong") {
  std::mt19937 random(11);
  const auto pick = [&](std::initializer_list<std::int64_t> of) { return *(of.begin() + random() % of.size()); };
  int right = 0;
  int through = 0;
  constexpr int rounds = laws::complete ? 400 : 80;
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t m = pick({16, 24, 32, 48, 50, 64});
    const std::int64_t n = pick({16, 20, 32, 33, 64});
    const std::int64_t tm = pick({8, 16, 32});
    const std::int64_t tn = pick({8, 16, 32});
    const std::int64_t threads = pick({16, 32, 64, 128});
    const std::int64_t values = tm * tn / threads;
    if (values == 0) continue;
    const bool rows = random() % 2 == 0;
    const auto matrix = [&] {
      return random() % 2 == 0 ? cat("(", m, ',', n, "):(", n + pick({0, 0, 8}), ",1)")
                               : cat("(", m, ',', n, "):(1,", m, ')');
    };
    const auto tv = [&] {
      return random() % 2 == 0 ? cat("(", threads, ',', values, "):(", values, ",1)")
                               : cat("(", threads, ',', values, "):(1,", threads, ')');
    };
    std::string program = cat("copy_kernel(", matrix(), ", ", matrix(), ", ");
    if (random() % 2 == 0) {
      append_all(program, tv());
    } else {
      append_all(program, '(', tv(), ", ", tv(), "), ", random() % 2 == 0 ? "Sw<2,2,3> o 0 o " : "", '(', tm, ',', tn,
                 "):", rows ? cat('(', tn, ",1)") : cat("(1,", tm, ')'));
      ++through;
    }
    append_all(program, ", tile=(", tm, ',', tn, "), dtype=\"", pick({0, 1}) == 0 ? "half_t" : "float", "\")");
    CAPTURE(program);
    const auto plan = plan_of(program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    CHECK(run(*plan) == 0);
    ++right;
  }
  CHECK(right > rounds / 2);
  CHECK(through > rounds / 8);
  const auto holes = plan_of("copy_kernel((32,32):(32,1), (32,32):(32,1), (_32,_7):(_8,_1), tile=(16,16))");
  REQUIRE(holes.has_value());
  CHECK(run(*holes) == 32 * 32 / 8);
}

TEST_CASE(
    "long: random copies of packed elements: right, and in bytes as in elements; or refused for a byte that is "
    "parted") {
  std::mt19937 random(7);
  const auto pick = [&](std::initializer_list<std::int64_t> of) { return *(of.begin() + random() % of.size()); };
  int right = 0;
  int refused = 0;
  for (int round = 0; round < 400; ++round) {
    const std::int64_t bits = pick({4, 4, 2, 1});
    const std::int64_t each = 8 / bits;
    const std::int64_t tm = pick({8, 16, 24});
    const std::int64_t tn = each * pick({4, 6, 8, 16});
    const std::int64_t m = pick({24, 48, 50});
    const std::int64_t n = random() % 4 == 0 ? 3 * tn + 1 : 3 * tn - each * pick({0, 0, 1});
    const bool columns = random() % 4 == 0;
    const std::int64_t pad = each * pick({0, 0, 2}) + pick({0, 0, 0, 0, 0, 1});
    const auto matrix = [&](std::int64_t a, std::int64_t b) {
      return columns ? cat("(", b, ',', a, "):(1,", b + pad, ')') : cat("(", a, ',', b, "):(", b + pad, ",1)");
    };
    // A row of the tile in pieces of `wide` elements: pieces are threads, or consecutive values.
    const auto tv = [&] {
      const std::int64_t wide = pick({each, 2 * each, each / 2 > 0 ? each / 2 : 1});
      if (tn % wide != 0) return std::string();
      const std::int64_t along = columns ? 1 : tm;
      const std::int64_t across = columns ? tn : 1;
      const std::int64_t pieces = tn / wide;
      if (random() % 2 == 0) {
        return cat("((_", tm, ",_", pieces, "),_", wide, "):((_", across, ",_", along * wide, "),_", along, ')');
      }
      return cat("(_", tm, ",(_", wide, ",_", pieces, ")):(_", across, ",(_", along, ",_", along * wide, "))");
    };
    const std::string load = tv();
    const std::string store = tv();
    if (load.empty() || store.empty()) continue;
    const bool through = random() % 2 == 0;
    const std::string both = through ? cat('(', load, ", ", load, "), ", matrix(tm, tn)) : load;
    const std::string tile = columns ? cat('(', tn, ',', tm, ')') : cat('(', tm, ',', tn, ')');
    const std::string program = cat("copy_kernel(", matrix(m, n), ", ", matrix(m, n), ", ", both, ", tile=", tile,
                                    ", dtype=\"uint", bits, "b_t\")");
    CAPTURE(program);
    const auto plan = plan_of(program);
    if (!plan.has_value()) {
      CAPTURE(english(plan.error().message));
      CHECK(english(plan.error().message).find("a thread moves whole bytes") != std::string::npos);
      ++refused;
      continue;
    }
    CHECK(run(*plan) == 0);
    check_bytes(*plan);
    ++right;
  }
  CHECK(right > 100);
  CHECK(refused > 50);
}

TEST_CASE(
    "a kernel that cannot be made is an error on its line, of whatever kind; a statement beside it has its value") {
  const auto refused = [](const std::string& call, std::string_view part) {
    const std::string program = "A = 4:1\nK = " + call + "\nB = 8:1";
    CAPTURE(program);
    const Evaluation e = evaluate(program, IntegerMode::cute);
    REQUIRE(e.errors.size() == 1);
    const Error& error = e.errors.front();
    CAPTURE(english(error.message));
    CHECK(english(error.message).find(part) != std::string::npos);
    // The call, or the part of it that is at fault.
    CHECK(error.span.begin >= 12);
    CHECK(error.span.end <= 12 + call.size());
    CHECK(!error.span.empty());
    CHECK(e.bindings.size() == 2);
  };
  refused("copy_kernel((64,48):(48,1), (64,48):(48,1), \"tma\", Sw<1,3,3> o 0 o (64,48):(48,1), dtype=\"half_t\")",
          "TMA");
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_8,_1), (8,8):(8,1), tile=(16,16))",
          "a tile has 256 elements");
  refused("mma_kernel(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)", "from shared memory");
  refused("mma_kernel(SM90::GMMA::SPARSE::GMMA_64x64x32_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)", "sparse");
  refused(
      "gemm_kernel((64,64):(64,1), (64,64):(64,1), (64,64):(64,1), make_tiled_copy(Copy_Atom<UniversalCopy<half_t>,"
      "half_t>, (_16,_4):(_4,_1)), ((64,16):(16,1), (64,16):(16,1)), "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)), load=\"SM75_U32x4_LDSM_T\")",
      "gemm_kernel: ");
  refused("probe_kernel(AutoVectorizingCopy)", "probe_kernel: AutoVectorizingCopy copies as the layouts allow");
  refused("probe_kernel(SM100_TMEM_LOAD_32dp32b1x)", "for which no kernel can be generated");
}

TEST_CASE("copy kernels that cannot be are refused with the condition that fails") {
  const auto refused = [](const char* program, ErrorCode code, std::string_view part) {
    const auto plan = plan_of(program);
    CAPTURE(program);
    REQUIRE(!plan.has_value());
    CHECK(plan.error().code == code);
    CAPTURE(english(plan.error().message));
    CHECK(english(plan.error().message).find(part) != std::string::npos);
  };
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(1,64), make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, "
      "(_32,_2):(_1,_32), (_4,_1):(_1,_4)))",
      ErrorCode::unsupported, "src allows 4: values 0 and 1 of a thread are 64");
  refused(
      "copy_kernel((64,66):(66,1), (64,66):(66,1), make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, "
      "(_8,_8):(_8,_1), (_1,_4):(_4,_1)))",
      ErrorCode::unsupported, "multiple of 4 elements");
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_8,_1), (8,8):(8,1), tile=(16,16))",
          ErrorCode::shape_divisibility, "a tile has 256 elements");
  refused(
      "copy_kernel((512,512):(512,1), (512,512):(1,512), (_1024,_256):(_256,_1), (512,512):(512,1), tile=(512,512))",
      ErrorCode::too_large, "shared memory");
  refused("copy_kernel((512,512):(512,1), (512,512):(1,512), (_2048,_8):(_8,_1), tile=(128,128))", ErrorCode::too_large,
          "2048 threads");
  // packed elements: whole bytes, whole elements
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(1,64), (_16,_16):(_16,_1), tile=(16,16), dtype=\"uint4b_t\")",
      ErrorCode::unsupported,
      "whole bytes, 2 elements of integer_subbyte<4, false>: values 0 and 1 of a thread are 64 elements apart in src");
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), ((_16,_4),_4):((_1,_64),_16), tile=(16,16), dtype=\"uint4b_t\")",
          ErrorCode::unsupported, "values 0 and 1 of a thread are 64 elements apart in dst");
  refused("copy_kernel((64,64):(65,1), (64,64):(64,1), ((_16,_4),_4):((_1,_64),_16), tile=(16,16), dtype=\"uint4b_t\")",
          ErrorCode::unsupported, "stride 65) is not a multiple of 2 elements");
  refused("copy_kernel((64,63):(64,1), (64,63):(64,1), ((_16,_4),_4):((_1,_64),_16), tile=(16,16), dtype=\"uint4b_t\")",
          ErrorCode::unsupported, "mode 1 of the tensor ends at 63, inside an access");
  refused("copy_kernel(512:1, 512:1, (_16,_4):(_4,_1), dtype=\"uint1b_t\")", ErrorCode::unsupported,
          "8 elements of integer_subbyte<1, false>: a thread has 4 values");
  refused("copy_kernel(Sw<1,0,3> o 0 o 512:1, 512:1, (_16,_8):(_8,_1), dtype=\"int4b_t\")", ErrorCode::unsupported,
          "moves pieces of 1 element");
  refused("copy_kernel(64:1, 64:1, (_4,_16):(_16,_1), dtype=\"float_e3m2_t\")", ErrorCode::unsupported, "6 bits");
  refused("copy_kernel((64,63):(64,1), (64,63):(64,1), \"tma\", (16,32):(32,1), dtype=\"int4b_t\")",
          ErrorCode::unsupported, "the tensor, (64,63):(64,1), does not divide into whole bytes of 2 elements");
  refused("copy_kernel((64,64):(64,1), (64,64):(64,1), \"tma\", Sw<1,0,6> o 0 o (16,64):(64,1), dtype=\"int4b_t\")",
          ErrorCode::unsupported, "does not divide into whole bytes of 2 elements");
  refused("copy_kernel((64,64):(72,1), (64,64):(64,1), \"tma\", (16,32):(32,1), dtype=\"int4b_t\")",
          ErrorCode::unsupported, "36 bytes: expected a multiple of 16");
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(64,1), make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,"
      "half_t>, (_16,_8):(_8,_1), (_1,_8):(_0,_1)))",
      ErrorCode::arguments, "into shared memory");
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(64,1), make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,"
      "half_t>, (_16,_8):(_8,_1), (_1,_8):(_0,_1)), Sw<3,2,3> o 0 o (16,64):(64,1))",
      ErrorCode::unsupported, "pieces of 4");
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(64,1), make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, "
      "(_32,_1):(_1,_32), (_1,_8):(_8,_1)))",
      ErrorCode::unsupported, "each thread executes alone");
  // the copy engine
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), \"tma\", (16,32):(32,1))", ErrorCode::unsupported,
          "dst: TMA: shared memory is contiguous along mode 1,");
  refused("copy_kernel((64,66):(66,1), (64,66):(66,1), \"tma\", (16,32):(32,1))", ErrorCode::unsupported,
          "264 bytes: expected a multiple of 16");
  refused("copy_kernel((64,64):(64,1), (64,64):(64,1), \"tma\", Sw<3,2,3> o 0 o (16,16):(16,1))",
          ErrorCode::unsupported, "a row has 16 elements = 64 bytes = 4 units, but the swizzle spans 128 bytes");
  refused("copy_kernel((64,64):(64,1), (64,64):(64,1), \"tma\", (16,32):(33,1))", ErrorCode::unsupported, "TMA: ");
  refused("copy_kernel((64,64):(-64,1), (64,64):(64,1), \"tma\", (16,32):(32,1))", ErrorCode::unsupported,
          "needs positive strides");
  refused("copy_kernel(((4,16),64):((16,1024),1), (64,64):(64,1), \"tma\", (16,32):(32,1))", ErrorCode::rank_mismatch,
          "nested modes");
  refused("copy_kernel(Sw<3,2,3> o 0 o (64,64):(64,1), (64,64):(64,1), \"tma\", (16,32):(32,1))",
          ErrorCode::unsupported, "swizzled tensor");
  refused("copy_kernel((1024,1024):(1024,1), (1024,1024):(1024,1), \"tma\", (256,256):(256,1))", ErrorCode::too_large,
          "shared memory");
  // several tiles of shared memory
  refused("copy_kernel((64,64):(64,1), (64,64):(64,1), (_32,_8):(_8,_1), (16,16):(16,1), tile=(16,16), stages=2)",
          ErrorCode::arguments, "goes through registers");
  refused("copy_kernel((64,64):(64,1), (64,64):(64,1), (_32,_8):(_8,_1), tile=(16,16), stages=2)", ErrorCode::arguments,
          "smem is missing");
  // ldmatrix wants rows of 16 bytes
  refused(
      "copy_kernel((64,32):(32,1), (64,32):(32,1), (make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, "
      "(_16,_2):(_2,_1), (_1,_8):(_8,_1)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_1,_1,_1), (_16,_8,_16)))), (16,16):(1,16))",
      ErrorCode::unsupported, "rows of 16 bytes, but smem has 2");
}

TEST_CASE("what is no copy kernel is refused by the language, with the way to mend it") {
  const auto message = [](const char* program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    CAPTURE(program);
    REQUIRE(!e.errors.empty());
    return english(e.errors.front().message);
  };
  CHECK(message("copy_kernel((4,5):(5,1), (4,4):(4,1), 4:1)") ==
        "copy_kernel: the source has extents (4,5), but the destination has (4,4)");
  CHECK(message("copy_kernel(4:1, 4:1, (4,1):(1,1), typo=3)") == "copy_kernel does not have option 'typo'");
  CHECK(message("copy_kernel(4:1, 4:1, (4,1):(1,1), bytes=3)").find("1, 2, 4, 8 or 16") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1, (4,1):(1,1), dtype=7)").find("in quotes") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1, ((4,1):(1,1), (4,1):(1,1)))").find("shared memory") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1)").find("arguments") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1, \"tma\")").find("copy engine") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1, (4,1):(1,1), stages=9)").find("1 to 8") != std::string::npos);
  CHECK(message("copy_kernel(4:1, 4:1, (4,1):(1,1), persistent=2)").find("0 or 1") != std::string::npos);
  for (const char* tile : {"(64,-64)", "(0,64)", "-64"})
    CHECK(message(("copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_1):(_1,_0), tile=" + std::string(tile) + ")")
                      .c_str()) == "copy_kernel: each extent of a tile must be positive");
  CHECK(message("copy_kernel((64,64):(64,1), (64,64):(1,64), (_256,_16):(_16,_1), tile=(32,32))") ==
        "the partition (_256,_16):(_16,_1) reaches 4096 elements of a tile with 1024");
  CHECK(message("coalesce(L = 4:1)") == "coalesce does not have option 'L'");
}

TEST_CASE("predicted counts of a transpose: padded rows have no conflict, plain ones do") {
  const auto count = [](const CopyPrediction& p, std::string_view counter) {
    for (const PredictedCount& c : p.counts) {
      if (c.counter == counter) return c.count;
    }
    return std::int64_t{-1};
  };
  constexpr std::string_view store = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
  constexpr std::string_view load = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
  const auto make = [&](const char* smem) {
    const auto plan =
        plan_of(cat("copy_kernel((64,64):(64,1), (64,64):(1,64), ((_256,_4):(_1,_256), "
                    "((_32,_8),_4):((_1,_32),_256)), ",
                    smem, ", tile=(32,32))"));
    REQUIRE(plan.has_value());
    return predict(*plan);
  };
  // The store partition is column by column: lanes along m.
  const CopyPrediction plain = make("(32,32):(32,1)");
  CHECK(count(plain, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") == 4 * 8 * 4);
  CHECK(count(plain, load) == 4 * 8 * 4 * 32);
  CHECK(count(plain, store) == 4 * 8 * 4 * 32);
  const CopyPrediction padded = make("(32,32):(33,1)");
  CHECK(count(padded, load) == 4 * 8 * 4);
  CHECK(count(padded, store) == 4 * 8 * 4);
  CHECK(count(padded, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") == 4 * 8 * 4 * 4);
}

}  // namespace stridescope
