// Transposition in registers (core/kernels/copy/copy_turn.h): packed elements, and bytes and words with turn=1.
// Executes a thread's registers like the text, word by word, exchange by exchange.
#include <doctest/doctest.h>

#include <random>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/kernel.h"
#include "tests/unit/copy_bytes.h"
#include "tests/unit/layouts.h"

namespace stridescope {
namespace {

Result<CopyPlan> plan_of(const std::string& program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  if (!e.errors.empty()) return failure(e.errors.front());
  const auto* kernel = e.bindings.back().value.as<CopyKernel>();
  REQUIRE(kernel != nullptr);
  return plan_copy(*kernel);
}

// The functions of cuda/copy_access.cuh, on words of elements.
void turn(const KernelTurn& turn, int element_bits, std::vector<std::int64_t>& registers) {
  if (!turn.any()) return;
  const auto in_word = static_cast<std::size_t>(turn.word_bits / element_bits);
  const std::size_t words = registers.size() / in_word;
  for (const auto& [low, high] : turn.exchanges) {
    const auto piece = static_cast<std::size_t>(low);
    if (static_cast<std::size_t>(high) < in_word) {
      for (std::size_t w = 0; w < words; ++w) {
        for (std::size_t i = 0; i < in_word; ++i) {
          if (i / piece % 2 != 1 || i / static_cast<std::size_t>(high) % 2 != 0) continue;
          std::swap(registers[w * in_word + i], registers[w * in_word + i + static_cast<std::size_t>(high) - piece]);
        }
      }
      continue;
    }
    const std::size_t distance = static_cast<std::size_t>(high) / in_word;
    REQUIRE(static_cast<std::size_t>(high) % in_word == 0);
    for (std::size_t w = 0; w < words; ++w) {
      if (w / distance % 2 != 0) continue;
      std::int64_t* a = &registers[w * in_word];
      std::int64_t* b = &registers[(w + distance) * in_word];
      for (std::size_t i = 0; i < in_word; ++i) {
        if (i / piece % 2 == 0) std::swap(a[i + piece], b[i]);
      }
    }
  }
  std::vector<std::int64_t> out(registers.size());
  for (std::size_t w = 0; w < words; ++w) {
    const auto from = static_cast<std::size_t>(turn.words.digits.empty() ? static_cast<std::int64_t>(w)
                                                                         : turn.words.at(static_cast<std::int64_t>(w)));
    for (std::size_t i = 0; i < in_word; ++i) out[w * in_word + i] = registers[from * in_word + i];
  }
  registers = std::move(out);
}

// Runs the plan like the text; returns the number of wrong elements.
std::int64_t run(const CopyPlan& plan) {
  const auto size = [](const KernelSide& s) { return static_cast<std::size_t>(s.highest - s.lowest + 1); };
  std::vector<std::int64_t> src(size(plan.src));
  std::vector<std::int64_t> dst(size(plan.dst), -1);
  for (std::size_t i = 0; i < src.size(); ++i) src[i] = static_cast<std::int64_t>(i) + 1;
  const bool through = plan.path != CopyPlan::Path::registers;
  std::vector<std::int64_t> tile(plan.grid.size());
  const auto cell = [](std::vector<std::int64_t>& memory, std::int64_t offset) -> std::int64_t& {
    REQUIRE(offset >= 0);
    REQUIRE(offset < static_cast<std::int64_t>(memory.size()));
    return memory[static_cast<std::size_t>(offset)];
  };
  const auto leg = [&](const KernelSide& read, std::vector<std::int64_t>& from, const KernelSide& written,
                       std::vector<std::int64_t>& to, const KernelTurn& turned, std::int64_t threads,
                       std::int64_t values, bool load) {
    for (std::int64_t t = 0; t < threads; ++t) {
      std::vector<std::int64_t> registers(static_cast<std::size_t>(values), -3);
      for (std::int64_t p = 0; p < values; ++p) {
        const std::int64_t v = read.value_at(p);
        if (plan.inside(t, v, tile.data(), load))
          registers[static_cast<std::size_t>(p)] =
              cell(from, read.offset(t, v, read.name == "smem" ? nullptr : tile.data()) - read.lowest);
      }
      turn(turned, plan.element_bits, registers);
      for (std::int64_t p = 0; p < values; ++p) {
        const std::int64_t v = written.value_at(p);
        if (plan.inside(t, v, tile.data(), load))
          cell(to, written.offset(t, v, written.name == "smem" ? nullptr : tile.data()) - written.lowest) =
              registers[static_cast<std::size_t>(p)];
      }
    }
  };
  for (std::int64_t b = 0; b < plan.tiles; ++b) {
    plan.tile_coordinates(b, tile.data());
    std::vector<std::int64_t> smem(through ? size(plan.smem_write) : 0, -2);
    leg(plan.src, src, through ? plan.smem_write : plan.dst, through ? smem : dst, plan.load_turn, plan.load_threads,
        plan.load_values, true);
    if (through)
      leg(plan.smem_read, smem, plan.dst, dst, plan.store_turn, plan.store_threads, plan.store_values, false);
  }
  const auto from = tensor_index(plan.kernel.src);
  const auto to = tensor_index(plan.kernel.dst);
  std::int64_t wrong = 0;
  for (std::int64_t c = 0; c < plan.elements; ++c)
    wrong += src[static_cast<std::size_t>(from->at(c) - plan.src.lowest)] !=
             dst[static_cast<std::size_t>(to->at(c) - plan.dst.lowest)];
  return wrong;
}

}  // namespace

TEST_CASE("turn: a thread turns blocks of packed elements, and moves whole words of them on both sides") {
  const auto blocks = plan_of(
      "copy_kernel((64,96):(96,1), (64,96):(1,64), ((_4,_6),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,48), "
      "dtype=\"int4b_t\")");
  REQUIRE_MESSAGE(blocks.has_value(), english(blocks.error().message));
  CHECK(blocks->src.access_bytes == 4);
  CHECK(blocks->dst.access_bytes == 4);
  CHECK(blocks->load_turn.word_bits == 32);
  CHECK(blocks->load_turn.exchanges.size() == 3);
  CHECK(run(*blocks) == 0);
  check_bytes(*blocks);
  const std::string text = cuda_text(*blocks).text;
  CHECK(text.find("#error") == std::string::npos);
  CHECK(text.find("exchange<4>(w[i], w[i + 1]") != std::string::npos);
  // Counts are those of the words: 64 requests of a warp would be of bytes.
  std::int64_t sectors = 0;
  for (const PredictedCount& c : predict(*blocks).counts) {
    if (c.counter == "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") CHECK(c.count == 4 * 8);
    if (c.counter.find("sectors") != std::string::npos) sectors += c.count;
  }
  CHECK(sectors > 0);
}

TEST_CASE("turn: any permutation of up to five modes, of every width, by registers and through shared memory") {
  std::mt19937 random(5);
  const auto pick = [&](std::initializer_list<std::int64_t> of) { return *(of.begin() + random() % of.size()); };
  int turned = 0;
  int within = 0;
  constexpr int rounds = laws::complete ? 400 : 120;
  for (int round = 0; round < rounds; ++round) {
    const int bits = static_cast<int>(pick({1, 2, 4, 4, 8, 16, 32, 64}));
    const std::int64_t each = bits < 8 ? 8 / bits : pick({1, 2, 4});
    const int rank = static_cast<int>(pick({2, 3, 4, 5}));
    std::vector<std::int64_t> tile(static_cast<std::size_t>(rank), 1);
    std::vector<std::int64_t> extents(static_cast<std::size_t>(rank));
    std::vector<int> from(static_cast<std::size_t>(rank));
    for (int i = 0; i < rank; ++i) from[static_cast<std::size_t>(i)] = i;
    std::vector<int> to = from;
    std::shuffle(from.begin(), from.end(), random);
    std::shuffle(to.begin(), to.end(), random);
    tile[static_cast<std::size_t>(from[0])] = each * (bits == 1 ? 1 : pick({1, 2, 3}));
    if (to[0] != from[0]) tile[static_cast<std::size_t>(to[0])] = each * pick({1, 2, 4});
    // A mode next to them that a thread has two of: the contents of a word change places within it, too.
    for (const int mode : to) {
      if (mode != from[0] && mode != to[0] && random() % 3 == 0) tile[static_cast<std::size_t>(mode)] = 2;
    }
    for (int i = 0; i < rank; ++i) {
      const auto k = static_cast<std::size_t>(i);
      // Whole tiles, or, of what is not packed, edges.
      const bool contiguous = i == from[0] || i == to[0];
      extents[k] = contiguous ? tile[k] * pick({1, 2, 3}) + (random() % 4 == 0 ? each : 0) : tile[k] * pick({1, 2, 3});
    }
    const auto layout = [](const std::vector<int>& order, const std::vector<std::int64_t>& of) {
      std::vector<std::int64_t> strides(order.size());
      std::int64_t next = 1;
      for (const int mode : order) {
        strides[static_cast<std::size_t>(mode)] = next;
        next *= of[static_cast<std::size_t>(mode)];
      }
      std::string shape;
      std::string stride;
      for (std::size_t i = 0; i < order.size(); ++i) {
        append_all(shape, i == 0 ? "" : ",", of[i]);
        append_all(stride, i == 0 ? "" : ",", strides[i]);
      }
      return cat('(', shape, "):(", stride, ')');
    };
    // One thread has a tile's block: `each` by `each`, or all of it.
    std::int64_t elements = 1;
    std::string shape;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      elements *= tile[i];
      append_all(shape, i == 0 ? "" : ",", tile[i]);
    }
    const std::string tv = cat("(_1,_", elements, "):(_0,_1)");
    const bool through = random() % 2 == 0;
    const std::string program =
        cat("copy_kernel(", layout(from, extents), ", ", layout(to, extents), ", ",
            through ? cat('(', tv, ", ", tv, "), ", layout(random() % 2 == 0 ? from : to, tile)) : tv, ", tile=(",
            shape, "), turn=1, dtype=\"", bits < 8 ? cat("uint", bits, "b_t") : cat("uint", bits, "_t"), "\")");
    CAPTURE(program);
    const auto plan = plan_of(program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    CHECK(run(*plan) == 0);
    check_bytes(*plan);
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("#error") == std::string::npos);
    turned += plan->load_turn.any() || plan->store_turn.any();
    within += text.find("exchange_within") != std::string::npos;
  }
  CHECK(turned > rounds / 4);
  CHECK(within > 0);
}

TEST_CASE("turn: what cannot be turned is refused with the reason, and says what to do") {
  const auto refused = [](const std::string& program, std::string_view why, std::string_view hint) {
    CAPTURE(program);
    const auto plan = plan_of(program);
    REQUIRE(!plan.has_value());
    CAPTURE(english(plan.error().message));
    CAPTURE(english(plan.error().hint));
    CHECK(english(plan.error().message).find(why) != std::string::npos);
    CHECK(english(plan.error().hint).find(hint) != std::string::npos);
  };
  // Elements of one byte each: nothing to transpose.
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_1,_32), tile=(32,8), dtype=\"int4b_t\")",
          "a thread moves whole bytes, 2 elements of integer_subbyte<4, true>", "blocks of 2 x 2");
  // A byte after the end.
  refused(
      "copy_kernel((63,64):(64,1), (63,64):(1,64), ((_4,_4),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,32), "
      "dtype=\"int4b_t\")",
      "ends at 63", "a multiple of 2 elements");
  // Columns that begin within a byte.
  refused(
      "copy_kernel((64,64):(64,1), (64,64):(1,65), ((_4,_4),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,32), "
      "dtype=\"int4b_t\")",
      "of dst, not a multiple of 2", "blocks of 2 x 2");
  refused("copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_1,_32), tile=(32,8), turn=2)", "turn must be 0 or 1",
          "");
}

TEST_CASE("turn: whole bytes keep the order of their values unless turn=1 says otherwise") {
  const std::string via = "((_8,_8),(_4,_4)):((_4,_128),(_1,_32)), tile=(32,32), dtype=\"int8_t\"";
  const auto plain = plan_of("copy_kernel((64,64):(64,1), (64,64):(1,64), " + via + ")");
  REQUIRE(plain.has_value());
  CHECK(plain->dst.access_bytes == 4);
  CHECK(plain->src.access_bytes == 1);
  CHECK(!plain->load_turn.any());
  const auto turned = plan_of("copy_kernel((64,64):(64,1), (64,64):(1,64), " + via + ", turn=1)");
  REQUIRE(turned.has_value());
  CHECK(turned->dst.access_bytes == 4);
  CHECK(turned->src.access_bytes == 4);
  CHECK(turned->load_turn.exchanges.size() == 2);
  CHECK(run(*turned) == 0);
}

}  // namespace stridescope
