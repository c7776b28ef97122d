// Traces: the file, and the layouts recovered from addresses, against the maps that made the addresses.
#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <random>

#include "core/base/deflate.h"
#include "core/base/text.h"
#include "core/trace/kernel_argument.h"
#include "core/trace/recover.h"
#include "tests/unit/layouts.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

// Relative to the launch's first address.
std::optional<AccessLayout> recovered(const TracedLaunch& launch) {
  Budget budget(recovery_steps, 0);
  const std::vector<AccessLayout> layouts = recover_layouts(launch, executions_of(launch), budget);
  return layouts.empty() ? std::nullopt : std::optional(layouts[0]);
}

std::int64_t pick(std::mt19937& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

Trace random_trace(std::mt19937& random) {
  Trace out;
  out.tracer = "a test";
  out.device = "none";
  out.architecture = 90;
  for (std::int64_t l = pick(random, 0, 2); l >= 0; --l) {
    TracedLaunch launch = launch_of(pick(random, 1, 100), {0, pick(random, 1, 63)});
    launch.number = pick(random, 0, 1000);
    launch.shared_bytes = 4096;
    launch.shared_base = 1024;
    launch.unrecorded = {"tensor map copies"};
    launch.allocations.push_back({1 << 20, 1 << 16});
    const std::int64_t step = 4 * pick(random, -9, 9);
    add_access(launch, AccessKind::global_load, 4, pick(random, 1, 4),
               [&](auto t, auto r, auto b) { return std::optional(1000000 + 4 * b + step * t + 64 * r); });
    add_access(launch, AccessKind::shared_store, 2, 2, [&](auto t, auto, auto) {
      return (t ^ step) % 3 == 0 ? std::nullopt : std::optional(2 * pick(random, 0, 4000));
    });
    add_barrier(launch);
    add_access(
        launch, AccessKind::ldmatrix, 16, 1, [](auto t, auto, auto) { return std::optional(16 * t); }, 4);
    launch.instructions[1].sass = "STS.U16 [R2], R3";
    launch.instructions[1].file = "kernel.cu";
    launch.instructions[1].line = 83;
    out.launches.push_back(launch);
  }
  return out;
}

// A layout as a tracer would see it, with the complications of real traces.
struct Made {
  std::int64_t threads = 0;
  std::int64_t repetitions = 0;
  int bytes = 4;
  std::vector<FitMode> thread, repetition;  // coalesced
  Swizzle swizzle;
  std::vector<std::int64_t> bases;
  std::function<bool(std::int64_t, std::int64_t)> takes_part = [](std::int64_t, std::int64_t) { return true; };

  std::int64_t at(std::int64_t t, std::int64_t r, std::size_t base) const {
    const std::int64_t x = bases[base] + Fit{0, thread}.at(t) + Fit{0, repetition}.at(r);
    const std::int64_t moved = x & swizzle.yyy();
    return x ^ (swizzle.shift >= 0 ? moved >> swizzle.shift : moved << -swizzle.shift);
  }
};

std::vector<FitMode> random_modes(std::mt19937& random, std::int64_t size, int bytes) {
  std::vector<FitMode> out;
  while (size > 1) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 2; d <= size; ++d) {
      if (size % d == 0) divisors.push_back(d);
    }
    const std::int64_t extent =
        divisors[static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(divisors.size()) - 1))];
    constexpr std::int64_t usual[] = {0, 1, 1, 8, 32, 33, 36, 64, 128};
    const std::int64_t stride = bytes * (pick(random, 0, 3) == 0 ? pick(random, -40, 300) : usual[pick(random, 0, 8)]);
    if (!out.empty() && out.back().extent * out.back().stride == stride) {
      out.back().extent *= extent;
    } else {
      out.push_back({extent, stride});
    }
    size /= extent;
  }
  return out;
}

Made random_made(std::mt19937& random) {
  Made out;
  constexpr std::int64_t threads[] = {1, 32, 64, 96, 128, 256, 384};
  out.threads = threads[pick(random, 0, 6)];
  out.repetitions = pick(random, 0, 2) == 0 ? 1 : pick(random, 2, 12);
  out.bytes = 1 << pick(random, 0, 4);
  out.thread = random_modes(random, out.threads, out.bytes);
  out.repetition = random_modes(random, out.repetitions, out.bytes);
  if (pick(random, 0, 1) == 0) {
    const int low = std::countr_zero(static_cast<unsigned>(out.bytes));
    const int bits = static_cast<int>(pick(random, 1, 3));
    out.swizzle = {bits, static_cast<int>(pick(random, low, low + 4)), static_cast<int>(pick(random, bits, 5))};
    if (pick(random, 0, 3) == 0) out.swizzle.shift = -out.swizzle.shift;
  }
  out.bases = {(1 << 18) + out.bytes * 16 * pick(random, 0, 100)};
  if (out.swizzle.bits == 0) out.bases.push_back((1 << 18) + out.bytes * pick(random, 0, 5000));
  return out;
}

// Input of a failed case.
std::string shown(const Made& made) {
  std::string out =
      cat(made.threads, " threads, ", made.repetitions, " times, ", made.bytes, " bytes, Sw<", made.swizzle.bits, ",",
          made.swizzle.base, ",", made.swizzle.shift, ">, from ", made.bases[0], ":");
  for (const auto& modes : {made.thread, made.repetition}) {
    for (const FitMode& m : modes) append_all(out, " ", m.extent, ":", m.stride);
    out += " |";
  }
  return out;
}

TracedLaunch traced(const Made& made) {
  TracedLaunch out =
      launch_of(made.threads, made.bases.size() == 2 ? std::vector<std::int64_t>{0, 32} : std::vector<std::int64_t>{0});
  add_access(out, made.bases.size() == 2 ? AccessKind::global_load : AccessKind::shared_load, made.bytes,
             made.repetitions, [&](auto t, auto r, auto b) {
               return made.takes_part(t, r) ? std::optional(made.at(t, r, b == 0 ? 0 : 1)) : std::nullopt;
             });
  return out;
}

}  // namespace

TEST_CASE("trace: a number of a kernel fits its type") {
  const auto scalar = [](const std::string& word) {
    const auto made = kernel_argument(word, {});
    return made ? made->scalar : english(made.error().message);
  };
  CHECK(scalar("u64=18446744073709551615") == std::string(8, '\xff'));
  CHECK(scalar("i32=-2147483648") == std::string("\0\0\0\x80", 4));
  CHECK(scalar("i8=127") == "\x7f");
  CHECK(scalar("u32=5000000000") == "u32=5000000000 is not an argument: 5000000000 does not fit u32");
  CHECK(scalar("i32=-2147483649").ends_with("-2147483649 does not fit i32"));
  CHECK(scalar("u8=-1").ends_with("-1 does not fit u8"));
  CHECK(scalar("u64=99999999999999999999999").ends_with("99999999999999999999999 does not fit u64"));
  CHECK(english(kernel_argument("i8=128", {}).error().hint) == "expected an integer from -128 to 127");
  for (const std::string word : {"u64=12x", "u64=", "i32=-", "u32=1.5"})
    CHECK(scalar(word).ends_with("is not a number"));
}

TEST_CASE("trace: what is written is read, whatever the trace") {
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    const Trace trace = random_trace(random);
    const auto back = read_trace(write_trace(trace));
    REQUIRE(back.has_value());
    REQUIRE(*back == trace);
  }
}

TEST_CASE("trace: bytes that are no trace are refused, and those that are one are written as they are read") {
  std::mt19937 random(2);
  const std::string file = write_trace(random_trace(random));
  CHECK_FALSE(read_trace("").has_value());
  CHECK_FALSE(read_trace("hello").has_value());
  CHECK(read_trace("stridescope-trace 2\n").error().code == ErrorCode::unsupported);
  CHECK_FALSE(read_trace(trace_magic).has_value());
  const auto payload = inflate(file.substr(trace_magic.size()), max_trace_payload);
  REQUIRE(payload.has_value());
  for (std::size_t size = 0; size < payload->size(); ++size) {
    // Sections are complete or missing.
    const auto cut = read_trace_payload(std::string_view(*payload).substr(0, size));
    if (cut) CHECK(read_trace(write_trace(*cut)) == *cut);
  }
  int taken = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = *payload;
    for (std::int64_t n = pick(random, 1, 3); n > 0; --n)
      bytes[static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(bytes.size()) - 1))] =
          static_cast<char>(pick(random, 0, 255));
    const auto read = read_trace_payload(bytes);
    if (!read) continue;
    ++taken;
    const auto again = read_trace(write_trace(*read));
    REQUIRE(again.has_value());
    REQUIRE(*again == *read);
  }
  CHECK(taken > 1000);
}

TEST_CASE("trace: a million addresses of a layout are a small file") {
  TracedLaunch launch = launch_of(1024, {0});
  add_access(launch, AccessKind::global_load, 4, 1024,
             [](auto t, auto r, auto) { return std::optional(4 * t + 4096 * r); });
  Trace trace;
  trace.launches.push_back(launch);
  const std::string file = write_trace(trace);
  MESSAGE("bytes of a file of 2^20 addresses: " << file.size());
  CHECK(file.size() < 20000);
}

TEST_CASE("trace: values of every small layout are fitted by it, coalesced") {
  std::mt19937 random(3);
  for (int i = 0; i < 4000; ++i) {
    const auto modes = random_modes(random, pick(random, 1, 96), 1);
    const Fit made{7, modes};
    std::vector<std::int64_t> values;
    std::int64_t size = 1;
    for (const FitMode& one : modes) size *= one.extent;
    for (std::int64_t x = 0; x < size; ++x) values.push_back(made.at(x));
    Budget budget(1 << 20, 0);
    const auto fit = fit_values(values, budget);
    REQUIRE(fit.has_value());
    CHECK(fit->base == 7);
    REQUIRE(fit->modes == made.modes);
  }
}

TEST_CASE("trace: a random layout is recovered as itself, a swizzle with no more bits than it was made with") {
  std::mt19937 random(4);
  int swizzled = 0;
  for (int i = 0; i < 1500 / laws::step(6); ++i) {
    const Made made = random_made(random);
    const TracedLaunch launch = traced(made);
    const auto got = recovered(launch);
    REQUIRE(got.has_value());
    CAPTURE(shown(made));
    REQUIRE(got->exact());
    CHECK(got->agreeing == static_cast<std::int64_t>(made.bases.size()) * made.threads * made.repetitions);
    for (std::size_t b = 0; b < made.bases.size(); ++b) {
      for (std::int64_t t = 0; t < made.threads; ++t) {
        for (std::int64_t r = 0; r < made.repetitions; ++r) REQUIRE(got->address(t, r, b) == made.at(t, r, b));
      }
    }
    if (made.swizzle.bits == 0) {
      CHECK(got->swizzles.empty());
      CHECK(got->first == made.thread);
      CHECK(got->second == made.repetition);
    } else {
      CHECK(bits_of(got->swizzles) <= made.swizzle.bits);
      if (bits_of(got->swizzles) == made.swizzle.bits) {
        CHECK(got->first.size() + got->second.size() <= made.thread.size() + made.repetition.size());
        ++swizzled;
      }
    }
  }
  CHECK(swizzled > 50 / laws::step(6));
}

TEST_CASE("trace: what is linear over the bits of its indices is under no more swizzles than it was made with") {
  std::mt19937 random(9);
  int longer = 0;
  for (int i = 0; i < 150; ++i) {
    const int thread_bits = static_cast<int>(pick(random, 5, 8));
    const int bits = thread_bits + static_cast<int>(pick(random, 0, 2));
    const int spread = bits + static_cast<int>(pick(random, 0, 2));
    std::vector<int> places(static_cast<std::size_t>(spread));
    std::iota(places.begin(), places.end(), 2);
    std::shuffle(places.begin(), places.end(), random);
    SwizzleChain made;
    for (std::int64_t n = pick(random, 1, 3); n > 0; --n) {
      const int width = static_cast<int>(pick(random, 1, 2));
      const int shift = static_cast<int>(pick(random, width, spread - width));
      made.push_back({width, 2 + static_cast<int>(pick(random, 0, spread - width - shift)), shift});
    }
    const std::int64_t start = 1024 + 4 * pick(random, 0, 3);
    TracedLaunch launch = launch_of(std::int64_t{1} << thread_bits, {0});
    launch.shared_base = 1024;
    add_access(launch, AccessKind::shared_load, 4, std::int64_t{1} << (bits - thread_bits), [&](auto t, auto r, auto) {
      const std::int64_t index = t | r << thread_bits;
      std::int64_t sum = 0;
      for (int bit = 0; bit < bits; ++bit) sum |= (index >> bit & 1) << places[static_cast<std::size_t>(bit)];
      return std::optional(1024 + ((start - 1024) ^ put_under(made, sum)));
    });
    const auto got = recovered(launch);
    REQUIRE(got.has_value());
    CAPTURE(i);
    REQUIRE(got->exact());
    CHECK(got->swizzles.size() <= made.size());
    longer += got->swizzles.size() > 1 ? 1 : 0;
    for (std::int64_t r = 0; r < got->repetitions; ++r) {
      for (std::int64_t t = 0; t < got->threads; ++t) {
        const std::int64_t index = t | r << thread_bits;
        std::int64_t sum = 0;
        for (int bit = 0; bit < bits; ++bit) sum |= (index >> bit & 1) << places[static_cast<std::size_t>(bit)];
        REQUIRE(got->address(t, r, 0) == 1024 + ((start - 1024) ^ put_under(made, sum)));
      }
    }
  }
  CHECK(longer > 20);
}

TEST_CASE("trace: a tree of sums has an offset for each repetition") {
  TracedLaunch launch = launch_of(256, {0, 9});
  add_access(launch, AccessKind::shared_load, 4, 5, [](auto t, auto r, auto) {
    return t < 128 >> r ? std::optional(1024 + 4 * t + (512 >> r)) : std::nullopt;
  });
  const auto got = recovered(launch);
  REQUIRE(got.has_value());
  CHECK(got->exact());
  CHECK(got->swizzles.empty());
  CHECK(got->first == std::vector<FitMode>{{128, 4}});
  REQUIRE(got->offsets.size() == 5);
  for (std::size_t r = 0; r < 5; ++r) CHECK(got->address(1, static_cast<std::int64_t>(r), 1) == 1028 + (512 >> r));
}

TEST_CASE("trace: the stages of a ring have an offset for each repetition, below a swizzle, too") {
  TracedLaunch launch = launch_of(128, {0, 9});
  const Swizzle swizzle{3, 4, 3};
  add_access(launch, AccessKind::shared_load, 16, 7, [&](auto t, auto r, auto) {
    return std::optional(1024 + swizzled(swizzle, 16 * t + 8192 * ((r + 2) % 3)));
  });
  const auto got = recovered(launch);
  REQUIRE(got.has_value());
  CHECK(got->exact());
  CHECK(got->swizzles == SwizzleChain{swizzle});
  REQUIRE(got->offsets.size() == 7);
  for (std::int64_t r = 0; r < 7; ++r)
    for (std::int64_t t = 0; t < 128; ++t)
      CHECK(got->address(t, r, 1) == 1024 + swizzled(swizzle, 16 * t + 8192 * ((r + 2) % 3)));
}

TEST_CASE("trace: a swizzle counts from where its tensor begins, in global memory and in an array of the block") {
  // Strides that are not powers of two: below a swizzle they are a layout only if it counts from the right place.
  const auto index = [](std::int64_t t) { return 2 * (t % 5) + 21 * (t / 5 % 3) + 84 * (t / 15); };
  constexpr Swizzle sw{3, 3, 3};
  TracedLaunch launch = launch_of(60, {0, 1}, 8);
  launch.shared_base = 288;
  launch.shared_bytes = 8192;
  constexpr std::int64_t tensor = 0x7f2200001200;
  launch.allocations = {{0x7f2200000000, 4096}, {tensor, 1 << 16}};
  add_access(launch, AccessKind::global_load, 8, 1, [&](std::int64_t t, std::int64_t, std::int64_t b) {
    return tensor + 8 * swizzled(sw, index(t) + 300 * b + 37);
  });
  // The array begins at 1024; only another access, which this one shares no byte with, touches its begin.
  add_access(launch, AccessKind::shared_store, 8, 1,
             [](std::int64_t t, std::int64_t, std::int64_t) { return 1024 + 8 * (t % 2); });
  add_access(launch, AccessKind::shared_store, 8, 1,
             [&](std::int64_t t, std::int64_t, std::int64_t) { return 1024 + 8 * swizzled(sw, index(t) + 77); });
  Budget budget(recovery_steps, 0);
  const auto all = recover_layouts(launch, executions_of(launch), budget);
  REQUIRE(all.size() == 3);
  for (const AccessLayout& one : {all[0], all[2]}) {
    CHECK(one.exact());
    CHECK(one.swizzles.size() == 1);
  }
  CHECK(all[0].origin == tensor);
  CHECK(all[2].origin == 1024);
}

TEST_CASE("trace: masked lanes leave the layout and become a predicate") {
  std::mt19937 random(5);
  int boxes = 0;
  for (int i = 0; i < 600; ++i) {
    Made made = random_made(random);
    // Masks that are unrelated to the layout leave too few addresses to find a swizzle.
    if (!std::has_single_bit(static_cast<std::uint64_t>(made.threads))) made.swizzle = {};
    const std::int64_t extent = made.swizzle.bits == 0 ? pick(random, 2, 40) : 32;
    const std::int64_t from = pick(random, 0, extent / 3);
    const std::int64_t to = pick(random, std::max(from + 1, extent * 2 / 3), extent);
    const bool by_repetition = made.repetitions > 1 && pick(random, 0, 3) == 0;
    const std::int64_t last = pick(random, 1, made.repetitions);
    made.takes_part = [=](std::int64_t t, std::int64_t r) {
      return t % extent >= from && t % extent < to && (!by_repetition || r < last);
    };
    const TracedLaunch launch = traced(made);
    const auto got = recovered(launch);
    if (!got) continue;
    CAPTURE(shown(made));
    CAPTURE(cat(extent, " ", from, " ", to));
    REQUIRE(got->exact());
    CHECK_FALSE(got->irregular_mask);
    boxes += got->thread_mask.has_value() ? 1 : 0;
    for (std::int64_t t = got->first_thread; t < got->first_thread + got->threads; ++t) {
      bool active = true;
      if (got->thread_mask) {
        std::int64_t rest = t - got->first_thread;
        for (const FitBound& bound : *got->thread_mask) {
          const std::int64_t digit = rest % bound.extent;
          active = active && digit >= bound.begin && digit < bound.end;
          rest /= bound.extent;
        }
      }
      REQUIRE(active == made.takes_part(t, 0));
    }
  }
  CHECK(boxes > 300);
}

TEST_CASE("long: a million addresses are recovered in a tenth of a second") {
  for (const bool swizzled : {false, true}) {
    TracedLaunch launch = launch_of(256, {0});
    add_access(launch, AccessKind::shared_store, 16, 4096, [&](auto t, auto r, auto) {
      const std::int64_t x = 16 * (t % 8) + 128 * (t / 8) + 4096 * (r % 64) + (r / 64 << 20);
      return std::optional(swizzled ? x ^ (x >> 3 & 0x70) : x);
    });
    const Executions executions = executions_of(launch);
    const std::clock_t begin = std::clock();
    Budget budget(recovery_steps, 0);
    const auto got = recover_layouts(launch, executions, budget);
    const double took = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    REQUIRE(got.size() == 1);
    CHECK(got[0].exact());
    CHECK(got[0].addresses == 1 << 20);
    CHECK(got[0].swizzles == (swizzled ? SwizzleChain{{3, 4, 3}} : SwizzleChain{}));
    MESSAGE("milliseconds of the processor for 2^20 addresses, " << std::string(swizzled ? "swizzled" : "plain") << ": "
                                                                 << took);
  }
}

TEST_CASE("trace: a loop over a tile whose rows are no multiple of the block is one running index") {
  TracedLaunch launch = launch_of(256, {0, 5});
  add_access(launch, AccessKind::shared_store, 4, 6, [](auto t, auto r, auto) {
    const auto i = t + 256 * r;
    return std::optional(1024 + i / 48 * 208 + i % 48 * 4);
  });
  const auto got = recovered(launch);
  REQUIRE(got.has_value());
  CHECK(got->exact());
  CHECK(got->index == AccessIndex::running);
  CHECK(got->first == std::vector<FitMode>{{48, 4}, {32, 208}});
  CHECK(got->second.empty());
}

TEST_CASE("trace: what is not a layout says where it fails") {
  TracedLaunch launch = launch_of(64, {0});
  add_access(launch, AccessKind::global_load, 4, 2,
             [](auto t, auto r, auto) { return std::optional(t == 40 && r == 1 ? 0 : 4096 + 4 * t + 1024 * r); });
  const auto got = recovered(launch);
  REQUIRE(got.has_value());
  REQUIRE(got->miss.has_value());
  CHECK(got->miss->thread == 40);
  CHECK(got->miss->repetition == 1);
  CHECK(got->miss->address == 0);
  CHECK(got->miss->layout_says == 4096 + 160 + 1024);
  CHECK(got->agreeing == 127);
  CHECK(got->first == std::vector<FitMode>{{64, 4}});
  CHECK(got->second == std::vector<FitMode>{{2, 1024}});
}

TEST_CASE("trace: one swizzle for all accesses of a tile") {
  TracedLaunch launch = launch_of(128, {0});
  const auto sw = [](std::int64_t x) { return x ^ ((x >> 3) & 0x70); };
  // Rows of 128 bytes: one access sees all eight, one only two of them.
  add_access(launch, AccessKind::shared_store, 16, 1,
             [&](auto t, auto, auto) { return std::optional(1024 + sw(16 * t)); });
  const auto two_rows = [&](auto t, auto, auto) {
    return std::optional(1024 + sw(t % 8 * 16 + t / 8 % 2 * 128 + t / 16 * 1024));
  };
  add_access(launch, AccessKind::shared_load, 16, 1, two_rows);
  launch.shared_base = 1024;
  Budget budget(recovery_steps, 0);
  const auto all = recover_layouts(launch, executions_of(launch), budget);
  REQUIRE(all.size() == 2);
  CHECK(all[0].swizzles == SwizzleChain{{3, 4, 3}});
  CHECK(all[1].swizzles == SwizzleChain{{3, 4, 3}});
  TracedLaunch alone = launch_of(128, {0});
  add_access(alone, AccessKind::shared_load, 16, 1, two_rows);
  alone.shared_base = 1024;
  CHECK(bits_of(recovered(alone)->swizzles) == 1);
}

TEST_CASE("trace: a transpose and a Triton kernel of an H200 are layouts, every access of them") {
  Budget budget(recovery_steps, 0);
  const Trace transpose = kept_trace("transpose.trace");
  REQUIRE(transpose.launches.size() == 1);
  const TracedLaunch& plain = transpose.launches[0];
  CHECK(plain.kernel == "transpose(const float*, float*, int)");
  const auto layouts = recover_layouts(plain, executions_of(plain), budget);
  REQUIRE(layouts.size() == 16);
  // a[(y + j) n + x]: rows of 2048 floats; s[j][x] row after row; s[x][j]: the conflict; then rows of b.
  for (std::size_t i = 0; i < 16; ++i) {
    CHECK(layouts[i].exact());
    CHECK(layouts[i].swizzles.empty());
    const std::vector<FitMode> rows[] = {{{32, 4}, {8, 8192}}, {{256, 4}}, {{32, 128}, {8, 4}}, {{32, 4}, {8, 8192}}};
    CHECK(layouts[i].first == rows[i / 4]);
  }
  const Trace triton = kept_trace("triton_transpose.trace");
  REQUIRE(triton.launches.size() == 1);
  const auto tile = recover_layouts(triton.launches[0], executions_of(triton.launches[0]), budget);
  REQUIRE(tile.size() == 16);
  int swizzled = 0;
  for (const AccessLayout& access : tile) {
    CHECK(access.exact());
    swizzled += access.swizzles.empty() ? 0 : 1;
  }
  CHECK(swizzled == 8);
}

}  // namespace stridescope
