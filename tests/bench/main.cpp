// Benchmarks of the core: the algebra on typical layouts, all offsets of a large one, and a program from text to text.
// Each checks its answer before the clock starts.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/facts/offsets.h"
#include "core/memory/global_memory.h"
#include "core/memory/swizzle_search.h"
#include "core/memory/vectorization.h"
#include "core/pictures/minify.h"
#include "core/trace/recover.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"
#include "tests/bench/bench.h"
#include "tests/bench/machine.h"

namespace stridescope::bench {
namespace {

[[noreturn]] void stop(std::string_view what) {
  std::fprintf(stderr, "bench: %.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(1);
}

// The value of an expression of the language.
Layout layout(std::string_view expression) {
  Workspace workspace;
  const Report& report = workspace.evaluate(expression, IntegerMode::cute);
  if (!report.diagnostics.empty()) stop(english(report.diagnostics.front().message));
  const auto* value = report.bindings.back().value.as<Layout>();
  if (value == nullptr) stop(expression);
  return *value;
}

// The static form of a layout with the same text in dynamic integers.
std::string dynamic(std::string_view text) {
  std::string out(text);
  std::erase(out, '_');
  return out;
}

template <class Operation>
void run(Suite& suite, const std::string& name, std::string_view expected, Operation&& operation) {
  Arith check;
  const Layout result = operation(check);
  if (check.failed()) stop(english(check.error().value().message));
  if (!expected.empty() && to_text(result) != expected) stop(name + " is " + to_text(result));
  suite.run(name, 1000, [&] {
    Arith arith;
    keep(operation(arith));
  });
}

struct Pair {
  const char* modes;
  const char* a;
  const char* b;
};

// Row-major, column-major and permuted blocks as kernels have them; B is a tile of A, a mode of it for each of A's.
constexpr Pair compositions[] = {
    {"2", "(_64,_32):(_32,_1)", "(_16,_8):(_4,_64)"},
    {"3", "(_8,_16,_4):(_1,_32,_8)", "(_4,_8,_2):(_2,_8,_128)"},
    {"4", "(_4,_8,_2,_16):(_16,_64,_512,_1)", "(_8,_4,_4,_2):(_1,_8,_32,_128)"},
    {"6", "(_2,_4,_2,_8,_2,_4):(_1,_8,_2,_32,_4,_256)", "(_4,_2,_4,_4,_2,_2):(_1,_4,_8,_32,_128,_256)"},
};

// With a gap below each mode; the codomain is 4096 elements.
constexpr const char* complements[][3] = {
    {"2", "(_4,_8):(_2,_16)", "(4,8):(_2,_16)"},
    {"3", "(_2,_4,_8):(_1,_4,_32)", "(2,4,8):(_1,_4,_32)"},
    {"4", "(_2,_4,_2,_4):(_2,_8,_64,_256)", "(2,4,2,4):(_2,_8,_64,_256)"},
    {"6", "(_2,_2,_2,_2,_2,_2):(_2,_8,_32,_128,_512,_2048)", "(2,2,2,2,2,2):(_2,_8,_32,_128,_512,_2048)"},
};

constexpr Pair divisions[] = {
    {"2", "(_128,_64):(_64,_1)", "(_32,_8):(_1,_128)"},
    {"3", "(_16,_32,_8):(_8,_128,_1)", "(_8,_4):(_2,_16)"},
    {"4", "(_8,_16,_4,_8):(_1,_32,_8,_512)", "(_4,_8):(_2,_8)"},
    {"6", "(_2,_4,_2,_8,_2,_4):(_1,_8,_2,_32,_4,_256)", "(_4,_8):(_1,_16)"},
};

void algebra(Suite& suite) {
  for (const Pair& pair : compositions) {
    for (const bool is_static : {true, false}) {
      const Layout a = layout(is_static ? pair.a : dynamic(pair.a));
      const Layout b = layout(is_static ? pair.b : dynamic(pair.b));
      run(suite, std::string("composition ") + (is_static ? "static " : "dynamic ") + pair.modes, {},
          [&](Arith& arith) { return composition(arith, LayoutRef(a), LayoutRef(b)); });
    }
  }
  const IntTuple cotarget = static_int(4096);
  for (const auto& [modes, with_static, with_dynamic] : complements) {
    for (const bool is_static : {true, false}) {
      const Layout a = layout(is_static ? with_static : with_dynamic);
      run(suite, std::string("complement ") + (is_static ? "static " : "dynamic ") + modes, {},
          [&](Arith& arith) { return complement(arith, a, cotarget); });
    }
  }
  for (const Pair& pair : divisions) {
    for (const bool is_static : {true, false}) {
      // A tiler is static in every kernel; the tensor need not be.
      const Layout a = layout(is_static ? pair.a : dynamic(pair.a));
      const Tiler b = layout(pair.b);
      run(suite, std::string("logical_divide ") + (is_static ? "static " : "dynamic ") + pair.modes, {},
          [&](Arith& arith) { return logical_divide(arith, a, b); });
    }
  }
  const Layout a = layout("(_128,_64):(_64,_1)");
  const Tiler tiles = std::vector<Tiler>{IntTuple(static_int(32)), IntTuple(static_int(8))};
  run(suite, "logical_divide by mode", "((_32,_4),(_8,_8)):((_64,_2048),(_1,_8))",
      [&](Arith& arith) { return logical_divide(arith, a, tiles); });
}

// Times all 2^20 offsets of a layout with modes that do not merge, against four handwritten loops.
void offsets(Suite& suite) {
  constexpr std::int64_t count = std::int64_t{1} << 20;
  const Layout a = layout("(32,16,64,32):(64,65536,1,2048)");
  std::vector<std::int64_t> plain(static_cast<std::size_t>(count));
  std::vector<std::int64_t> ours(static_cast<std::size_t>(count));
  const std::int64_t s0 = a.shape[0].integer().value, d0 = a.stride[0].integer().value;
  const std::int64_t s1 = a.shape[1].integer().value, d1 = a.stride[1].integer().value;
  const std::int64_t s2 = a.shape[2].integer().value, d2 = a.stride[2].integer().value;
  const std::int64_t s3 = a.shape[3].integer().value, d3 = a.stride[3].integer().value;
  const auto loops = [&] {
    std::int64_t* out = plain.data();
    for (std::int64_t i3 = 0; i3 < s3; ++i3) {
      for (std::int64_t i2 = 0; i2 < s2; ++i2) {
        for (std::int64_t i1 = 0; i1 < s1; ++i1) {
          for (std::int64_t i0 = 0; i0 < s0; ++i0) *out++ = i0 * d0 + i1 * d1 + i2 * d2 + i3 * d3;
        }
      }
    }
    keep(*plain.data());
  };
  const auto filled = [&] {
    fill_offsets(a, ours.data(), count);
    keep(*ours.data());
  };
  loops();
  filled();
  if (plain != ours) stop("fill_offsets differs from the plain loops");
  suite.compare("plain loops 2^20", loops, "fill_offsets 2^20", 1e6, 2, filled);
}

// Sectors and wavefronts of a 128x128 half tile that 256 threads access 16 bytes at a time, and the swizzle of a 64x64
// one that is written by rows and read by ldmatrix.
void memory(Suite& suite) {
  const Layout tile = layout("(_128,_128):(_128,_1)");
  const Layout tv = layout("((_16,_16),(_8,_8)):((_1024,_1),(_128,_16))");
  const auto analyse = [&] {
    Arith arith;
    const WarpAccess access = warp_access(arith, thread_offsets(arith, tile, tv, nullptr), {16, 0, 0});
    const GlobalMemory global = global_memory(access);
    const SharedMemory shared = shared_memory(access, {SharedOperation::store, 4});
    const VectorWidth width = vector_width(tile, 16);
    if (arith.failed() || global.sectors != 1024 || shared.wavefronts != 256 || width.bits != 128) stop("analysis");
    keep(shared);
  };
  suite.run("analysis of a 128x128 tile", 2e6, analyse);
  const Layout small = layout("(_64,_64):(_64,_1)");
  const Layout rows = layout("((_8,_16),(_8,_4)):((_512,_1),(_64,_16))");
  const Layout matrices = layout("((_16,_2,_4),(_8,_4)):((_1,_512,_16),(_64,_1024))");
  const auto search = [&] {
    Arith arith;
    const std::vector<TileAccess> accesses = {
        {thread_offsets(arith, small, rows, nullptr), {SharedOperation::store, 4}, 16},
        {thread_offsets(arith, small, matrices, nullptr), {SharedOperation::ldmatrix, 4}, 16}};
    const SwizzleSearch found = search_swizzle(arith, small, accesses, 16);
    if (arith.failed() || found.best.swizzle != Swizzle{3, 3, 3} || found.best.wavefronts != 128)
      stop("swizzle search");
    keep(found);
  };
  suite.run("swizzle search of a 64x64 tile", 5e7, search);
}

void programs(Suite& suite) {
  constexpr std::string_view program = "A=(8,(4,2)):(8,(1,4)); T=(4,2):(1,4); R=logical_divide(A,T)\n";
  static_assert(program.size() == 60);
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::teaching);
  if (!report.diagnostics.empty()) stop(english(report.diagnostics.front().message));
  if (report.bindings.back().text != "((4,2),8):((8,32),1)") stop(report.bindings.back().text);
  suite.run("program of 60 characters", 10000, [&] { keep(workspace.evaluate(program, IntegerMode::teaching)); });
}

// The layouts of one instruction's 2^20 addresses, plain and below a swizzle.
void traces(Suite& suite) {
  constexpr std::int64_t threads = 1024;
  constexpr std::int64_t repetitions = 1024;
  const auto launch_of = [](AccessKind kind, auto address) {
    TracedLaunch out;
    out.block = {threads, 1, 1};
    out.shared_bytes = 1 << 16;
    out.shared_base = 1024;
    out.instructions.push_back({0, kind, 4, 0, {}, {}, 0});
    out.blocks.emplace_back();
    for (std::int64_t r = 0; r < repetitions; ++r) {
      for (std::int64_t t = 0; t < threads; ++t) {
        if (t % 32 == 0) {
          TracedRequest request;
          request.warp = static_cast<std::uint32_t>(t / 32);
          request.active = ~std::uint32_t{0};
          request.first = static_cast<std::uint32_t>(out.blocks[0].numbers.size());
          out.blocks[0].requests.push_back(request);
        }
        out.blocks[0].numbers.push_back(address(t, r));
      }
    }
    return out;
  };
  const auto run = [&](const char* name, const TracedLaunch& launch) {
    const Executions executions = executions_of(launch);
    suite.run(name, 1e8, [&] {
      Budget budget(recovery_steps, 0);
      const auto found = recover_layouts(launch, executions, budget);
      if (found.size() != 1 || !found[0].exact() || found[0].addresses != threads * repetitions) stop("recovery");
      keep(found);
    });
  };
  run("layout of 2^20 addresses",
      launch_of(AccessKind::global_load, [](std::int64_t t, std::int64_t r) { return 4 * t + 4096 * r; }));
  run("layout of 2^20 addresses, swizzled", launch_of(AccessKind::shared_load, [](std::int64_t t, std::int64_t r) {
        return 1024 + swizzled(Swizzle{3, 4, 3}, 4 * t + 4096 * (r % 8));
      }));
}

// A keystroke in the program of a large picture waits for this: cells smaller than pixels become their means.
void pixels(Suite& suite) {
  constexpr std::int64_t cells = 1024;
  constexpr std::int64_t side = 460;
  constexpr std::int32_t palette = 8;
  std::vector<std::int32_t> classes;
  for (std::int64_t i = 0; i < cells * cells; ++i)
    classes.push_back(static_cast<std::int32_t>((i + i / cells) % palette));
  std::vector<std::uint32_t> colors(palette + 2);
  for (std::uint32_t i = 1; i < colors.size(); ++i) colors[i] = 0xff000000U | i * 0x123456U;
  const app::MinifiedSide one = {static_cast<double>(side) / cells, 0, side, cells};
  suite.run("pixels of 2^20 cells", 2e7, [&] {
    std::vector<std::uint32_t> out(side * side);
    app::minify(classes, one, one, colors, palette, out);
    if (out.back() >> 24 != 255) stop("pixels");
    keep(out);
  });
}

}  // namespace
}  // namespace stridescope::bench

int main() {
  stridescope::bench::Suite suite;
  stridescope::bench::algebra(suite);
  stridescope::bench::offsets(suite);
  stridescope::bench::memory(suite);
  stridescope::bench::programs(suite);
  stridescope::bench::traces(suite);
  stridescope::bench::pixels(suite);
  stridescope::bench::run_machine(suite);
  std::fputs(suite.json().c_str(), stdout);
}
